"""Sets that stand on agents, ids from the config, and approval by table."""

import pytest
from hand_listed import listed
from hand_made import agent, handoff, hosted, mcp, registry, tool

from inspector.controls import apply, derive
from inspector.controls.gating import gates
from inspector.model import Controls, ListedName, McpServer


def ids(**given: str) -> Controls:
    return Controls(ids=tuple(ListedName(name=name, value=value) for name, value in given.items()))


class TestDerive:
    def test_every_kind_of_set_on_an_agent(self) -> None:
        server = McpServer(
            name="crm", type="S", started=True, filter="static", allowed=("find",), approval={"drop": True}
        )
        docs = hosted(
            "HostedMCPTool",
            "hosted_mcp",
            server="docs",
            hosted_allowed=("search",),
            hosted_approval={"always": ("search",)},
        )
        project = registry(
            agent(docs, stop=("a",), tool_choice="b", mcp_servers=(server,)), run_tool_choice="c"
        )
        assert [(one.kind, one.server) for one in derive(project, "app.runs:DEFAULT")] == [
            ("tool_choice", None),
            ("stop", None),
            ("tool_choice", None),
            ("mcp_filter", "crm"),
            ("mcp_approval", "crm"),
            ("hosted_allowed", "docs"),
            ("hosted_approval", "docs"),
        ]
        assert (
            derive(project, "app.runs:DEFAULT")[0].source == "tool_choice of the RunConfig `app.runs:DEFAULT`"
        )

    @pytest.mark.parametrize("choice", ["auto", "required", "none", None])
    def test_choices_that_name_no_tool_are_no_set(self, choice: str | None) -> None:
        assert derive(registry(agent(tool_choice=choice), run_tool_choice=choice)) == ()


class TestIds:
    @pytest.mark.parametrize(
        ("one", "key"),
        [
            (tool("refund", fn="refund_v2"), "app.tools.refund_v2"),
            (tool("refund", fn="refund_v2"), "refund_v2"),
            (mcp("search", "docs"), "docs/search"),
            (handoff("transfer_to_billing", "Billing"), "Billing"),
            (handoff("transfer_to_billing", "Billing"), "app:Billing"),
        ],
    )
    def test_keys(self, one, key: str) -> None:
        applied = apply(registry(agent(one)), ids(**{key: "the.id"}))
        assert applied.consumers[0].tools[0].business_id == "the.id"

    def test_an_ambiguous_bare_name_gives_none(self) -> None:
        both = (tool("a", fn="f", function="x.f"), tool("b", fn="f", function="y.f"))
        applied = apply(registry(agent(*both)), ids(f="the.id"))
        assert [one.business_id for one in applied.consumers[0].tools] == [None, None]

    def test_an_attribute_wins(self) -> None:
        applied = apply(registry(agent(tool("a", business_id="own"))), ids(a="other"))
        assert applied.consumers[0].tools[0].business_id == "own"


class TestApprovalByTable:
    def approvals(self, *tools, sets) -> list[str]:
        applied = apply(registry(agent(*tools)), Controls(sets=sets))
        return [one.approval for one in applied.consumers[0].tools]

    def test_a_table_gates_every_tool_of_a_name(self) -> None:
        tools = (tool("refund"), tool("refund"), tool("refund", approval="static"), tool("lookup"))
        sets = (listed("approval", refund="high", lookup="auto"),)
        assert self.approvals(*tools, sets=sets) == ["table", "table", "static", "none"]

    def test_a_function_name_gates_nothing(self) -> None:
        assert self.approvals(tool("refund", fn="f"), sets=(listed("approval", "f"),)) == ["none"]

    def test_a_table_of_ids(self) -> None:
        tools = (tool("refund", business_id="b.refund"), tool("lookup", business_id="b.lookup"))
        assert self.approvals(*tools, sets=(listed("approval", "b.refund"),)) == ["table", "none"]

    @pytest.mark.parametrize("value", ["auto", "never", "None", "allow", "off", False, ""])
    def test_values_that_wave_through(self, value) -> None:
        assert not gates(value)

    @pytest.mark.parametrize("value", ["always", "high", "manager", "deny", True, None])
    def test_values_that_gate(self, value) -> None:
        assert gates(value)
