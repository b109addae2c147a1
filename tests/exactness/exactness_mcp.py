"""An MCP server inside this process, for every SDK version."""

from agents.mcp import MCPServer
from exactness_probe import Live
from mcp import types


class MarkingServer(MCPServer):
    """Lists the given tools, repeats included; a call leaves `mcp <server>/<tool>`."""

    def __init__(self, name: str, tools: tuple[str, ...], ran: list[str]) -> None:
        super().__init__()
        self._name = name
        self._tools = tools
        self._ran = ran
        self.connected = 0
        self.cleaned = 0

    @property
    def name(self) -> str:
        return self._name

    async def connect(self) -> None:
        self.connected += 1

    async def cleanup(self) -> None:
        self.cleaned += 1

    async def list_tools(self, *_context: Live) -> list[Live]:
        schema = {"type": "object", "properties": {}}
        return [types.Tool(name=name, description="", inputSchema=schema) for name in self._tools]

    async def call_tool(self, tool_name: str, arguments: Live = None, meta: Live = None) -> Live:
        self._ran.append(f"mcp {self._name}/{tool_name}")
        return types.CallToolResult(content=[types.TextContent(type="text", text="ok")])

    async def list_prompts(self) -> Live:
        raise NotImplementedError

    async def get_prompt(self, name: str, arguments: Live = None) -> Live:
        raise NotImplementedError
