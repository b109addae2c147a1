"""What a local MCP server is told to let through and to ask for, by the server's own names for its tools."""

from typing import Any

from . import sdk
from .agent_settings import listed_names
from .plain import is_a, text


def policies(server: Any) -> "dict[str, Any]":
    """`filter`, `allowed`, `blocked` and `approval` of an `McpServer`; a server that raises has none."""
    found: dict[str, Any] = {"filter": "none", "allowed": [], "blocked": [], "approval": {}}
    try:
        found.update(_filter(getattr(server, "tool_filter", None)))
        asked = sdk.mcp_approval(server)
        if is_a(asked, dict):
            found["approval"] = {text(name): bool(asks) for name, asks in asked.items()}
    except Exception:  # attributes of the project's own server class
        return found
    return found


def raw_names(server: Any, listed: "list[Any]", *, filtered: bool) -> "list[str] | None":
    """Raw names of all that a server has listed; `listed` are the function tools that came of it.

    None where a filter stands before them and the server keeps no list of its own.
    """
    try:
        kept = sdk.mcp_listed(server)
        if kept is not None:
            return [text(tool.name) for tool in kept]
    except Exception:  # attributes of the project's own server class
        kept = None
    if filtered:
        return None
    bindings = [sdk.mcp_binding(tool) for tool in listed]
    return [text(binding[1]) for binding in bindings if binding is not None]


def _filter(value: Any) -> "dict[str, Any]":
    if value is None:
        return {}
    if not is_a(value, dict):
        return {"filter": "dynamic"}
    return {
        "filter": "static",
        "allowed": listed_names(value.get("allowed_tool_names") or ()),
        "blocked": listed_names(value.get("blocked_tool_names") or ()),
    }
