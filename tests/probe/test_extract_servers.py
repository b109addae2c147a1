"""Local MCP servers that are not, or can't be, started."""

import asyncio

from agents import Agent, function_tool
from agents.mcp import MCPServer, MCPServerSse, MCPServerStreamableHttp
from extraction import read


@function_tool
def good() -> str:
    """Good."""
    return ""


def test_remote_servers_need_the_network():
    servers = [
        MCPServerSse(params={"url": "https://mcp.invalid/sse"}, name="events"),
        MCPServerStreamableHttp(params={"url": "https://mcp.invalid/mcp"}, name="stream"),
    ]
    result = read(Agent(name="main", tools=[good], mcp_servers=servers), mcp=True, timeout=9)
    assert [server.started for server in result.only.mcp_servers] == [False, False]
    assert [(note.severity, "--network" in note.advice) for note in result.notes] == [("info", True)] * 2
    assert [tool.visible for tool in result.only.tools] == ["good"]


def test_prefixes_are_known_without_a_start():
    server = MCPServerSse(params={"url": "https://mcp.invalid/sse"}, name="events")
    agents = [
        Agent(name="plain", mcp_servers=[server]),
        Agent(name="prefixed", mcp_servers=[server], mcp_config={"include_server_in_tool_names": True}),
    ]
    assert [c.mcp_servers[0].prefixed for c in read(*agents).consumers] == [False, True]


class Mute(MCPServer):
    """Connects, and then never answers."""

    def __init__(self):
        super().__init__()
        self.asked = 0

    @property
    def name(self):
        return "mute"

    async def connect(self):
        pass

    async def cleanup(self):
        pass

    async def list_tools(self, run_context=None, agent=None):
        self.asked += 1
        await asyncio.sleep(600)

    async def call_tool(self, tool_name, arguments, meta=None):
        raise NotImplementedError

    async def list_prompts(self):
        raise NotImplementedError

    async def get_prompt(self, name, arguments=None):
        raise NotImplementedError


def test_a_server_that_never_lists_costs_its_time_limit_only_once():
    mute = Mute()
    agents = [Agent(name=str(index), tools=[good], mcp_servers=[mute]) for index in range(5)]
    result = read(*agents, mcp=True, timeout=4)
    assert mute.asked == 2
    assert {consumer.mcp_servers[0].error for consumer in result.consumers} == {"no answer within 1 s"}
    assert [tool.visible for consumer in result.consumers for tool in consumer.tools] == ["good"] * 5
