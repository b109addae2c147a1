"""How a call of a tool is executed: approval, guardrails, timeout, failure policy."""

from typing import Any

from . import sdk
from .plain import is_a, text
from .source import Source, describe


def approval(tool: Any) -> str:
    """`none`, `static` or `dynamic`, as the tool object itself says."""
    if sdk.tool_kind(tool) == "HostedMCPTool":
        return _hosted_mcp_approval(tool)
    gate = getattr(tool, "needs_approval", False)
    if callable(gate):
        return "dynamic"
    return "static" if gate else "none"


def _hosted_mcp_approval(tool: Any) -> str:
    config = getattr(tool, "tool_config", None)
    required = config.get("require_approval") if is_a(config, dict) else None
    if required == "never":
        return "none"
    # The service asks for approval unless it is told otherwise; `{"never": …}` frees some tools only.
    return "static"


def contract(tool: Any, origin: str, source: Source | None) -> dict[str, Any]:
    """The `Contract` of a tool or handoff as a plain dict."""
    runs = origin in ("function", "mcp", "agent_tool") and sdk.runs_tool_guardrails()
    seconds = getattr(tool, "timeout_seconds", None)
    return {
        "is_async": source.is_async if source is not None else None,
        "input_guardrails": _guardrails(tool, "tool_input_guardrails"),
        "output_guardrails": _guardrails(tool, "tool_output_guardrails"),
        "guardrails_run": runs,
        "timeout": float(seconds) if is_a(seconds, (int, float)) else None,
        "failure": sdk.failure_policy(tool) if sdk.is_function_tool(tool) else "unknown",
    }


def _guardrails(tool: Any, attribute: str) -> list[str]:
    guardrails = getattr(tool, attribute, None)
    if not is_a(guardrails, (list, tuple)):
        return []
    return [_guardrail_name(guardrail) for guardrail in guardrails]


def _guardrail_name(guardrail: Any) -> str:
    name = getattr(guardrail, "name", None)
    if is_a(name, str) and name:
        return text(name)
    function = getattr(guardrail, "guardrail_function", guardrail)
    return text(describe(function).name)
