"""`--capture` calls what it names, up to the first run, and shows what was built until then."""

import pytest
from discovery import discover

SCRIPT = {
    "hello.py": """\
        import asyncio
        from agents import Agent, Runner, function_tool
        from agents.mcp import MCPServerStdio
        @function_tool
        def clock() -> str: return ""
        async def main(model: str, times: int = 3):
            async with MCPServerStdio(params={"command": "no-such-command"}) as server:
                helper = Agent(name="Helper", tools=[clock], mcp_servers=[server], model=model)
                boss = Agent(name="Boss", handoffs=[helper])
                await Runner.run(boss, "hi")
                Agent(name="Later")
        def other():
            Agent(name="Other")
        def build():
            return Agent(name="Built")
        def sync_main():
            agent = build()
            async def inner():
                Agent(name="Inner")
                await Runner.run(agent, "hi")
            asyncio.run(inner())
        def chat():
            agent = Agent(name="Chat")
            while True:
                Runner.run_sync(agent, input("> "))
        def broken():
            Agent(name="Cut")
            1 / 0
        def needs(db):
            Agent(name="Needy")
        def leaves():
            Agent(name="Leaver")
            raise SystemExit
        class Job:
            def __init__(self, size=1): ...
            async def start(self):
                Agent(name="Worker")
        if __name__ == "__main__":
            asyncio.run(main())
    """
}


def test_nothing_is_called_unless_it_is_named(tmp_path):
    found = discover(tmp_path, SCRIPT)
    assert found.ids == ["hello:build"]
    assert found.reasons["hello.py:8"] == (
        "inside main(), which is not called (show it with --capture hello:main)"
    )


def test_an_async_function_runs_up_to_its_first_model_call(tmp_path):
    found = discover(tmp_path, SCRIPT, capture=["hello:main"])
    assert found.ids == ["hello:main>Helper", "hello:main>Boss", "hello:build"]
    assert found.tools("hello:main>Helper") == ["clock"]
    assert found.all("failures") == []
    assert [(run["agent"], run["line"], run["consumer"]) for run in found.all("would_run")] == [
        ("Boss", 10, "hello:main>Boss")
    ]
    assert found.reasons["hello.py:11"] == (
        "inside main(), and the capture was stopped at line 10 without it"
    )


def test_parameters_are_filled_by_the_rules_of_factories(tmp_path):
    found = discover(tmp_path, SCRIPT, capture=["hello:main"])
    assert [(fill["ref"], fill["parameter"]) for fill in found.all("filled")] == [("hello:main", "model")]
    found = discover(tmp_path, capture=["hello:needs"], arguments={"hello:needs": {"db": 1}})
    assert "hello:needs>Needy" in found.ids


def test_a_parameter_that_nothing_fills_is_a_clear_failure(tmp_path):
    found = discover(tmp_path, SCRIPT, capture=["hello:needs"])
    (failure,) = found.all("failures")
    assert failure["ref"] == "hello:needs"
    assert failure["error"] == (
        "needs argument 'db'; give it under [tool.toolinspect.arguments]: "
        '"hello:needs" = {db = "pkg.mod:attr"}'
    )
    assert found.reasons["hello.py:30"] == "inside needs(), and the capture failed without it"


def test_a_file_is_named_by_its_path_and_other_captures_come_along(tmp_path):
    found = discover(tmp_path, SCRIPT, capture=["hello.py:other", "hello:sync_main"])
    assert found.ids == ["hello:other>Other", "hello:sync_main>Built", "hello:sync_main>Inner"]


@pytest.mark.parametrize(("name", "agent"), [("chat", "Chat"), ("leaves", "Leaver"), ("Job.start", "Worker")])
def test_input_an_exit_and_a_method_end_a_capture_without_failure(tmp_path, name, agent):
    found = discover(tmp_path, SCRIPT, capture=[f"hello:{name}"])
    assert f"hello:{name}>{agent}" in found.ids
    assert found.all("failures") == []


def test_what_a_capture_built_before_it_raised_is_shown_as_partial(tmp_path):
    found = discover(tmp_path, SCRIPT, capture=["hello:broken"])
    assert found.consumer("hello:broken>Cut")["partial"] is True
    (failure,) = found.all("failures")
    assert (failure["ref"], failure["line"]) == ("hello:broken", 28)


def test_a_module_without_agents_of_its_own_can_be_captured(tmp_path):
    files = {
        "team.py": "from agents import Agent\ndef make(name): return Agent(name=name)\n",
        "deep-dir/start.py": "import team\ndef go(): team.make('Made')\n",
    }
    found = discover(tmp_path, files, capture=["deep-dir/start.py:go"])
    assert "deep-dir/start.py:go>Made" in found.ids


@pytest.mark.parametrize(
    ("reference", "nearest"),
    [
        ("hello:mian", ["hello:main"]),
        ("hallo:sync_main", ["hello:sync_main"]),
        ("hello.py:chatt", ["hello.py:chat"]),
    ],
)
def test_a_reference_that_names_nothing_is_told_with_the_nearest_functions(tmp_path, reference, nearest):
    found = discover(tmp_path, SCRIPT, capture=[reference], load=False)
    assert list(found.uncaptured) == [reference]
    assert found.uncaptured[reference][:1] == nearest


def test_a_module_that_waits_for_input_is_no_failure(tmp_path):
    text = """\
        from agents import Agent
        first = Agent(name="First")
        question = input("? ")
        second = Agent(name="Second")
    """
    found = discover(tmp_path, {"ask.py": text})
    assert found.ids == ["ask:first"]
    assert found.all("failures") == []
    (note,) = found.all("not_inspected")
    assert (note["ref"], note["severity"]) == ("ask.py:3", "info")
    assert found.reasons == {"ask.py:4": "input is waited for before it at line 3"}
