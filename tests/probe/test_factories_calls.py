"""Functions, methods and classes that hand out agents: which are called, with what, and which not."""

import pytest
from discovery import discover

HEAD = "from agents import Agent, Runner\n"


def load(tmp_path, text, **request):
    import textwrap

    return discover(tmp_path, {"app.py": HEAD + textwrap.dedent(text)}, **request)


@pytest.mark.parametrize(
    ("body", "ids"),
    [
        ("def build(): return Agent(name='A')", ["app:build"]),
        ("async def build(): return Agent(name='A')", ["app:build"]),
        ("def build(x=1, *rest, y=2, **more): return Agent(name='A')", ["app:build"]),
        ("def build() -> 'Agent[dict]':\n    agent = Agent(name='A')\n    return agent", ["app:build"]),
        ("def build(): return Agent(name='A'), Agent(name='B')", ["app:build[0]", "app:build[1]"]),
        ("def build(): return {'a': Agent(name='A')}", ["app:build['a']"]),
        ("def build(): return [Agent(name=n) for n in 'ab']", ["app:build[0]", "app:build[1]"]),
        (
            "def build():\n    found = []\n    found.append(Agent(name='A'))\n    return found",
            ["app:build[0]"],
        ),
        ("class Desk:\n    def build(self): return Agent(name='A')", ["app:Desk.build"]),
        ("class Desk:\n    @staticmethod\n    def build(): return Agent(name='A')", ["app:Desk.build"]),
        ("class Desk:\n    @classmethod\n    def build(cls): return Agent(name='A')", ["app:Desk.build"]),
        ("class Desk:\n    @property\n    def agent(self): return Agent(name='A')", ["app:Desk.agent"]),
        ("class Desk:\n    def __init__(self): self.clerk = Agent(name='A')", ["app:Desk.clerk"]),
        (
            "class Desk:\n"
            "    def __init__(self): self.setup()\n"
            "    def setup(self): self.clerk = Agent(name='A')",
            ["app:Desk.clerk"],
        ),
        (
            "from dataclasses import dataclass\n@dataclass\nclass Team:\n    clerk: Agent\n"
            "def build(): return Team(clerk=Agent(name='A'))",
            ["app:build.clerk"],
        ),
        (
            "from typing import NamedTuple\nclass Team(NamedTuple):\n    clerk: Agent\n"
            "def build(): return Team(Agent(name='A'))",
            ["app:build.clerk"],
        ),
        ("import functools\n@functools.cache\ndef build(): return Agent(name='A')", ["app:build"]),
    ],
)
def test_what_hands_out_agents_is_called(tmp_path, body, ids):
    result = load(tmp_path, body)
    assert result.ids == ids
    assert result.all("failures") == result.all("not_inspected") == result.all("unstable") == []
    assert result.reasons == {}


def test_well_known_parameters_are_filled_and_shown(tmp_path):
    body = """
        from agents.mcp import MCPServer
        def build(mcp_servers, model: str, tools: list[MCPServer]):
            return Agent(name="A", model=model, mcp_servers=[*mcp_servers, *tools])
    """
    result = load(tmp_path, body)
    assert result.ids == ["app:build"]
    assert [(filled["parameter"], filled["value"], filled["why"]) for filled in result.all("filled")] == [
        ("mcp_servers", "[]", "well-known name"),
        ("model", "'placeholder-model'", "well-known name"),
        ("tools", "[]", "annotation"),
    ]


def test_a_factory_that_needs_an_argument_is_named_with_the_lines_to_add(tmp_path):
    result = load(tmp_path, "def build(db, name: str): return Agent(name=name)")
    (note,) = result.all("not_inspected")
    assert note["ref"] == "app:build"
    assert note["reason"] == "needs arguments 'db', 'name'"
    assert note["config"] == (
        '[tool.toolinspect.arguments]\n"app:build" = {db = "pkg.mod:attr", name = "pkg.mod:attr"}'
    )
    assert (note["path"], note["line"], note["severity"]) == ("app.py", 2, "warning")
    assert result.reasons == {"app.py:2": "in factory `build`, which needs arguments 'db', 'name'"}


def test_configured_arguments_are_literals_references_and_flags(tmp_path):
    body = """
        DB = {"name": "Ledger"}
        def build(db, tenant, beta, count, title="x"):
            return Agent(name=f"{db['name']} {tenant} {beta} {count} {title}")
    """
    values = {"db": "app:DB", "tenant": "$tenant", "beta": "$flags.beta", "count": 3, "title": "plain"}
    result = load(tmp_path, body, arguments={"app:build": values}, tenant="acme", flags={"beta": True})
    assert result.consumer("app:build")["name"] == "Ledger acme True 3 plain"
    assert {filled["parameter"]: filled["why"] for filled in result.all("filled")} == {
        "db": "config",
        "tenant": "tenant",
        "beta": "flag",
        "count": "config",
        "title": "config",
    }


def test_an_argument_that_does_not_resolve_is_named(tmp_path):
    result = load(
        tmp_path, "def build(db): return Agent(name='A')", arguments={"app:build": {"db": "app:GONE"}}
    )
    (note,) = result.all("not_inspected")
    assert note["reason"].startswith("argument 'db' = 'app:GONE': AttributeError")


def test_a_class_that_needs_an_argument_is_named_once(tmp_path):
    body = """
        class Desk:
            def __init__(self, db): self.db = db
            def clerk(self): return Agent(name="Clerk")
            def boss(self): return Agent(name="Boss")
    """
    result = load(tmp_path, body)
    assert [(note["ref"], note["reason"]) for note in result.all("not_inspected")] == [
        ("app:Desk", "needs argument 'db'")
    ]
    assert len(result.reasons) == 2
    filled = load(tmp_path, body, arguments={"app:Desk": {"db": 1}})
    assert filled.ids == ["app:Desk.clerk", "app:Desk.boss"]


@pytest.mark.parametrize(
    "body",
    [
        "def main(): return Agent(name='A')",
        "def chat():\n    agent = Agent(name='A')\n    return Runner.run_sync(agent, 'hi').final_output",
        "def build() -> Agent:\n    a = Agent(name='A')\n    Runner.run_sync(a, 'hi')\n    return a",
        "def build() -> Agent:\n    input('name?')\n    return Agent(name='A')",
        "import subprocess\n"
        "def build() -> Agent:\n"
        "    subprocess.run(['touch', 'ran'])\n"
        "    return Agent(name='A')",
        "def use():\n    agent = Agent(name='A')\n    print(agent)",
        "from agents import function_tool\n"
        "@function_tool\n"
        "def build() -> str:\n"
        "    return Agent(name='A').name",
        "from agents import RunContextWrapper\n"
        "async def on_handoff(ctx: RunContextWrapper[dict], args): return Agent(name='A')",
        "class Bot:\n    def chat(self):\n        return Runner.run_sync(Agent(name='A'), 'x')",
    ],
)
def test_what_only_uses_agents_is_not_called(tmp_path, body):
    result = load(tmp_path, body)
    assert result.ids == []
    assert result.all("failures") == result.all("not_inspected") == result.all("would_run") == []
    assert len(result.reasons) == 1
    assert "not called" in next(iter(result.reasons.values()))
    assert not (tmp_path / "ran").exists()


def test_side_effects_inside_a_tool_do_not_keep_a_factory_from_being_called(tmp_path):
    body = """
        import subprocess
        from agents import function_tool
        def build():
            @function_tool
            def shell(command: str) -> str:
                return subprocess.run(command, shell=True).stdout
            return Agent(name="A", tools=[shell])
    """
    assert load(tmp_path, body).tools("app:build") == ["shell"]


def test_a_factory_whose_agents_exist_already_is_neither_called_nor_reported(tmp_path):
    body = """
        def make(name): return Agent(name=name)
        def again(): return make("again")
        a, b = make("A"), make("B")
    """
    result = load(tmp_path, body)
    assert result.ids == ["app:a", "app:b"]
    assert result.all("not_inspected") == []


def test_callers_are_called_before_what_they_call(tmp_path):
    body = """
        def billing(db): return Agent(name="Billing")
        def team(): return Agent(name="Lead", handoffs=[billing(1)])
    """
    result = load(tmp_path, body)
    assert result.ids == ["app:team", "app:team>Billing"]
    assert result.all("not_inspected") == []


def test_a_getter_that_only_picks_an_agent_is_no_factory(tmp_path):
    body = """
        A = Agent(name="A")
        def pick(name) -> Agent: return {"a": A}[name]
        def current() -> Agent: raise LookupError("none yet")
    """
    result = load(tmp_path, body)
    assert result.ids == ["app:A"]
    assert result.all("failures") == []
    assert [note["severity"] for note in result.all("not_inspected")] == ["info"]


def test_a_factory_that_raises_is_a_failure_with_its_line(tmp_path):
    result = load(tmp_path, "def build():\n    {}['key']\n    return Agent(name='A')")
    (failure,) = result.all("failures")
    assert (failure["ref"], failure["error"], failure["line"]) == ("app:build", "KeyError: 'key'", 3)
    assert result.reasons == {"app.py:4": "in factory `build`, which raised KeyError: 'key'"}


@pytest.mark.parametrize(
    "body",
    [
        "async def build():\n    yield Agent(name='A')",
        "from contextlib import contextmanager\n@contextmanager\ndef build():\n    yield Agent(name='A')",
    ],
)
def test_generators_and_context_managers_are_named(tmp_path, body):
    (note,) = load(tmp_path, body).all("not_inspected")
    assert note["reason"] == "is a generator or context manager; it is not entered"


def test_a_factory_is_skipped_when_an_earlier_attempt_died_in_it(tmp_path):
    known = {"ref": "app:build", "kind": "hung", "error": "no end after 20 s"}
    result = load(tmp_path, "def build(): return Agent(name='A')", skip={"app:build": known})
    assert result.ids == []
    assert result.all("failures") == [known]


def test_two_builds_that_differ_are_reported(tmp_path):
    body = """
        import itertools
        from agents import function_tool
        count = itertools.count()
        def build():
            @function_tool(name_override=f"tool_{next(count)}")
            def tool(): ...
            return Agent(name="A", tools=[tool])
        def steady(): return Agent(name="B")
    """
    (unstable,) = load(tmp_path, body).all("unstable")
    assert (unstable["ref"], unstable["path"], unstable["line"]) == ("app:build", "app.py", 6)
    assert unstable["difference"] == "'A': the second build lost 'tool_0' and gained 'tool_1'"


def test_a_second_build_that_fails_is_reported(tmp_path):
    body = """
        made = []
        def build():
            if made: raise RuntimeError("registered twice")
            made.append(1)
            return Agent(name="A")
    """
    (unstable,) = load(tmp_path, body).all("unstable")
    assert unstable["difference"] == "the second build raised RuntimeError: registered twice"


def test_a_tool_that_is_added_at_each_build_is_the_difference(tmp_path):
    body = """
        from agents import function_tool
        TOOLS = []
        @function_tool
        def discount(): ...
        def build():
            TOOLS.append(discount)
            return Agent(name="A", tools=list(TOOLS))
    """
    (unstable,) = load(tmp_path, body).all("unstable")
    assert unstable["difference"] == "'A': the second build gained 'discount'"
