"""Which kinds of tools the SDK treats alike."""

FUNCTION_LIKE = frozenset({"function", "agent_tool", "mcp"})
"""Reach the model as function tools; StopAtTools can match them."""
BY_NAME = FUNCTION_LIKE | {"handoff"}
"""Dispatched by the name in the call; all others by the type of the call."""
NAMED = BY_NAME | {"custom"}
"""Their name is chosen by the project or an MCP server."""
ELSEWHERE = frozenset({"mcp", "handoff", "workflow"})
"""Don't stand in the agent's own `tools` list."""
RENAMED_TYPES = frozenset({"HostedMCPTool", "ToolSearchTool", "ProgrammaticToolCallingTool"})
"""SDK classes whose `name` isn't what the model is given."""
