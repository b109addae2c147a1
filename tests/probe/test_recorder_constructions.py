"""The recorder: every construction with its site, and runs that are refused while loading."""

from pathlib import Path

import agents
import pytest
from discovery import discover

from inspector.probe import recorder


def lines(result):
    return {consumer["name"]: (consumer["path"], consumer["line"]) for consumer in result.all("consumers")}


def test_agents_are_kept_apart_by_identity_although_they_are_equal(tmp_path):
    text = "from agents import Agent\na = Agent(name='Twin')\nb = Agent(name='Twin')\nassert a == b\n"
    result = discover(tmp_path, {"app.py": text})
    assert [(c["id"], c["line"]) for c in result.all("consumers")] == [("app:a", 2), ("app:b", 3)]


def test_clone_replace_and_subclasses_have_the_line_of_the_project(tmp_path):
    text = """\
        import dataclasses
        from dataclasses import dataclass
        from agents import Agent
        base = Agent(name="Base")
        cloned = base.clone(name="Cloned")
        replaced = dataclasses.replace(base, name="Replaced")
        class Desk(Agent):
            def __init__(self, topic):
                super().__init__(name=f"Desk {topic}")
        desk = Desk("billing")
        @dataclass
        class Rated(Agent):
            stars: int = 5
        rated = Rated(name="Rated")
    """
    result = discover(tmp_path, {"app.py": text})
    assert {name: line for name, (_, line) in lines(result).items()} == {
        "Base": 4,
        "Cloned": 5,
        "Replaced": 6,
        "Desk billing": 10,
        "Rated": 14,
    }
    assert result.reasons == {}


def test_an_agent_built_by_a_helper_has_the_line_of_the_helper(tmp_path):
    files = {
        "maker.py": (
            "from agents import Agent\ndef make(name):\n    return Agent(\n        name=name,\n    )\n"
        ),
        "app.py": "from maker import make\na = make('A')\nb = make('B')\n",
    }
    result = discover(tmp_path, files)
    assert sorted(result.ids) == ["app:a", "app:b"]
    assert lines(result) == {"A": ("maker.py", 3), "B": ("maker.py", 3)}
    assert result.all("not_inspected") == []


def test_a_construction_that_fails_leaves_no_agent(tmp_path):
    text = "from agents import Agent\ntry:\n    Agent()\nexcept TypeError:\n    pass\na = Agent(name='A')\n"
    assert discover(tmp_path, {"app.py": text}).ids == ["app:a"]


def test_tools_and_handoffs_are_read_after_late_wiring(tmp_path):
    text = """\
        from agents import Agent, function_tool
        a = Agent(name="A")
        b = Agent(name="B")
        @function_tool
        def late(): ...
        a.tools.append(late)
        a.handoffs.append(b)
        b.handoffs = [a]
    """
    result = discover(tmp_path, {"app.py": text})
    assert result.tools("app:a") == ["late", "transfer_to_b"]
    assert result.tools("app:b") == ["transfer_to_a"]


@pytest.mark.parametrize(
    "run",
    [
        "Runner.run_sync(a, 'hi')",
        "Runner.run_sync(starting_agent=a, input='hi')",
        "asyncio.run(Runner.run(a, 'hi'))",
        "Runner.run_streamed(a, 'hi')",
        "asyncio.run(run_demo_loop(a))",
        "asyncio.run(main())",
    ],
)
def test_a_module_that_starts_a_run_stops_there_and_its_agent_is_shown(tmp_path, run):
    text = f"""\
        import asyncio
        from agents import Agent, Runner, run_demo_loop
        a = Agent(name="A")
        async def main():
            local = Agent(name="Local")
            await Runner.run(a, "hi")
        {run}
        b = Agent(name="B")
    """
    result = discover(tmp_path, {"app.py": text})
    line = 6 if "main" in run else 7
    assert result.all("failures") == []
    assert result.all("would_run") == [{"agent": "A", "path": "app.py", "line": line, "consumer": "app:a"}]
    assert result.reasons["app.py:8"] == f"the run stopped before it at line {line}"
    assert result.ids == (["app:a", "app:main>Local"] if "main" in run else ["app:a"])


def test_a_run_inside_a_server_context_starts_no_server(tmp_path):
    text = """\
        import asyncio
        from agents import Agent, Runner
        from agents.mcp import MCPServerStdio
        async def main():
            params = {"command": "sh", "args": ["-c", "touch started"]}
            async with MCPServerStdio(params=params) as server:
                agent = Agent(name="A", mcp_servers=[server])
                await Runner.run(agent, "hi")
        asyncio.run(main())
    """
    result = discover(tmp_path, {"app.py": text})
    assert result.all("failures") == []
    assert result.ids == ["app:main>A"]
    assert [server["started"] for server in result.consumer("app:main>A")["mcp_servers"]] == [False]
    assert not (tmp_path / "started").exists()


def test_except_exception_does_not_swallow_the_stop(tmp_path):
    text = """\
        from agents import Agent, Runner
        a = Agent(name="A")
        try:
            Runner.run_sync(a, "hi")
        except Exception:
            raise SystemExit("the model is down")
    """
    result = discover(tmp_path, {"app.py": text})
    assert result.all("failures") == []
    assert [run["line"] for run in result.all("would_run")] == [4]


def test_a_tool_has_the_line_where_it_was_built(tmp_path):
    text = """\
        from agents import Agent, WebSearchTool, handoff
        b = Agent(name="B")
        a = Agent(
            name="A",
            tools=[
                WebSearchTool(),
                b.as_tool(tool_name="ask_b", tool_description="x"),
            ],
            handoffs=[handoff(b)],
        )
    """
    tools = discover(tmp_path, {"app.py": text}).consumer("app:a")["tools"]
    assert [(tool["visible"], tool["built_at"]) for tool in tools] == [
        (tools[0]["visible"], {"path": "app.py", "line": 6}),
        ("ask_b", {"path": "app.py", "line": 7}),
        ("transfer_to_b", {"path": "app.py", "line": 9}),
    ]


@pytest.mark.parametrize("beside", ["agents", "probe"])
def test_a_package_beside_the_sdk_or_the_probe_is_told_from_them_by_its_whole_name(beside):
    folder = {"agents": Path(agents.__file__).parent, "probe": Path(recorder.__file__).parent}[beside]
    path = f"{folder}_extra/team.py"
    with recorder.Recorder(lambda path: False) as recording:
        exec(compile("from agents import Agent\nagent = Agent(name='A')", path, "exec"), {"__name__": "team"})
    assert [(made.path, made.line, made.module) for made in recording.agents] == [(path, 2, "team")]


def test_an_exception_group_within_itself_ends_the_search_for_a_refused_run():
    class Group(Exception):
        exceptions: tuple[BaseException, ...] = ()

    group = Group()
    group.exceptions = (group, ValueError())
    assert not recorder.after_stop(group)
    group.exceptions = (group, ValueError(), recorder.StoppedAtRun())
    assert recorder.after_stop(group)
