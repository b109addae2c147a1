"""TI101, TI102, TI103: one name, several tools."""

import pytest
from hand_made import (
    STRICT,
    WITHOUT_POLICY,
    agent,
    codes,
    findings,
    handoff,
    hosted,
    mcp,
    only,
    places,
    shadow,
    tool,
)

from inspector.model import Resolution


def pair(**changes: object) -> tuple:
    last = tool("lookup", fn="find_customer", path="app/crm.py", line=8, **changes)
    first = shadow(tool("lookup", path="app/orders.py", line=3), last)
    return first, last


def test_two_functions_of_one_name_name_both_owners_and_the_one_that_runs() -> None:
    finding = only(agent(*pair()))
    assert (finding.code, finding.severity, finding.names) == ("TI101", "error", ("lookup",))
    assert (finding.consumer, finding.consumer_name) == ("app.agents:triage", "Triage")
    assert places(finding) == ["app/orders.py:3", "app/crm.py:8"]
    assert "only `app.tools.find_customer` is sent and runs" in finding.message
    assert "`app.tools.lookup` is shadowed" in finding.message
    assert "Collision policy `error` stops the run" in finding.message
    assert finding.condition is None
    assert len(finding.tools) == 2


def test_before_0_19_3_both_are_sent_and_a_strict_provider_is_named() -> None:
    first, last = pair()
    finding = only(agent(shadow(first, last, sent=True), last), info=WITHOUT_POLICY)
    assert "all of them are sent" in finding.message
    assert "a provider that refuses duplicate names rejects the request" in finding.message
    assert "policy `" not in finding.message


def test_under_the_strict_policy_the_run_fails() -> None:
    consumer = agent(
        *pair(), resolution=Resolution(strict_error="the tool name `lookup` is used by multiple tools.")
    )
    finding = only(consumer, info=STRICT)
    assert "every run fails before the first model call" in finding.message
    assert "is used by multiple tools" in finding.message


def test_the_same_object_listed_twice_says_so_and_has_one_location() -> None:
    last = tool("lookup", identity=7, line=3)
    finding = only(agent(shadow(tool("lookup", identity=7, line=3), last), last))
    assert "is listed twice: the same tool object" in finding.message
    assert "one copy is sent" in finding.message
    assert finding.fix == "List `lookup` once."
    assert places(finding) == ["app/tools.py:3"]


def test_two_agents_as_tools_with_one_derived_name_are_both_named() -> None:
    last = tool("billing_bot", origin="agent_tool", function="billing-bot")
    first = shadow(tool("billing_bot", origin="agent_tool", function="Billing Bot"), last)
    finding = only(agent(first, last))
    assert finding.code == "TI101"
    assert "agent `Billing Bot`" in finding.message
    assert "agent `billing-bot`" in finding.message
    assert "tool_name=" in finding.fix


def test_three_of_a_name_are_one_finding() -> None:
    last = tool("lookup", fn="c")
    tools = [shadow(tool("lookup", fn=fn), last) for fn in ("a", "b")]
    assert codes(agent(*tools, last)) == ["TI101"]


def test_handoff_against_tool_is_the_handoff_rule_alone() -> None:
    transfer = handoff("escalate", "Human", line=40)
    finding = only(agent(shadow(tool("escalate", line=5), transfer), transfer))
    assert finding.code == "TI102"
    assert "the handoff to `Human` (app/tools.py:40)" in finding.message
    assert places(finding) == ["app/tools.py:5", "app/tools.py:40"]


@pytest.mark.parametrize("second", ["Billing", "billing-"])
def test_two_handoffs_of_one_name(second: str) -> None:
    last = handoff("transfer_to_billing", second)
    finding = only(agent(shadow(handoff("transfer_to_billing", "Billing"), last), last))
    assert finding.code == "TI102"
    assert ("to the same agent" in finding.message) is (second == "Billing")


def test_handoff_against_mcp_tool_is_a_handoff_clash() -> None:
    transfer = handoff("search", "Searcher")
    assert codes(agent(shadow(mcp("search", "docs"), transfer), transfer)) == ["TI102"]


def test_function_against_mcp_tool_is_the_mcp_rule_alone() -> None:
    local = tool("search", line=12)
    finding = only(agent(shadow(mcp("search", "docs"), local), local))
    assert finding.code == "TI103"
    assert "MCP tool `docs/search`" in finding.message
    assert "filter `search` out of `docs`" in finding.fix
    assert places(finding) == ["app/tools.py:12"]


def test_mcp_tool_function_and_handoff_of_one_name_are_one_finding() -> None:
    transfer = handoff("search", "Searcher")
    consumer = agent(shadow(mcp("search", "docs"), transfer), shadow(tool("search"), transfer), transfer)
    assert codes(consumer) == ["TI103"]


def test_two_servers_with_one_tool_fail_every_run() -> None:
    resolution = Resolution(run_error="Duplicate tool names found across MCP servers: 'search'")
    finding = only(agent(mcp("search", "docs"), mcp("search", "web"), resolution=resolution))
    assert finding.code == "TI103"
    assert "every run fails, whatever the collision policy" in finding.message
    assert "Duplicate tool names found" in finding.message


def test_one_server_listing_a_tool_twice_is_a_plain_duplicate() -> None:
    last = mcp("search", "docs")
    assert codes(agent(shadow(mcp("search", "docs"), last), last)) == ["TI101"]


def test_an_unknown_tool_that_would_run_is_named_with_its_condition() -> None:
    winner = tool("lookup", fn="maybe", enabled=None, predicate="app.flags.beta")
    known = [shadow(tool("lookup", fn=fn), winner) for fn in ("a", "b")]
    finding = only(agent(*known, winner))
    assert finding.condition is None
    assert "when `app.flags.beta` allows it, only `app.tools.maybe` is sent and runs" in finding.message


def test_a_condition_of_the_finding_is_not_told_twice() -> None:
    winner = tool("lookup", fn="maybe", enabled=None, predicate="app.flags.beta")
    finding = only(agent(shadow(tool("lookup"), winner), winner))
    assert finding.condition == "when `app.flags.beta` allows it"
    assert "app.flags.beta" not in finding.message


class TestSilence:
    def test_the_same_name_on_two_consumers(self) -> None:
        assert codes(agent(tool("lookup")), agent(tool("lookup", fn="other"), name="Billing")) == []

    def test_a_disabled_duplicate(self) -> None:
        assert codes(agent(tool("lookup", enabled=False), tool("lookup", fn="other"))) == []

    def test_bare_beside_namespaced_and_deferred(self) -> None:
        deferred = tool("lookup", fn="x", deferred=True, lookup_key=("deferred_top_level", "lookup"))
        crm = tool("crm.lookup", namespace="crm")
        assert codes(agent(tool("lookup"), crm, deferred)) == []

    def test_handoff_beside_a_namespaced_tool_of_its_name(self) -> None:
        assert codes(agent(tool("crm.lookup", namespace="crm"), handoff("lookup", "Lookup"))) == []

    def test_names_in_different_namespaces(self) -> None:
        crm, erp = tool("crm.lookup", namespace="crm"), tool("erp.lookup", namespace="erp")
        assert codes(agent(crm, erp)) == []

    def test_an_agent_without_tools(self) -> None:
        assert codes(agent()) == []


class TestUnknownPredicates:
    def test_one_unknown_tool_gives_a_condition(self) -> None:
        maybe = tool("lookup", fn="new", enabled=None, predicate="app.flags.beta", predicate_identity=1)
        finding = only(agent(shadow(tool("lookup"), maybe), maybe))
        assert finding.condition == "when `app.flags.beta` allows it"

    def test_two_unknown_tools_under_different_predicates_may_be_alternatives(self) -> None:
        free = tool("lookup", fn="a", enabled=None, predicate="app.flags.free", predicate_identity=1)
        paid = tool("lookup", fn="b", enabled=None, predicate="app.flags.paid", predicate_identity=2)
        assert codes(agent(free, paid)) == ["TI702"]

    def test_two_unknown_tools_under_one_predicate_meet(self) -> None:
        first = tool("lookup", fn="a", enabled=None, predicate="app.flags.beta", predicate_identity=1)
        last = tool("lookup", fn="b", enabled=None, predicate="app.flags.beta", predicate_identity=1)
        finding = only(agent(shadow(first, last), last))
        assert finding.condition == "when `app.flags.beta` allows it"

    def test_two_known_tools_clash_whatever_the_unknown_ones_do(self) -> None:
        others = [
            tool("lookup", fn=fn, enabled=None, predicate=fn, predicate_identity=number)
            for number, fn in enumerate(("c", "d"), start=1)
        ]
        finding = only(agent(tool("lookup", fn="a"), tool("lookup", fn="b"), *others))
        assert finding.condition is None
        assert "can't be told" in finding.message

    def test_unnamed_predicates_of_unknown_identity_are_no_duplicates(self) -> None:
        assert codes(agent(tool("a", fn="x", enabled=None), tool("a", fn="y", enabled=None))) == ["TI702"]


def test_findings_come_worst_first_then_by_consumer_code_and_names() -> None:
    noisy = agent(tool("web_search"), tool("b d"), tool("a c"), name="A")
    order = [
        (one.severity, one.consumer_name, one.code, one.names[0]) for one in findings(agent(*pair()), noisy)
    ]
    assert order == [
        ("error", "A", "TI105", "a c"),
        ("error", "A", "TI105", "b d"),
        ("error", "Triage", "TI101", "lookup"),
        ("warning", "A", "TI109", "web_search"),
    ]


class TestEveryOwnerGetsAWayOut:
    def test_two_functions_and_an_mcp_tool(self) -> None:
        finding = only(agent(tool("lookup", fn="a"), tool("lookup", fn="b"), mcp("lookup", "kb")))
        assert finding.code == "TI103"
        assert finding.fix == (
            "At most one of them can keep the name: give `app.tools.a` and `app.tools.b` names of their own "
            "and filter `lookup` out of `kb` (`tool_filter=`)."
        )

    def test_a_function_and_two_servers(self) -> None:
        finding = only(agent(tool("lookup", fn="a"), mcp("lookup", "kb"), mcp("lookup", "crm")))
        assert "filter `lookup` out of `kb` and `crm`" in finding.fix

    def test_two_functions_and_a_handoff(self) -> None:
        finding = only(agent(tool("go", fn="a"), tool("go", fn="b"), handoff("go", "Billing")))
        assert finding.code == "TI102"
        assert "`app.tools.a` and `app.tools.b`" in finding.fix
        assert "`tool_name_override=` to the handoff to `Billing`" in finding.fix

    def test_one_of_each_needs_one_step(self) -> None:
        finding = only(agent(tool("lookup", fn="a"), mcp("lookup", "kb")))
        assert finding.fix == "Rename the local tool, or filter `lookup` out of `kb` (`tool_filter=`)."


def test_owners_that_read_alike_are_named_once() -> None:
    first, second = (hosted("WebSearchTool", "web_search", path="app/a.py", line=3) for _ in range(2))
    finding = only(agent(first, second))
    assert "2 WebSearchTools: WebSearchTool (app/a.py:3), twice." in finding.message
    assert places(finding) == ["app/a.py:3"]
