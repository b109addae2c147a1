"""Factories under flags: what their calls are given, which builds there are, and what they hand out."""

import textwrap
from pathlib import Path
from typing import Any

import pytest
from discovery import Discovery, discover

HEAD = """from agents import Agent, function_tool


def tool(name, **options):
    def run() -> str: return ""
    return function_tool(run, name_override=name, **options)


"""
FLAGS = [["beta", [False, True]], ["plan", ["free", "pro", "enterprise"]]]


def load(tmp_path: Path, text: str, **request: Any) -> Discovery:
    request = {"flags": FLAGS, **request}
    return discover(tmp_path, {"app.py": HEAD + textwrap.dedent(text)}, **request)


def explored(tmp_path: Path, text: str, **request: Any) -> dict[str, list[Any]]:
    """All parts of the exploration, added up."""
    found: dict[str, list[Any]] = {}
    for part in load(tmp_path, text, explore=True, **request).all("parts"):
        for field, values in part.items():
            found.setdefault(field, []).extend(values if isinstance(values, list) else [values])
    return found


def factory(found: dict[str, list[Any]], ref: str = "app:build") -> dict[str, Any]:
    return next(each for each in found["factories"] if each["ref"] == ref)


def at(decided: dict[str, Any], *scenario: int) -> dict[str, Any]:
    """The outcome that a tree leads to."""
    tree = decided["decision"]["tree"]
    while isinstance(tree, list):
        flag, branches = tree
        tree = branches[scenario[flag]]
    return decided["outcomes"][tree]


def tools(surface: dict[str, Any], consumer: int = 0) -> list[str]:
    return [tool["visible"] for tool in surface["consumers"][consumer]["tools"]]


# What a call is given


@pytest.mark.parametrize(
    ("body", "arguments", "filled"),
    [
        ("def build(beta): return Agent(name=f'{beta}')", {}, [("beta", "True", "flag")]),
        ("def build(*, plan): return Agent(name=plan)", {}, [("plan", "'pro'", "flag")]),
        ("def build(beta, /): return Agent(name=f'{beta}')", {}, [("beta", "True", "flag")]),
        (
            "def build(flags): return Agent(name=flags['plan'])",
            {},
            [("flags", "{'beta': True, 'plan': 'pro'}", "flag")],
        ),
        ("def build(x): return Agent(name=f'{x}')", {"x": "$flags.plan"}, [("x", "'pro'", "flag")]),
        ("def build(x=0): return Agent(name=f'{x}')", {"x": "$flags.plan"}, [("x", "'pro'", "flag")]),
        ("def build(x): return Agent(name=x['plan'])", {"x": "$flags"}, None),
        ("def build(tenant): return Agent(name=f'{tenant}')", {}, [("tenant", "'acme'", "tenant")]),
        ("def build(x): return Agent(name=f'{x}')", {"x": "$tenant"}, [("x", "'acme'", "tenant")]),
    ],
)
def test_a_factory_is_given_the_scenario(tmp_path, body, arguments, filled):
    result = load(
        tmp_path,
        body,
        arguments={"app:build": arguments},
        tenants={"acme": {"beta": True, "plan": "pro"}},
        scenario={"beta": True, "plan": "pro"},
        tenant="acme",
    )
    assert result.ids == ["app:build"]
    assert result.all("failures") == result.all("unstable") == []
    (name,) = [consumer["name"] for consumer in result.all("consumers")]
    assert name in ("True", "pro", "acme")
    if filled is not None:
        assert [(each["parameter"], each["value"], each["why"]) for each in result.all("filled")] == filled


@pytest.mark.parametrize("parameter", ["context", "ctx"])
def test_a_factory_is_given_the_context(tmp_path, parameter):
    body = f"""
        class Context:
            def __init__(self, flags): self.plan = flags["plan"]
        def make(flags): return Context(flags)
        def build({parameter}): return Agent(name={parameter}.plan)
    """
    result = load(tmp_path, body, context="app:make", scenario={"plan": "pro"})
    assert [consumer["name"] for consumer in result.all("consumers")] == ["pro"]
    (filled,) = result.all("filled")
    assert (filled["value"], filled["why"]) == ("app:make", "context")


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("$flags.bta", "there is no flag `bta`, only `beta`, `plan`; did you mean `$flags.beta`?"),
        ("$flags.nope", "there is no flag `nope`, only `beta`, `plan`"),
        ("$tenant", "the config names no tenants"),
        ("$context", "the config has no `context`"),
        ("$nope", "there are `$flags`, `$flags.<name>`, `$tenant` and `$context`"),
    ],
)
def test_what_the_config_does_not_declare_is_a_problem_of_that_argument(tmp_path, value, problem):
    result = load(tmp_path, "def build(x): return Agent(name='A')", arguments={"app:build": {"x": value}})
    (note,) = result.all("not_inspected")
    assert note["reason"] == f"argument 'x': `{value}` can't be filled: {problem}"
    assert result.ids == []


def test_names_of_what_is_not_declared_are_filled_by_nothing(tmp_path):
    result = load(tmp_path, "def build(flags, tenant, context, beta): return Agent(name='A')", flags=[])
    (note,) = result.all("not_inspected")
    assert note["reason"] == "needs arguments 'flags', 'tenant', 'context', 'beta'"


def test_an_entry_point_that_flags_fill_is_offered_for_capture(tmp_path):
    body = "def main(flags, plan): print(Agent(name='A'))"
    assert "--capture app:main" in next(iter(load(tmp_path, body).reasons.values()))
    wanting = load(tmp_path, "def main(flags, db): print(Agent(name='A'))")
    assert "--capture" not in next(iter(wanting.reasons.values()))


# Which builds there are


def test_each_outcome_of_the_flags_that_a_call_reads_is_built(tmp_path):
    found = explored(
        tmp_path,
        """
        def build(flags):
            tools = [tool("lookup")]
            if flags["plan"] != "free":
                tools.append(tool("refund"))
            return Agent(name="Desk", tools=tools)
        """,
    )
    build = factory(found)
    assert build["decision"]["doubt"] == ""
    assert build["decision"]["reads"] == [1]
    both = ["lookup", "refund"]
    assert [tools(at(build, 0, plan)) for plan in range(3)] == [["lookup"], both, both]
    assert len(build["outcomes"]) == 2
    assert sum(found["builds"]) >= 3
    assert found["unfinished"] == found["unstable"] == []


@pytest.mark.parametrize(
    ("ref", "body"),
    [
        ("app:build", "async def build(beta): return Agent(name='Desk', tools=[tool('x')] if beta else [])"),
        (
            "app:Desk.build",
            "class Desk:\n    def __init__(self, flags): self.beta = flags['beta']\n"
            "    def build(self): return Agent(name='Desk', tools=[tool('x')] if self.beta else [])",
        ),
        (
            "app:Desk.build",
            "class Desk:\n    @classmethod\n    def build(cls, flags):\n"
            "        return Agent(name='Desk', tools=[tool('x')] if flags.get('beta') else [])",
        ),
        (
            "app:build",
            "import functools\n@functools.cache\ndef build(beta):\n"
            "    return Agent(name='Desk', tools=[tool('x')] if beta else [])",
        ),
        (
            "app:build",
            "from dataclasses import dataclass\n@dataclass\nclass Context:\n    beta: bool\n    plan: str\n"
            "def make(flags): return Context(beta=flags['beta'], plan=flags['plan'])\n"
            "def build(ctx): return Agent(name='Desk', tools=[tool('x')] if ctx.beta else [])",
        ),
    ],
    ids=["async", "method", "classmethod", "cached", "context"],
)
def test_factories_of_every_kind_are_built_again(tmp_path, ref, body):
    context = {"context": "app:make"} if "def make" in body else {}
    found = explored(tmp_path, body, **context)
    build = factory(found, ref)
    assert build["decision"]["doubt"] == ""
    assert build["decision"]["reads"] == [0]
    assert tools(at(build, 0, 0)) == []
    assert tools(at(build, 1, 0)) == ["x"]
    assert at(build, 1, 0)["consumers"][0]["id"] == ref
    assert found["unstable"] == []


def test_a_factory_that_is_given_no_flags_is_not_built_again(tmp_path):
    found = explored(tmp_path, "def build(): return Agent(name='Desk')")
    assert "factories" not in found
    assert sum(found["builds"]) == 0


def test_builds_that_hand_out_the_same_are_one_outcome(tmp_path):
    found = explored(
        tmp_path, "def build(flags): return Agent(name='Desk', tools=[tool('x' if flags['plan'] else 'y')])"
    )
    build = factory(found)
    assert len(build["outcomes"]) == 1


def test_agents_of_modules_keep_their_ids_and_are_left_out(tmp_path):
    found = explored(
        tmp_path,
        """
        billing = Agent(name="Billing")
        def build(flags):
            extra = [Agent(name="Extra")] if flags["beta"] else []
            return Agent(name="Desk", handoffs=[billing, *extra])
        """,
    )
    build = factory(found)
    plain, beta = at(build, 0, 0), at(build, 1, 0)
    assert [consumer["id"] for consumer in plain["consumers"]] == ["app:build"]
    assert [consumer["id"] for consumer in beta["consumers"]] == ["app:build", "app:build>Extra"]
    assert [tool["target"] for tool in beta["consumers"][0]["tools"]] == ["app:billing", "app:build>Extra"]


def test_what_another_factory_calls_under_other_flags_is_no_factory_of_its_own(tmp_path):
    body = """
        def build_pro(flags): return Agent(name="Pro", tools=[tool("x")] if flags["beta"] else [])
        def build_free(): return Agent(name="Free")
        def build(flags): return build_pro(flags) if flags["plan"] == "pro" else build_free()
    """
    result = load(tmp_path, body, explore=True)
    assert result.ids == ["app:build"]
    found = explored(tmp_path, body)
    assert [each["ref"] for each in found["factories"]] == ["app:build"]
    assert at(factory(found), 1, 1)["consumers"][0]["name"] == "Pro"


# Predicates of what a build hands out


def test_predicates_are_decided_within_the_scenarios_of_their_build(tmp_path):
    found = explored(
        tmp_path,
        """
        class Context:
            def __init__(self, flags): self.beta = flags["beta"]
        def make(flags): return Context(flags)
        def build(plan):
            return Agent(name="Desk", tools=[
                tool("refund", is_enabled=lambda ctx, agent: ctx.context.beta),
                *([tool("export")] if plan != "free" else []),
            ])
        """,
        context="app:make",
    )
    build = factory(found)
    assert build["decision"]["reads"] == [1]
    for plan in range(3):
        (switch,) = at(build, 0, plan)["switches"]
        assert switch["decision"]["reads"] == [0]
        assert [at(switch, beta, plan)["enabled"] for beta in (0, 1)] == [False, True]


def test_flags_that_a_closure_reads_later_decide_about_the_build(tmp_path):
    found = explored(
        tmp_path,
        """
        def build(flags):
            return Agent(name="Desk", tools=[tool("refund", is_enabled=lambda ctx, agent: flags["beta"])])
        """,
    )
    build = factory(found)
    assert build["decision"]["doubt"] == ""
    assert build["decision"]["reads"] == [0]
    for beta in (0, 1):
        surface = at(build, beta, 0)
        assert [tool["enabled"] for tool in surface["consumers"][0]["tools"]] == [bool(beta)]
        assert [at(switch, beta, 0)["enabled"] for switch in surface["switches"]] == [bool(beta)]


# What goes wrong


def test_a_build_that_raises_for_one_value_is_a_failure_there(tmp_path):
    found = explored(
        tmp_path,
        """
        def build(flags):
            if flags["plan"] == "enterprise":
                raise LookupError("no contract")
            return Agent(name="Desk")
        """,
    )
    build = factory(found)
    failure = at(build, 0, 2)["failure"]
    assert (failure["ref"], failure["kind"], failure["error"]) == (
        "app:build",
        "raised",
        "LookupError: no contract",
    )
    assert (failure["path"], failure["line"]) == ("app.py", 12)
    assert at(build, 0, 0).get("failure") is None


def test_a_default_that_raises_is_built_under_the_other_flags(tmp_path):
    found = explored(
        tmp_path,
        "def build(beta):\n    if not beta: raise LookupError('not yet')\n    return Agent(name='Desk')",
    )
    build = factory(found)
    assert at(build, 0, 0)["failure"]["error"] == "LookupError: not yet"
    assert at(build, 1, 0)["consumers"][0]["id"] == "app:build"


TENANTS = {"acme": {"plan": "pro"}, "zeta": {"plan": "free"}}
NEEDS_TENANT = """
    LISTS = {"acme": ["lookup"], "zeta": ["lookup", "refund"]}
    def build(tenant): return Agent(name="Desk", tools=[tool(name) for name in LISTS[tenant]])
"""


def test_a_factory_that_needs_a_tenant_is_shown_for_the_first_one(tmp_path):
    result = load(tmp_path, NEEDS_TENANT, tenants=TENANTS)
    assert result.tools("app:build") == ["lookup"]
    assert result.all("failures") == []
    (note,) = result.all("not_inspected")
    assert note["severity"] == "info"
    assert note["reason"] == (
        "needs a named tenant: without one it raises KeyError: None; shown as built for `acme`"
    )


def test_scenarios_without_a_tenant_are_no_failures_of_what_needs_one(tmp_path):
    found = explored(tmp_path, NEEDS_TENANT, tenants=TENANTS)
    build = factory(found)
    assert build["decision"]["doubt"] == ""
    assert not any(surface.get("failure") for surface in build["outcomes"])
    assert at(build, 0, 0, 0).get("consumers", []) == []
    assert tools(at(build, 0, 1, 1)) == ["lookup"]
    assert tools(at(build, 0, 0, 2)) == ["lookup", "refund"]
    assert found["not_inspected"] == found["unstable"] == []


def test_a_factory_that_fails_for_a_named_tenant_too_is_a_failure(tmp_path):
    result = load(tmp_path, "def build(tenant): return Agent(name=['x'][tenant])", tenants=TENANTS)
    (failure,) = result.all("failures")
    assert failure["error"].startswith("TypeError: list indices must be integers")


# Too many builds


def test_independent_flags_beyond_the_budget_are_sampled(tmp_path):
    flags = [[f"f{number}", [False, True]] for number in range(31)]
    found = explored(
        tmp_path,
        "def build(flags): return Agent(name='Desk', tools=[tool(name) for name in flags if flags[name]])",
        flags=flags,
        builds=40,
    )
    build = factory(found)
    assert build["decision"]["strength"] >= 2
    assert build["decision"]["doubt"].endswith("of 2^31 builds")
    samples = build["decision"]["samples"]
    assert len(samples) <= 40
    assert sum(found["builds"]) >= len(samples)
    for scenario, outcome in samples:
        assert tools(build["outcomes"][outcome]) == [f"f{at}" for at in range(31) if scenario[at]]
    pairs = {
        (a, b) for scenario, _ in samples for a in range(31) for b in range(a) if scenario[a] and scenario[b]
    }
    assert len(pairs) == 31 * 30 // 2


# What builds leave behind


def test_a_build_that_changes_an_agent_of_a_module_is_found(tmp_path):
    found = explored(
        tmp_path,
        """
        triage = Agent(name="Triage", tools=[tool("lookup")])
        def build(beta):
            if beta and len(triage.tools) < 2:
                triage.tools.append(tool("refund"))
            return Agent(name="Desk")
        """,
    )
    (unstable,) = found["unstable"]
    assert unstable["ref"] == "app:triage"
    assert unstable["difference"] == (
        "builds of `app:build` under other flags have changed it: it gained 'refund'"
    )
    assert (unstable["path"], unstable["line"]) == ("app.py", 10)


def test_a_build_that_remembers_other_flags_is_found(tmp_path):
    found = explored(
        tmp_path,
        """
        EXTRA = []
        def build(beta):
            if beta and not EXTRA:
                EXTRA.append(tool("refund"))
            return Agent(name="Desk", tools=list(EXTRA))
        """,
    )
    (unstable,) = found["unstable"]
    assert unstable["ref"] == "app:build"
    assert unstable["difference"] == (
        "after builds under other flags 'Desk': the last build gained 'refund'; "
        "something outside of it remembers them"
    )


def test_flags_that_the_first_build_left_in_a_module_are_found(tmp_path):
    found = explored(
        tmp_path,
        """
        SETTINGS = None
        def build(flags):
            global SETTINGS
            if SETTINGS is None:
                SETTINGS = flags
            return Agent(name="Desk", tools=[tool("refund")] if SETTINGS["beta"] else [])
        """,
    )
    (unstable,) = found["unstable"]
    assert unstable["ref"] == "app:build"
    assert unstable["difference"] == (
        "it reads flags that an earlier build was given: something outside of it keeps them"
    )
    assert factory(found)["decision"]["doubt"] == "it reads flags that an earlier build was given"


def test_two_builds_that_differ_under_the_same_flags_are_told(tmp_path):
    found = explored(
        tmp_path,
        """
        SEEN = []
        def build(plan):
            SEEN.append(plan)
            return Agent(name="Desk", tools=[tool("x")] if SEEN[-2:-1] == ["enterprise"] else [])
        """,
    )
    assert factory(found)["decision"]["doubt"]
    (unstable,) = found["unstable"]
    assert unstable["ref"] == "app:build"
    assert "'Desk': the later one " in unstable["difference"]


def test_objects_of_builds_have_numbers_of_their_own(tmp_path):
    body = """
        lookup = tool("lookup")
        triage = Agent(name="Triage", tools=[lookup])
        def one(beta): return Agent(name="One", tools=[lookup, *([tool("x")] if beta else [])])
        def two(beta): return Agent(name="Two", tools=[lookup, *([tool("y")] if beta else [])])
    """
    shown = {each["id"]: each for each in load(tmp_path, body).all("consumers")}
    found = explored(tmp_path, body)
    surfaces = [surface for each in found["factories"] for surface in each["outcomes"]]
    consumers = [consumer for surface in surfaces for consumer in surface["consumers"]]
    lists = [consumer["tools_list"] for consumer in consumers]
    assert len({shown["app:triage"]["tools_list"], *lists}) == 1 + len(lists) == 5
    lookups = {tool["identity"] for consumer in consumers for tool in consumer["tools"][:1]}
    assert lookups == {shown["app:triage"]["tools"][0]["identity"]}


def test_isolated_builds_leave_nothing_to_say(tmp_path):
    found = explored(
        tmp_path,
        """
        triage = Agent(name="Triage", tools=[tool("lookup")])
        def build(beta):
            extra = [tool("x")] if beta else []
            return triage.clone(name="Desk", tools=[*triage.tools, *extra])
        """,
    )
    assert found["unstable"] == []


# References of the config


@pytest.mark.parametrize(
    "body",
    [
        "def approvals(flags): return ['refund'] if flags['plan'] == 'pro' else []",
        "async def approvals(plan): return {'refund'} if plan == 'pro' else set()",
        "def approvals(plan, /): return ['refund'] if plan == 'pro' else ()",
    ],
)
def test_references_to_callables_are_tables_by_flags(tmp_path, body):
    text = f"{body}\ndesk = Agent(name='Desk')"
    (read,) = load(tmp_path, text, references=["app:approvals"], scenario={"plan": "pro"}).all("references")
    assert [entry["name"] for entry in read["entries"]] == ["refund"]
    (table,) = explored(tmp_path, text, references=["app:approvals"])["tables"]
    assert table["reference"] == "app:approvals"
    assert table["decision"]["reads"] == [1]
    assert [[entry["name"] for entry in at(table, 0, plan)["entries"]] for plan in range(3)] == [
        [],
        ["refund"],
        [],
    ]


def test_a_reference_that_needs_what_is_not_declared_says_what_there_is(tmp_path):
    text = "def approvals(db): return []\ndesk = Agent(name='Desk')"
    (read,) = load(tmp_path, text, references=["app:approvals"]).all("references")
    assert read["error"] == (
        "is a function that needs `db`; parameters are filled by name: `flags`, `beta`, `plan`"
    )


def test_references_that_no_flag_decides_are_no_tables(tmp_path):
    text = "NAMES = ['a']\ndef names(): return ['b']\ndesk = Agent(name='Desk')"
    assert "tables" not in explored(tmp_path, text, references=["app:NAMES", "app:names"])


def test_what_was_read_while_loading_decides_about_no_predicate(tmp_path):
    found = explored(
        tmp_path,
        """
        class Context:
            def __init__(self, flags): self.plan, self.beta = flags["plan"], flags["beta"]
        def make(flags): return Context(flags)
        paid = tool("export", is_enabled=lambda ctx, agent: ctx.context.plan != "free")
        beta = tool("call", is_enabled=lambda ctx, agent: ctx.context.beta)
        desk = Agent(name="Desk", tools=[paid, beta])
        """,
        context="app:make",
    )
    switches = {switch["tools"][0]: switch for switch in found["switches"]}
    assert {key: switch["decision"]["reads"] for key, switch in switches.items()} == {
        "function:export": [1],
        "function:call": [0],
    }
    assert {switch["decision"]["doubt"] for switch in switches.values()} == {""}


# What builds keep


@pytest.mark.parametrize(
    "body",
    [
        """
        def build(flags):
            global kept
            kept = kept or Agent(name="Desk", tools=[tool("refund")] if flags["beta"] else [tool("lookup")])
            return kept
        """,
        """
        def build(beta):
            global kept
            kept = kept or Agent(name="Desk", tools=[tool("refund")] if beta else [tool("lookup")])
            return kept
        """,
    ],
    ids=["read once", "read each time"],
)
def test_a_factory_that_keeps_its_first_agent_is_doubted_and_told(tmp_path, body):
    found = explored(tmp_path, "kept = None\n" + textwrap.dedent(body))
    assert factory(found)["decision"]["doubt"] == "it keeps what it was first built with"
    (unstable,) = found["unstable"]
    assert unstable["ref"] == "app:build"
    assert unstable["difference"] == (
        "it keeps the agent that it built for the first flags: the next tenant gets the first one's"
    )


def test_a_factory_that_keeps_its_first_tools_is_doubted_and_told(tmp_path):
    found = explored(
        tmp_path,
        """
        kept = None
        def tools(flags):
            global kept
            if kept is None: kept = [tool("refund")] if flags["beta"] else [tool("lookup")]
            return kept
        def build(flags): return Agent(name=flags["plan"], tools=tools(flags))
        """,
    )
    assert factory(found)["decision"]["doubt"] == "it keeps what it was first built with"
    (unstable,) = found["unstable"]
    assert unstable["difference"] == (
        "it keeps what it made of the first flags: the next tenant gets the first one's"
    )


def test_what_is_kept_by_the_flags_that_decide_about_it_is_no_doubt(tmp_path):
    found = explored(
        tmp_path,
        """
        import functools
        kept = {}
        @functools.cache
        def helper(): return Agent(name="Helper")
        def by_flags(flags):
            agent = kept.get(flags["beta"])
            if agent is None:
                agent = kept[flags["beta"]] = Agent(name="Desk", tools=[tool("x")] if flags["beta"] else [])
            return agent
        def cached(flags): return helper() if flags["plan"] != "free" else Agent(name="Free")
        def with_helper(flags): return Agent(name=flags["plan"], handoffs=[helper()])
        """,
    )
    assert [each["ref"] for each in found["factories"]] == ["app:cached", "app:with_helper", "app:by_flags"]
    assert {each["decision"]["doubt"] for each in found["factories"]} == {""}
    assert found["unstable"] == []


def test_doubts_of_making_the_object_whose_method_builds_are_kept(tmp_path):
    found = explored(
        tmp_path,
        """
        class Desk:
            earlier = None
            def __init__(self, flags):
                Desk.earlier = Desk.earlier or flags
                self.beta = Desk.earlier["beta"]
            def build(self): return Agent(name="Desk", tools=[tool("x")] if self.beta else [])
        """,
    )
    assert factory(found, "app:Desk.build")["decision"]["doubt"].startswith(
        "it reads flags that an earlier build was given"
    )
    assert [each["ref"] for each in found["unstable"]] == ["app:Desk.build"]


@pytest.mark.parametrize(
    ("body", "doubt"),
    [
        (
            """
            first = None
            def names(flags):
                global first
                first = first or flags
                return ["refund"] if first["beta"] else ["lookup"]
            """,
            "it reads flags that an earlier build was given",
        ),
        (
            """
            first = None
            def names(flags):
                global first
                if first is None: first = ["refund"] if flags["beta"] else ["lookup"]
                return first
            """,
            "it keeps what it was first built with",
        ),
    ],
    ids=["flags", "result"],
)
def test_a_reference_that_keeps_the_first_flags_is_doubted_and_told(tmp_path, body, doubt):
    text = textwrap.dedent(body) + "desk = Agent(name='Desk')"
    found = explored(tmp_path, text, references=["app:names"])
    (table,) = found["tables"]
    assert doubt in table["decision"]["doubt"]
    (unstable,) = found["unstable"]
    assert (unstable["ref"], unstable["path"]) == ("app:names", "app.py")


@pytest.mark.parametrize(
    ("body", "doubt"),
    [
        (
            "import random\ndef build(beta): return Agent(name='', tools=[tool('x')][: random.random() < 2])",
            "random",
        ),
        (
            "import time\nasync def build(beta): return Agent(name='', tools=[tool('x')][: time.time() > 1])",
            "time",
        ),
    ],
)
def test_builds_that_ask_for_the_time_or_chance_are_doubted(tmp_path, body, doubt):
    assert doubt in factory(explored(tmp_path, body))["decision"]["doubt"]


def test_references_that_draw_random_numbers_are_doubted(tmp_path):
    body = """
        import random
        def names(flags): return ["refund"] if flags["beta"] and random.random() < 2 else ["lookup"]
        desk = Agent(name="Desk")
    """
    (table,) = explored(tmp_path, body, references=["app:names"])["tables"]
    assert "random" in table["decision"]["doubt"]


# What builds cost


def test_references_come_first_and_factories_last(tmp_path):
    body = """
        class Context:
            def __init__(self, flags): self.beta = flags["beta"]
        def make(flags): return Context(flags)
        def names(flags): return ["x"] if flags["beta"] else []
        desk = Agent(name="Desk", tools=[tool("x", is_enabled=lambda ctx, agent: ctx.context.beta)])
        def build(flags): return Agent(name="Built", tools=[tool("y")] if flags["beta"] else [])
    """
    result = load(tmp_path, body, context="app:make", references=["app:names"], explore=True)
    steps = [step for step in result.all("steps") if step.startswith("exploring flags: ")]
    kinds = [step.removeprefix("exploring flags: ").split()[0] for step in steps]
    assert list(dict.fromkeys(kinds)) == ["reference", "predicates", "factory", "what"]


def test_a_context_that_hangs_in_one_scenario_costs_what_depends_on_it_alone(tmp_path):
    body = """
        import time
        class Context:
            def __init__(self, flags): self.plan = flags["plan"]
        def make(flags):
            if flags["plan"] == "pro": time.sleep(60)
            return Context(flags)
        desk = Agent(name="Desk", tools=[
            tool("refund", is_enabled=lambda ctx, agent: ctx.context.plan == "free"),
            tool("lookup", is_enabled=lambda ctx, agent: True),
        ])
        def build(flags): return Agent(name="Other", tools=[tool("x")] if flags["beta"] else [])
    """
    found = explored(tmp_path, body, context="app:make", timeout=4)
    assert factory(found)["decision"]["doubt"] == ""
    assert found["unfinished"] == []
    (switch,) = [each for each in found["switches"] if each["tools"] == ["function:lookup"]]
    assert switch["outcomes"] == [{"enabled": True, "error": None, "failure": None}]


def test_tenants_without_flags_are_explored(tmp_path):
    body = "def build(tenant): return Agent(name='D', tools=[tool('x')] if tenant == 'acme' else [])"
    found = explored(tmp_path, body, flags=[], tenants={"acme": {}, "globex": {}})
    build = factory(found)
    assert [tools(at(build, number)) for number in range(3)] == [[], ["x"], []]


def test_environment_variables_that_predicates_read_are_noted(tmp_path):
    body = """
        import os
        desk = Agent(name="Desk", tools=[
            tool("x", is_enabled=lambda ctx, agent: os.environ.get("BETA") == "1"),
        ])
    """
    found = explored(tmp_path, body)
    assert any("`BETA`" in note["reason"] for note in found["not_inspected"])
