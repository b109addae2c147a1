"""MCP servers that are processes: listed and dispatched as the Runner does it, and gone afterwards."""

import asyncio
import sys
from pathlib import Path

from agents import Agent, RunConfig, Runner, function_tool
from agents.mcp import MCPServerStdio
from exactness_build import ScriptedModel
from exactness_probe import Found, Live, read
from openai.types.responses import ResponseFunctionToolCall

PROGRAM = '''
import os, sys
from pathlib import Path
Path(sys.argv[2]).open("a").write(f"{os.getpid()}\\n")
try:
    from mcp.server.mcpserver import MCPServer as Server
except ImportError:
    from mcp.server.fastmcp import FastMCP as Server
server = Server(sys.argv[1])

@server.tool()
def look() -> str:
    """Looks."""
    return "seen by the server"

@server.tool()
def count(of: str) -> int:
    """Counts."""
    return 3

server.run()
'''


@function_tool
def look() -> str:
    return "seen locally"


def server(folder: Path, name: str = "eyes", **options: Live) -> MCPServerStdio:
    program = folder / "program.py"
    program.write_text(PROGRAM)
    arguments = [str(program), name, str(folder / "pids")]
    return MCPServerStdio(params={"command": sys.executable, "args": arguments}, name=name, **options)


def pids(folder: Path) -> list[int]:
    return [int(line) for line in (folder / "pids").read_text().split()]


def alive(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def run(agent: Agent, call: str) -> tuple[list[str], Live]:
    """(names the model received, the last tool output) of a real run with the servers connected."""
    model = agent.model
    model.script = [
        ResponseFunctionToolCall(call_id="c", name=call, arguments='{"of": "x"}', type="function_call")
    ]

    async def connected() -> Live:
        for each in agent.mcp_servers:
            await each.connect()
        try:
            return await Runner.run(agent, "hi", run_config=RunConfig(tracing_disabled=True))
        finally:
            for each in reversed(agent.mcp_servers):
                await each.cleanup()

    result = asyncio.run(connected())
    tools, handoffs = model.received[0]
    outputs = [item.output for item in result.new_items if item.type == "tool_call_output_item"]
    return [tool.name for tool in tools] + [handoff.tool_name for handoff in handoffs], outputs[-1]


def test_a_server_is_listed_as_the_runner_lists_it(tmp_path: Path) -> None:
    agent = Agent(name="main", model=ScriptedModel(), tools=[look], mcp_servers=[server(tmp_path)])
    consumer = read([Found(agent, "main")], mcp=True, timeout=60)[0][0]
    assert consumer["mcp_servers"] == [
        {
            "name": "eyes",
            "type": "MCPServerStdio",
            "started": True,
            "error": None,
            "tools": 2,
            "prefixed": False,
            "raw_tools": ["look", "count"],
            "filter": "none",
            "allowed": [],
            "blocked": [],
            "approval": {},
        }
    ]
    received, output = run(agent, "look")
    assert received == [tool["name"] for tool in consumer["tools"] if tool["sent"]]
    winner = next(t for t in consumer["tools"] if t["visible"] == "look" and t["shadowed_by"] is None)
    assert winner["origin"] == "function"
    assert "locally" in str(output)


def test_what_a_server_lists_is_known_before_its_filter(tmp_path: Path) -> None:
    live = server(tmp_path, tool_filter={"blocked_tool_names": ["count", "nothing"]})
    agent = Agent(name="main", model=ScriptedModel(), tools=[look], mcp_servers=[live])
    consumer = read([Found(agent, "main")], mcp=True, timeout=60)[0][0]
    (found,) = consumer["mcp_servers"]
    assert (found["raw_tools"], found["tools"]) == (["look", "count"], 1)
    assert (found["filter"], found["blocked"]) == ("static", ["count", "nothing"])
    received, _ = run(agent, "look")
    assert "count" not in received


def test_the_process_is_gone_afterwards(tmp_path: Path) -> None:
    agent = Agent(name="main", mcp_servers=[server(tmp_path)])
    read([Found(agent, "main")], mcp=True, timeout=60)
    started = pids(tmp_path)
    assert len(started) == 1
    assert not any(alive(pid) for pid in started)


def test_a_server_that_two_agents_share_starts_once(tmp_path: Path) -> None:
    shared = server(tmp_path)
    agents = [Agent(name="one", mcp_servers=[shared]), Agent(name="two", mcp_servers=[shared])]
    consumers, _ = read([Found(agent, agent.name) for agent in agents], mcp=True, timeout=60)
    assert [len(consumer["tools"]) for consumer in consumers] == [2, 2]
    assert len(pids(tmp_path)) == 1


def test_a_server_that_never_answers_is_given_up_and_hides_no_other(tmp_path: Path) -> None:
    mute = tmp_path / "mute.py"
    mute.write_text("import os, sys, time\nopen(sys.argv[1], 'w').write(str(os.getpid()))\ntime.sleep(600)\n")
    silent = MCPServerStdio(
        params={"command": sys.executable, "args": [str(mute), str(tmp_path / "mute_pid")]},
        name="mute",
        client_session_timeout_seconds=600,
    )
    agent = Agent(name="main", mcp_servers=[silent, server(tmp_path)])
    consumers, notes = read([Found(agent, "main")], mcp=True, timeout=12)
    by_name = {each["name"]: each for each in consumers[0]["mcp_servers"]}
    assert by_name["mute"]["started"] is False
    assert "no answer within 3 s" in by_name["mute"]["error"]
    assert by_name["eyes"]["tools"] == 2
    assert [note["severity"] for note in notes] == ["warning"]
    assert not alive(int((tmp_path / "mute_pid").read_text()))


def test_a_program_that_does_not_exist_is_named(tmp_path: Path) -> None:
    missing = MCPServerStdio(params={"command": str(tmp_path / "nothing")}, name="missing")
    agent = Agent(name="main", tools=[look], mcp_servers=[missing])
    consumers, notes = read([Found(agent, "main")], mcp=True, timeout=9)
    assert "FileNotFoundError" in consumers[0]["mcp_servers"][0]["error"]
    assert [tool["visible"] for tool in consumers[0]["tools"]] == ["look"]
    assert "`missing` could not be listed" in notes[0]["reason"]


def test_nothing_starts_unless_asked_for(tmp_path: Path) -> None:
    agent = Agent(name="main", mcp_servers=[server(tmp_path)])
    consumers, notes = read([Found(agent, "main")])
    assert not (tmp_path / "pids").exists()
    assert consumers[0]["mcp_servers"][0]["started"] is False
    assert notes[0]["reason"] == "MCP server `eyes` was not started"
    assert notes[0]["severity"] == "info"
