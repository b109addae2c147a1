"""Names and dispatch keys, as the SDK derives them."""

from typing import Any

from ..plain import is_a, text
from .installed import quiet

try:
    from agents import _tool_identity as _identity
except ImportError:  # before 0.11.0
    _identity = None

LookupKey = tuple[str, ...]


def namespace(tool: Any) -> str | None:
    """Explicit namespace of a function tool."""
    value = getattr(tool, "_tool_namespace", None)
    return value if is_a(value, str) and value else None


def lookup_key(tool: Any) -> LookupKey | None:
    """The key that calls of a function tool are dispatched by; None for a name that no call can carry."""
    find = getattr(_identity, "get_function_tool_lookup_key_for_tool", None)
    if find is not None:
        key = find(tool)
        return None if key is None else tuple(text(part) for part in key)
    name = getattr(tool, "name", None)
    return ("bare", text(name)) if is_a(name, str) else None


def handoff_key(handoff: Any) -> LookupKey | None:
    """A handoff is dispatched by its bare tool name."""
    name = getattr(handoff, "tool_name", None)
    return ("bare", text(name)) if is_a(name, str) and name else None


def default_tool_name(agent_name: str, *, handoff: bool) -> str | None:
    """The name the SDK derives from an agent's name for a handoff or an agent tool; None if it can't."""
    from agents.util import _transforms

    source = f"transfer_to_{agent_name}" if handoff else agent_name
    transform = _transforms.transform_string_function_style
    try:
        with quiet():
            return str(transform(source))
    except Exception:
        return None
