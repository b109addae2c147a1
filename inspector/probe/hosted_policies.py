"""What a hosted MCP tool lets its server offer, and what it has to be asked for."""

from typing import Any

from .agent_settings import listed_names
from .plain import is_a


def policies(tool: Any) -> "dict[str, Any]":
    """`hosted_allowed`, `hosted_approval` and `approval_handled` of a `Tool`."""
    config = getattr(tool, "tool_config", None)
    config = config if is_a(config, dict) else {}
    required = config.get("require_approval")
    by_policy = required if is_a(required, dict) else {}
    approval = {policy: _names(by_policy.get(policy)) for policy in ("always", "never")}
    return {
        "hosted_allowed": _names(config.get("allowed_tools")),
        "hosted_approval": {policy: names for policy, names in approval.items() if names is not None},
        "approval_handled": getattr(tool, "on_approval_request", None) is not None,
    }


def _names(value: Any) -> "list[str] | None":
    """Names of a list, or of `{"tool_names": […]}`; None where tools aren't chosen by name."""
    if is_a(value, dict):
        value = value.get("tool_names")
    return listed_names(value) if is_a(value, (list, tuple, set, frozenset)) else None
