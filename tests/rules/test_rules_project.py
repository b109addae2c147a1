"""TI604 and TI701 to TI704: lists, loads and junk; and the size the rules must cope with."""

import time

import msgspec
import pytest
from hand_made import agent, codes, findings, handoff, hosted, only, places, registry, tool

from inspector.model import Junk, LoadFailure, Location, NotInspected, Unstable
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


class TestPredicateFailure:
    def test_with_a_configured_context_it_is_an_error(self) -> None:
        unknown = tool("refund", enabled=None, predicate="app.flags.on", predicate_error="KeyError: 'plan'")
        desk = agent(unknown, name="Desk")
        given = msgspec.structs.replace(registry(desk), context="app.context:make")
        (finding,) = evaluate(given)
        assert (finding.code, finding.severity, finding.consumer) == ("TI701", "error", desk.id)
        assert "`app.flags.on`, which decides about `refund` on `Desk`" in finding.message
        assert "KeyError: 'plan'" in finding.message
        assert places(finding) == [f"app/tools.py:{unknown.line}"]

    def test_without_a_context_it_proves_nothing(self) -> None:
        unknown = tool("refund", enabled=None, predicate="app.flags.on", predicate_error="AttributeError: x")
        assert codes(agent(unknown)) == []


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

    def test_a_run_stopped_at_import_is_no_failure(self) -> None:
        assert codes(failures=(LoadFailure(ref="app.x", kind="stopped", error="would run A"),)) == []


def test_a_factory_without_its_argument_comes_with_the_config_that_helps() -> None:
    part = NotInspected(
        ref="app:build", reason="needs argument 'db'", path="app.py", line=4, config="[x]\na = 1"
    )
    finding = only(not_inspected=(part,))
    assert (finding.code, finding.severity, places(finding)) == ("TI702", "warning", ["app.py:4"])
    assert finding.fix.endswith("[x]\na = 1")


def test_an_mcp_server_that_was_not_started_is_an_info_about_its_agent() -> None:
    desk = agent(tool("a"), name="Desk")
    part = NotInspected(ref=desk.id, reason="MCP server `kb` was not started", severity="info")
    finding = only(desk, not_inspected=(part,))
    assert (finding.code, finding.severity) == ("TI702", "info")
    assert finding.message.startswith("Tools of `app.agents:desk` are missing")
    assert "--mcp" in finding.fix


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
    expected = [
        *(f"TI10{number}" for number in range(1, 10)),
        "TI503",
        "TI604",
        *(f"TI70{n}" for n in range(1, 5)),
    ]
    assert list(CATALOGUE) == expected
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
