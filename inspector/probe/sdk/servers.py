"""Local MCP servers: listing, prefixes, policies."""

import inspect
from typing import Any

from ..plain import is_a
from .installed import quiet
from .kinds import AgentBase


async def list_mcp_server(server: Any, agent: Any, context: Any, reserved: set[str]) -> list[Any]:
    """Function tools of one MCP server, with the prefixes and policies that the agent's settings ask for."""
    from agents.mcp import MCPUtil

    config = getattr(agent, "mcp_config", None) or {}
    list_tools = MCPUtil.get_function_tools
    known = inspect.signature(list_tools).parameters
    options: dict[str, Any] = {}
    if "failure_error_function" in known and "failure_error_function" in config:
        options["failure_error_function"] = config["failure_error_function"]
    if "include_server_in_tool_names" in known and config.get("include_server_in_tool_names"):
        options["include_server_in_tool_names"] = True
        options["reserved_tool_names"] = reserved
    strict = bool(config.get("convert_schemas_to_strict", False))
    with quiet():
        return list(await list_tools(server, strict, context, agent, **options))


def prefixes_mcp_tools(agent: Any) -> bool:
    """Whether the agent's MCP tools carry their server's name; never before 0.16.0."""
    config = getattr(agent, "mcp_config", None)
    wanted = is_a(config, dict) and bool(config.get("include_server_in_tool_names"))
    return wanted and hasattr(AgentBase, "_get_mcp_tool_reserved_names")


def mcp_approval(server: Any) -> Any:
    """`require_approval` as this SDK understands it: a bool, a dict by raw name, or the project's callable.

    False where this version has none (before 0.8.0), or the server's class never set it.
    """
    return getattr(server, "_needs_approval_policy", False)


def mcp_listed(server: Any) -> list[Any] | None:
    """What the server listed last, before any filter; None where it keeps no such list."""
    found = getattr(server, "_tools_list", None)
    return list(found) if is_a(found, (list, tuple)) else None
