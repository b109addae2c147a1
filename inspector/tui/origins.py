"""What tools of each origin are called on the screen."""

from inspector.model.tool import Origin

ORIGIN: dict[Origin, str] = {
    "function": "function", "agent_tool": "agent tool", "handoff": "handoff", "mcp": "MCP",
    "hosted": "hosted",
    "shell": "shell", "custom": "custom", "apply_patch": "apply patch", "computer": "computer",
    "workflow": "workflow",
}  # fmt: skip
