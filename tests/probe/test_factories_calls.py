"""Functions, methods and classes that hand out agents: which are called, with what, and which not."""

import time
from pathlib import Path

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


def test_configured_arguments_are_literals_and_references(tmp_path):
    body = """
        DB = {"name": "Ledger"}
        def build(db, count, title="x", **more):
            return Agent(name=f"{db['name']} {count} {title} {more['other']['name']}")
    """
    values = {"db": "app:DB", "count": 3, "title": "$5", "other": "app:DB"}
    result = load(tmp_path, body, arguments={"app:build": values})
    assert result.consumer("app:build")["name"] == "Ledger 3 $5 Ledger"
    assert {filled["parameter"]: filled["why"] for filled in result.all("filled")} == dict.fromkeys(
        values, "config"
    )


@pytest.mark.parametrize("parameter", ["tenant", "tenant=None", "**more"])
@pytest.mark.parametrize(
    ("value", "lacks"),
    [
        ("$tenant", "the config names no tenants"),
        ("$flags.beta", "the config declares no flags"),
    ],
)
def test_tenants_and_flags_are_not_filled_by_anything_else(tmp_path, parameter, value, lacks):
    body = f"def build({parameter}): return Agent(name='A')"
    result = load(tmp_path, body, arguments={"app:build": {"tenant": value}})
    (note,) = result.all("not_inspected")
    assert (note["ref"], note["reason"]) == (
        "app:build",
        f"argument 'tenant': `{value}` can't be filled: {lacks}",
    )
    assert result.ids == result.all("filled") == []


@pytest.mark.parametrize(
    ("parameters", "given"),
    [
        ("**flags", {"beta": False, "plan": "free"}),
        ("plan, **rest", {"beta": False}),
        ("plan='own', **rest", {"beta": False}),
        ("*rest, **more", {}),
    ],
)
def test_keyword_parameters_take_the_flags_that_no_other_is_named_after(tmp_path, parameters, given):
    name = parameters.rpartition("**")[2]
    body = f"def build({parameters}): return Agent(name=repr({name}))"
    result = load(tmp_path, body, flags=[["beta", [False, True]], ["plan", ["free", "pro"]]])
    assert result.consumer("app:build")["name"] == repr(given)


def test_no_entry_point_is_offered_for_capture_that_needs_a_tenant(tmp_path):
    body = "def main(tenant): print(Agent(name='A'))"
    without = load(tmp_path, body, arguments={"app:main": {"tenant": "acme"}})
    assert without.reasons == {
        "app.py:2": "inside main(), which is not called (show it with --capture app:main)"
    }
    result = load(tmp_path, body, arguments={"app:main": {"tenant": "$tenant"}})
    assert result.reasons == {"app.py:2": "inside main(), which is not called"}


def test_a_reference_into_a_module_that_starts_a_run_is_named(tmp_path):
    files = {"other.py": HEAD + "Runner.run_sync(Agent(name='X'), 'hi')\nDB = 1\n"}
    result = discover(
        tmp_path,
        {**files, "app.py": HEAD + "def build(db): return Agent(name='A')\nb = Agent(name='B')\n"},
        arguments={"app:build": {"db": "other:DB"}},
    )
    assert "app:b" in result.ids
    (note,) = result.all("not_inspected")
    assert note["reason"].startswith("argument 'db' = 'other:DB': ")


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


NAMED_ANEW = """
    import uuid
    from agents import function_tool, handoff
    @function_tool
    def discount(): ...
    def build():
        target = Agent(name=f"sess-{{uuid.uuid4().hex}}", tools=[discount])
        return Agent(name=f"boss-{{uuid.uuid4()}}", handoffs=[{entry}])
"""


def test_agents_that_only_have_another_name_each_time_are_no_difference(tmp_path):
    body = NAMED_ANEW.format(entry="handoff(target, tool_name_override='go')")
    assert load(tmp_path, body).all("unstable") == []


def test_a_handoff_that_is_called_after_such_a_name_is_one(tmp_path):
    (unstable,) = load(tmp_path, NAMED_ANEW.format(entry="target")).all("unstable")
    assert "the second build lost 'transfer_to_sess_" in unstable["difference"]


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


def test_a_second_build_that_does_not_end_leaves_the_first_one_standing(tmp_path):
    body = """
        import time
        made = []
        def build():
            if made: time.sleep(600)
            made.append(1)
            return Agent(name="A")
        def after(): return Agent(name="B")
    """
    result = load(tmp_path, body, timeout=2)
    assert result.ids == ["app:build", "app:after"]
    assert result.all("unstable") == []
    assert {note["ref"]: note["reason"] for note in result.all("not_inspected")} == {
        "app:build": "its second build took more than the 0.5 s that all have",
        "app:after": "no second build: those before it took 0.5 s",
    }


@pytest.mark.parametrize("raised", ["KeyboardInterrupt", "BaseException('odd')", "GeneratorExit"])
def test_whatever_a_second_build_raises_is_its_difference(tmp_path, raised):
    body = f"""
        made = []
        def build():
            if made: raise {raised}
            made.append(1)
            return Agent(name="A")
        b = Agent(name="B")
    """
    result = load(tmp_path, body)
    assert result.ids == ["app:b", "app:build"]
    (unstable,) = result.all("unstable")
    assert unstable["difference"].startswith(f"the second build raised {raised[:9]}")


UNREADABLE = """
    made = []
    class Odd(Agent):
        broken = False
        @property
        def tool_use_behavior(self):
            if self.broken: raise ValueError("odd")
            return "run_llm_again"
        @tool_use_behavior.setter
        def tool_use_behavior(self, value): pass
    def build():
        made.append(1)
        agent = Odd(name="A")
        agent.broken = {when}
        return agent
    b = Agent(name="B")
"""


@pytest.mark.parametrize(
    ("when", "difference"),
    [
        ("len(made) > 1", ["'A' could be read after the first build only"]),
        ("len(made) < 2", ["'A' could be read after the second build only"]),
        ("True", []),
    ],
)
def test_an_agent_that_cannot_be_read_after_one_of_two_builds_costs_nothing_else(tmp_path, when, difference):
    result = load(tmp_path, UNREADABLE.format(when=when))
    assert "app:b" in result.ids
    assert [unstable["difference"] for unstable in result.all("unstable")] == difference


def test_agents_that_a_target_leaves_out_are_not_compared(tmp_path):
    body = """
        import itertools
        count = itertools.count()
        def build(): return Agent(name=f"A{next(count)}")
        b = Agent(name="B")
    """
    result = load(tmp_path, body, target="app:b")
    assert (result.ids, result.all("unstable")) == (["app:b"], [])


SERVER = """
    import sys
    from agents.mcp import MCPServerStdio
    started = []
    class Counting(MCPServerStdio):
        async def connect(self):
            started.append(1)
            print("started", file=open({log!r}, "a"))
            await super().connect()
    def build():
        params = {{"command": sys.executable, "args": [{program!r}]}}
        return Agent(name="Merchant", mcp_servers=[Counting(params=params, name="catalog")])
"""


def test_a_factory_that_builds_its_own_server_is_stable_and_starts_it_once(tmp_path):
    program = Path(__file__).parents[2] / "sample_projects" / "mcp_shop" / "servers" / "catalog.py"
    log = tmp_path / "started.log"
    body = SERVER.format(log=str(log), program=str(program))
    result = load(tmp_path, body, mcp=True, timeout=60)
    assert "search_products" in result.tools("app:build")
    assert result.all("unstable") == []
    assert log.read_text() == "started\n"


def test_a_great_many_factories_that_call_each_other_are_ordered_soon(tmp_path):
    count = 1500
    body = "def f0(db): return Agent(name='A')\n" + "".join(
        f"def f{n}(db): return f{n - 1}(db)\n" for n in range(1, count)
    )
    began = time.monotonic()
    result = load(tmp_path, body + "def start(): return f0(1)\n")
    assert result.ids == ["app:start"]
    assert result.all("failures") == result.all("not_inspected") == []
    assert time.monotonic() - began < 10
