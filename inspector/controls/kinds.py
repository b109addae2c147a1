"""What the SDK treats alike: kinds of tools, and tool choices that name none."""

from inspector.model import Tool

FUNCTION_LIKE = frozenset({"function", "agent_tool", "mcp"})
"""Origins that reach the model as function tools."""
STOPPABLE = FUNCTION_LIKE
"""Origins that StopAtTools can match."""
BY_NAME = FUNCTION_LIKE | {"handoff"}
"""Origins that are dispatched by the name in the call; all others go by the type of the call."""
NAMED = BY_NAME | {"custom"}
"""Origins whose name is chosen by the project or an MCP server."""
ELSEWHERE = frozenset({"mcp", "handoff", "workflow"})
"""Origins that don't stand in the agent's own `tools` list."""
RENAMED_TYPES = frozenset({"HostedMCPTool", "ToolSearchTool", "ProgrammaticToolCallingTool"})
"""SDK classes whose `name` isn't what the model is given."""
UNFORCED = frozenset({"auto", "required", "none"})
"""Tool choices that name no tool."""
_ONE_RUNS = frozenset({"ShellTool", "ApplyPatchTool", "LocalShellTool", "ComputerTool"})
"""SDK classes of which a run uses one, whatever number is there."""


def slot(tool: Tool) -> tuple[str, ...] | None:
    """What two tools of a consumer must share to get in each other's way; None for those that never do."""
    if tool.lookup_key is not None:
        return ("name", *tool.lookup_key)
    if tool.type in _ONE_RUNS:
        return ("type", tool.type)
    return ("custom", tool.name) if tool.origin == "custom" else None
