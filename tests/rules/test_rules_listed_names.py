"""TI202, TI203, TI204, TI208: tables, switches and filters that name no tool."""

import msgspec
import pytest
from hand_listed import FILE, found, found_codes, listed
from hand_made import agent, hosted, mcp, places, tool

from inspector.model import Contract, LoadFailure, Location, McpServer, ReadReference

REFUND = tool("refund", fn="refund_order_v2", line=30, business_id="billing.refund")


class TestApprovalKeyNotVisible:
    def test_the_function_behind_an_ungated_tool(self) -> None:
        (finding,) = found(agent(REFUND), sets=(listed("approval", refund_order_v2="high"),))
        assert (finding.code, finding.severity) == ("TI202", "error")
        assert places(finding) == [f"{FILE}:2", "app/tools.py:30"]
        assert "`refund` runs without approval: it has no other gate either" in finding.message

    @pytest.mark.parametrize(
        ("changes", "said"),
        [
            ({"approval": "static"}, "needs approval by its own `needs_approval`"),
            ({"contract": Contract(input_guardrails=("check",))}, "has an input guardrail"),
        ],
    )
    def test_says_what_gates_it_otherwise(self, changes, said: str) -> None:
        gated = tool("refund", fn="refund_order_v2", **changes)
        (finding,) = found(agent(gated), sets=(listed("approval", "refund_order_v2"),))
        assert said in finding.message

    def test_an_entry_beside_the_right_one(self) -> None:
        (finding,) = found(agent(REFUND), sets=(listed("approval", "refund", "refund_order_v2"),))
        assert "is gated by another entry" in finding.message

    def test_ids_among_visible_names(self) -> None:
        sets = (listed("approval", "lookup", "billing.refund"),)
        (finding,) = found(agent(REFUND, tool("lookup")), sets=sets)
        assert "is the business id of `refund`" in finding.message

    @pytest.mark.parametrize("names", [("refund",), ("ref*",), ("billing.refund",), ("lookup", "refund")])
    def test_silent(self, names: tuple[str, ...]) -> None:
        off = tool("lookup", enabled=False)
        assert found_codes(agent(REFUND, off), sets=(listed("approval", *names),)) == []

    @pytest.mark.parametrize("value", ["high", "auto"])
    def test_a_default_that_denies_decides_whatever_the_entry_says(self, value: str) -> None:
        sets = (listed("approval", refund_order_v2=value),)
        (finding,) = found(agent(REFUND), sets=sets, approval_default="deny")
        assert "`refund` is refused or asked about like any unlisted tool, whatever the entry says" in (
            finding.message
        )
        assert "without approval" not in finding.message

    def test_the_default_of_the_tools_own_agent_counts(self) -> None:
        place = Location("pyproject.toml", 3)
        agents = (agent(REFUND), agent(tool("back", fn="refund_order_v2"), name="Desk"))
        own = {agents[0].id: ("deny", place)}
        (finding,) = found(*agents, sets=(listed("approval", "refund_order_v2"),), own_defaults=own)
        assert "so `back` runs without approval" in finding.message

    def test_near_misses_are_no_guesses(self) -> None:
        (finding,) = found(agent(REFUND), sets=(listed("approval", "refnd"),))
        assert finding.message.endswith("so the entry gates nothing, and the nearest, `refund`, has no gate.")

    @pytest.mark.parametrize(
        ("gate", "settings"), [({"approval": "static"}, {}), ({}, {"approval_default": "deny"})]
    )
    def test_nothing_is_said_of_the_nearest_where_it_is_gated(self, gate, settings) -> None:
        near = tool("refund", **gate)
        (finding,) = found(agent(near), sets=(listed("approval", "refnd"),), **settings)
        assert finding.message.endswith("so the entry gates nothing.")

    def test_a_set_that_could_not_be_read_may_gate_it(self) -> None:
        lost = "app.policy:APPROVAL"
        (finding,) = found(
            agent(REFUND),
            sets=(listed("approval", "refund_order_v2"),),
            references=(ReadReference(reference=lost, error="KeyError"),),
            failures=(LoadFailure(ref=lost, kind="raised", error="KeyError"),),
        )
        assert "it has no other gate that could be read" in finding.message

    def test_patterns_of_business_ids(self) -> None:
        tools = (REFUND, tool("credit", business_id="billing.credit"))
        assert found_codes(agent(*tools), sets=(listed("approval", "billing.*"),)) == []
        (finding,) = found(agent(*tools), sets=(listed("approval", "billing.*", "billing.refund", "crm.*"),))
        assert "The pattern `crm.*`" in finding.message
        assert "matches no business id of any agent" in finding.message

    def test_an_id_of_another_agents_tool_is_no_unknown_id(self) -> None:
        desk = agent(tool("credit", business_id="billing.credit"), name="Desk")
        both = listed("approval", "billing.refund", "billing.credit")
        (finding,) = found(agent(REFUND), desk, sets=(msgspec.structs.replace(both, consumer=desk.id),))
        assert "names no tool of `Desk`: business id of `refund`, which is not here" in finding.message
        assert "so the entry gates nothing" in finding.message

    def test_a_pattern_without_a_match(self) -> None:
        (finding,) = found(agent(REFUND), sets=(listed("approval", "billing_*"),))
        assert "matches no visible name" in finding.message


class TestApprovalDefault:
    def test_allow_beside_a_table(self) -> None:
        place = Location("app/policy.py", 4)
        settings = {"approval_default": "allow", "approval_default_location": place}
        (finding,) = found(agent(REFUND), sets=(listed("approval", "refund"),), **settings)
        assert (finding.code, places(finding)[0]) == ("TI203", "app/policy.py:4")

    def test_silent_without_a_table_or_when_it_denies(self) -> None:
        assert found_codes(agent(REFUND), approval_default="allow") == []
        assert found_codes(agent(REFUND), sets=(listed("approval", "refund"),), approval_default="deny") == []


class TestSwitches:
    def test_the_function_name(self) -> None:
        (finding,) = found(agent(REFUND), sets=(listed("enable", refund_order_v2=False),))
        assert (finding.code, places(finding)[0]) == ("TI204", f"{FILE}:2")
        assert "doesn't turn `refund` off" in finding.message

    def test_silent_on_a_tool_that_is_off(self) -> None:
        assert found_codes(agent(tool("refund", enabled=False)), sets=(listed("enable", "refund"),)) == []


class TestFilters:
    def test_a_trace_filter(self) -> None:
        (finding,) = found(agent(REFUND), sets=(listed("trace", "refunds"),))
        assert (finding.code, finding.severity) == ("TI208", "warning")
        assert "Write `refund`" in finding.fix

    def test_a_public_name_where_raw_names_count(self) -> None:
        server = McpServer(
            name="crm",
            type="S",
            started=True,
            raw_tools=("drop",),
            filter="static",
            blocked=("mcp_crm__drop",),
        )
        public = mcp("mcp_crm__drop", "crm", raw_name="drop")
        (finding,) = found(agent(public, mcp_servers=(server,)))
        assert "filters see the raw name `drop`" in finding.message

    @pytest.mark.parametrize(
        "server",
        [
            {"raw_tools": ("drop",), "filter": "static", "blocked": ("drop",)},
            {"raw_tools": None, "filter": "static", "blocked": ("other",)},
            {"raw_tools": ("drop",), "filter": "dynamic"},
        ],
    )
    def test_silent_on_raw_names_and_unlisted_servers(self, server) -> None:
        assert (
            found_codes(agent(mcp_servers=(McpServer(name="crm", type="S", started=True, **server),))) == []
        )

    def test_a_hosted_approval_of_what_is_not_allowed(self) -> None:
        docs = hosted(
            "HostedMCPTool",
            "hosted_mcp",
            server="docs",
            hosted_allowed=("search",),
            hosted_approval={"always": ("search", "delete")},
        )
        (finding,) = found(agent(docs))
        assert (finding.code, finding.names) == ("TI208", ("delete",))
