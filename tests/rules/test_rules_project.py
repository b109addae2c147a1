"""TI604 and TI701 to TI704: lists, loads and junk; and the size the rules must cope with."""

import time

import msgspec
import pytest
from hand_made import agent, codes, findings, handoff, hosted, only, places, registry, tool

from inspector.model import ALWAYS, CODES, Junk, LoadFailure, Location, NotInspected, Tool, Unstable
from inspector.model.condition import one_of
from inspector.rules import CATALOGUE, evaluate


class TestSharedList:
    def test_names_every_holder_once(self) -> None:
        shared = tool("lookup")
        first = agent(shared, name="Base", tools_list=5, line=3)
        second = agent(shared, name="Clone", tools_list=5, line=8)
        finding = only(first, second)
        assert (finding.code, finding.severity, finding.consumer) == ("TI604", "warning", first.id)
        assert finding.names == ("Base", "Clone")
        assert places(finding) == ["app/agents.py:3", "app/agents.py:8"]

    def test_empty_lists_and_lists_of_their_own_are_fine(self) -> None:
        transfer = handoff("transfer_to_b", "B")
        assert codes(agent(name="A", tools_list=5), agent(name="B", tools_list=5)) == []
        assert codes(agent(transfer, name="A", tools_list=5), agent(transfer, name="B", tools_list=5)) == []
        assert codes(agent(tool("a"), name="A", tools_list=5), agent(tool("a"), name="B", tools_list=6)) == []
        assert codes(agent(tool("a"), name="A"), agent(tool("a"), name="B")) == []


def late(error: str) -> Tool:
    """A tool whose predicate took too long."""
    return tool(
        "refund",
        enabled=None,
        predicate="app.flags.on",
        predicate_error=error,
        predicate_failure="too_long",
    )


class TestPredicateFailure:
    def test_with_a_configured_context_it_is_an_error(self) -> None:
        unknown = tool(
            "refund",
            enabled=None,
            predicate="app.flags.on",
            predicate_error="KeyError: 'plan'",
            predicate_failure="raised",
        )
        desk = agent(unknown, name="Desk")
        given = msgspec.structs.replace(registry(desk), context="app.context:make")
        (finding,) = evaluate(given)
        assert (finding.code, finding.severity, finding.consumer) == ("TI701", "error", desk.id)
        assert "`app.flags.on`, which decides about `refund` on `Desk`" in finding.message
        assert "KeyError: 'plan'" in finding.message
        assert places(finding) == [f"app/tools.py:{unknown.line}"]

    def test_without_a_context_it_proves_nothing(self) -> None:
        unknown = tool("refund", enabled=None, predicate_error="A: x", predicate_failure="raised")
        assert codes(agent(unknown)) == []

    def test_a_context_that_could_not_be_had_proves_nothing(self) -> None:
        unknown = tool("refund", enabled=None, predicate_error="A: x", predicate_failure="raised")
        assert codes(agent(unknown), context="app.context:make", context_failed=True) == []

    @pytest.mark.parametrize("failure", ["stubbed", None])
    def test_a_predicate_that_did_not_raise_ends_no_run(self, failure: str | None) -> None:
        unknown = tool("refund", enabled=None, predicate_error="no end", predicate_failure=failure)
        assert codes(agent(unknown), context="app.context:make") == []

    def test_one_that_takes_too_long_is_an_error_as_well(self) -> None:
        finding = only(agent(late("TooLong: no end after 1 s"), name="Desk"), context="app.context:make")
        assert (finding.code, finding.severity) == ("TI701", "error")
        assert (
            "`app.flags.on`, which decides about `refund` on `Desk`, gave no answer within 1 s"
            in finding.message
        )

    def test_one_that_had_hardly_any_time_is_not_to_blame(self) -> None:
        assert codes(agent(late("TooLong: no end after 0.05 s")), context="app.context:make") == []

    def test_without_a_context_taking_long_proves_nothing(self) -> None:
        assert codes(agent(late("TooLong: no end after 1 s"))) == []

    def test_where_it_raises_and_where_it_takes_too_long_are_two_findings(self) -> None:
        beta, no_beta = one_of(0, 2, (1,)), one_of(0, 2, (0,))
        one = msgspec.structs.replace(
            late("KeyError: 'plan'"),
            predicate_failure="raised",
            failing=beta,
            late=no_beta,
            late_error="TooLong: no end after 2 s",
        )
        given = msgspec.structs.replace(registry(agent(one)), context="app.context:make", legal=ALWAYS)
        raised, waited = sorted(evaluate(given), key=lambda finding: "no answer" in finding.message)
        assert (raised.holds, "KeyError: 'plan'" in raised.message) == (beta, True)
        assert (waited.holds, "within 2 s" in waited.message) == (no_beta, True)


class TestLoadFailure:
    def test_a_missing_package_says_what_to_install_and_what_is_shown(self) -> None:
        failure = LoadFailure(
            ref="app.chat",
            kind="missing_package",
            error="ModuleNotFoundError: No module named 'redis'",
            missing="redis",
            path="app/chat.py",
            line=3,
        )
        partial = agent(tool("a"), name="Chat", id="app.chat:chat", partial=True)
        finding = only(partial, failures=(failure,))
        assert (finding.code, finding.severity, finding.names) == ("TI701", "error", ("redis",))
        assert (finding.consumer, places(finding)) == (None, ["app/chat.py:3"])
        assert "needs the package `redis`" in finding.message
        assert "is shown: `Chat`" in finding.message
        assert "Install `redis`" in finding.fix
        assert "--python" in finding.fix

    def test_one_package_that_many_modules_need_is_one_finding(self) -> None:
        failures = tuple(
            LoadFailure(
                ref=f"app.m{number}",
                kind="missing_package",
                error="x",
                missing="redis",
                path=f"app/m{number}.py",
                line=1,
            )
            for number in range(5)
        )
        finding = only(failures=failures)
        assert finding.message.startswith("`app.m0`, `app.m1`, `app.m2` and 2 more need the package `redis`")
        assert len(finding.locations) == 5

    def test_an_exit_code_is_told_once(self) -> None:
        finding = only(
            failures=(LoadFailure(ref="app.x", kind="exited", error="the process ended with exit code 5"),)
        )
        assert finding.message.startswith("`app.x` ended the process with exit code 5. ")

    def test_a_refused_connection_names_the_option(self) -> None:
        error = "OSError: toolinspect refuses network connections; allow them with --network"
        finding = only(failures=(LoadFailure(ref="app.x", kind="raised", error=error),))
        assert (
            finding.fix
            == "Pass `--network`, or open the connection when an agent runs rather than on import."
        )

    def test_an_unset_variable_names_the_ways_to_set_it(self) -> None:
        raised = LoadFailure(
            ref="app.x",
            kind="raised",
            error="KeyError: 'ACME_API_KEY'",
            traceback='File "app/x.py", line 3\n  KEY = os.environ["ACME_API_KEY"]\n',
        )
        fix = only(failures=(raised,)).fix
        assert 'env = {ACME_API_KEY = "…"}' in fix
        assert "`--stub-missing`" in fix
        elsewhere = msgspec.structs.replace(raised, traceback='  plan = plans["ACME_API_KEY"]')
        assert "env" not in only(failures=(elsewhere,)).fix

    @pytest.mark.parametrize(
        ("kind", "says"),
        [
            ("raised", "raised: boom"),
            ("exited", "ended the process"),
            ("hung", "did not finish"),
            ("crashed", "crashed the interpreter"),
            ("syntax", "isn't valid Python"),
        ],
    )
    def test_every_way_to_fail(self, kind, says: str) -> None:
        finding = only(failures=(LoadFailure(ref="app.x", kind=kind, error="boom"),))
        assert finding.code == "TI701"
        assert says in finding.message
        assert finding.fix

    def test_modules_that_were_never_reached_are_named_once_with_what_came_before(self) -> None:
        hung = LoadFailure(ref="app.a", kind="hung", error="no end after 1 s")
        failures = tuple(
            LoadFailure(ref=ref, kind=kind, error="not loaded")
            for ref, kind in (("app.b", "not_reached"), ("app.c", "not_reached"))
        )
        _, finding = findings(failures=(hung, *failures))
        assert (finding.code, finding.severity, finding.names) == ("TI702", "warning", ("app.b", "app.c"))
        assert finding.message.startswith("`app.b` and `app.c` were not loaded: modules before them")
        assert "`app.a`" in finding.fix
        assert "--timeout" in finding.fix

    def test_one_broken_line_that_several_modules_import_is_one_finding(self) -> None:
        failures = tuple(
            LoadFailure(ref=ref, kind="syntax", error=error, path="shared.py", line=3)
            for ref, error in (
                ("app.a", "SyntaxError: invalid syntax (shared.py, line 3)"),
                ("app.b", "SyntaxError: invalid syntax (shared.py, line 3)"),
                ("shared", "SyntaxError: invalid syntax"),
            )
        )
        finding = only(failures=failures)
        assert (finding.names, places(finding)) == (("app.a", "app.b", "shared"), ["shared.py:3"])
        assert "`app.a`, `app.b` and `shared` could not be loaded: shared.py:3" in finding.message

    @pytest.mark.parametrize("other", [{"line": 4}, {"error": "B"}, {"path": "b.py"}, {"kind": "hung"}])
    def test_failures_of_other_causes_stay_apart(self, other: dict) -> None:
        first = LoadFailure(ref="app.a", kind="raised", error="A", path="a.py", line=3)
        second = msgspec.structs.replace(first, ref="app.b", **other)
        assert [one.names for one in findings(failures=(first, second))] == [("app.a",), ("app.b",)]


def test_a_factory_without_its_argument_comes_with_the_config_that_helps() -> None:
    part = NotInspected(
        ref="app:build", reason="needs argument 'db'", path="app.py", line=4, config="[x]\na = 1"
    )
    finding = only(not_inspected=(part,))
    assert (finding.code, finding.severity, places(finding)) == ("TI702", "warning", ["app.py:4"])
    assert finding.fix.endswith("[x]\na = 1")


def test_an_mcp_server_that_was_not_started_is_an_info_about_its_agent() -> None:
    desk = agent(tool("a"), name="Desk")
    part = NotInspected(
        ref=desk.id,
        reason="MCP server `kb` was not started",
        severity="info",
        advice="Pass `--mcp` to start MCP servers.",
    )
    finding = only(desk, not_inspected=(part,))
    assert (finding.code, finding.severity) == ("TI702", "info")
    assert finding.message.startswith("Tools of `app.agents:desk` are missing")
    assert "--mcp" in finding.fix


@pytest.mark.parametrize("severity", ["info", "warning"])
@pytest.mark.parametrize("shown", [True, False])
def test_without_advice_no_fix_is_invented(severity: str, shown: bool) -> None:
    desk = agent(tool("a"), name="Desk")
    part = NotInspected(ref=desk.id if shown else "app:other", reason="because", severity=severity)
    fix = only(desk, not_inspected=(part,)).fix
    assert fix
    assert not {word for word in ("--mcp", "server", "agents", "config") if word in fix}


class TestPredicatesThatDiffer:
    difference = "answers differently each time it is asked under the same flags: on, then off"

    def test_the_predicate_is_named_with_its_tools(self) -> None:
        desk = agent(tool("refund", predicate="app.by_chance"), tool("credit", predicate="app.by_chance"))
        finding = only(desk, unstable=(Unstable(ref="app.by_chance", difference=self.difference),))
        assert finding.code == "TI703"
        assert finding.message == (
            "`app.by_chance`, the predicate of `refund` and `credit`, answers differently each time it is "
            "asked under the same flags: on, then off."
        )
        assert "clocks" in finding.fix

    def test_one_that_many_agents_ask_is_one_finding(self) -> None:
        other = self.difference.replace("on, then off", "off, then on")
        found = tuple(Unstable(ref="app.by_chance", difference=each) for each in (self.difference, other))
        assert only(agent(tool("refund", predicate="app.by_chance")), unstable=found).code == "TI703"

    @pytest.mark.parametrize(
        "difference",
        [
            "it is cached, and reads `beta`: whoever calls it first decides what it answers to all tenants",
            "its MCP servers offer other tools each time they are listed under the same flags",
        ],
    )
    def test_what_is_no_build_is_not_called_one(self, difference: str) -> None:
        finding = only(unstable=(Unstable(ref="app:allowed", difference=difference),))
        assert finding.message == f"`app:allowed` isn't the same each time: {difference}."


def test_builds_that_differ() -> None:
    finding = only(unstable=(Unstable(ref="app:build", difference="tools differ", path="app.py", line=9),))
    assert (finding.code, finding.severity, places(finding)) == ("TI703", "error", ["app.py:9"])


class TestJunk:
    def test_a_dropped_handoff(self) -> None:
        junk = Junk(where="handoffs", index=1, type="str", text="'Billing'", effect="dropped")
        finding = only(agent(junk=(junk,)))
        assert (finding.code, finding.severity, finding.names) == ("TI704", "error", ("handoffs[1]",))
        assert "drops it without a word" in finding.message
        assert places(finding) == ["app/agents.py:10"]

    def test_a_function_that_the_sdk_chokes_on(self) -> None:
        junk = Junk(
            where="tools",
            index=0,
            type="function",
            text="<function f>",
            effect="error",
            detail="TypeError: no",
            location=Location("app/tools.py", 2),
        )
        finding = only(agent(junk=(junk,)))
        assert "(TypeError: no)" in finding.message
        assert "@function_tool" in finding.fix
        assert places(finding) == ["app/tools.py:2"]


def test_a_rich_clean_project_has_no_finding() -> None:
    desk = agent(
        tool("crm.lookup", namespace="crm"),
        tool("erp.lookup", namespace="erp"),
        tool("lookup"),
        tool("refund", fn="refund_v2", approval="static"),
        tool("ask_billing", origin="agent_tool", function="Billing", function_name=None),
        hosted("WebSearchTool", "web_search"),
        hosted("HostedMCPTool", "hosted_mcp", server="docs"),
        handoff("transfer_to_billing", "Billing"),
    )
    assert findings(desk) == ()


def test_every_code_is_explained_and_graded() -> None:
    families = ("TI1", "TI2", "TI3", "TI40", "TI5", "TI7")
    expected = [code for code in CODES if code.startswith(families)]
    assert list(CATALOGUE) == sorted([*expected, "TI604"])
    for rule in CATALOGUE.values():
        assert all((rule.name, rule.meaning, rule.why, rule.example, rule.fix))


def test_time_grows_near_linearly_with_the_number_of_agents() -> None:
    small, large = (_seconds(count) for count in (100, 1000))
    assert large < small * 30


def _seconds(agents: int) -> float:
    big = registry(
        *(
            agent(
                *(tool(f"tool_{n}", fn=f"do_{n}") for n in range(8)),
                tool("lookup"),
                tool("lookup", fn="find"),
                name=f"Agent {number}",
                id=f"app.agents:a{number}",
            )
            for number in range(agents)
        )
    )
    times = []
    for _ in range(3):
        started = time.perf_counter()
        assert len(evaluate(big)) == agents
        times.append(time.perf_counter() - started)
    return min(times)
