"""TI501, TI502, TI504: what guards a tool, and what only seems to."""

from collections.abc import Iterator

import msgspec
import pytest
from hand_made import NEWEST, agent, handoff, hosted, mcp, places, registry, shadow, tool

from inspector.controls import Names
from inspector.model import Consumer, Contract, Controls, ControlSet, Finding, ListedName, Location, Tool
from inspector.rules import approval_default, idle_guardrails, ungated_risk, unhandled_approvals

GUARDED = Contract(input_guardrails=("no_cards",))
IDLE = Contract(input_guardrails=("no_cards",), guardrails_run=False)


def table(*names: str, value: str | bool | None = None, consumer: str | None = None) -> ControlSet:
    """An approval table, one name a line."""
    return ControlSet(
        kind="approval",
        source="support.policy:APPROVAL",
        consumer=consumer,
        entries=tuple(
            ListedName(name=name, value=value, location=Location("support/policy.py", line))
            for line, name in enumerate(names, start=1)
        ),
    )


def ungated(*tools: Tool, risk: tuple[str, ...] = ("*refund*",), **controls: object) -> list[Finding]:
    project = registry(agent(*tools, name="Billing"))
    return list(ungated_risk.check_registry(project, Controls(risk=risk, **controls)))


class TestUngatedRisk:
    def test_says_which_pattern_matches_and_what_is_missing(self) -> None:
        refund = tool("refund", business_id="billing.refund", fn="pay_back")
        (finding,) = ungated(refund, risk=("admin.*", "billing.*"))
        assert (finding.code, finding.severity, finding.names) == ("TI501", "error", ("refund",))
        assert finding.message == (
            f"`refund` on `Billing`, `app.tools.pay_back` (app/tools.py:{refund.line}), is high-risk by its "
            "business id `billing.refund` (`billing.*`) and runs unreviewed: it has no `needs_approval` and "
            "no input guardrail."
        )
        assert finding.fix == "Set `needs_approval=True` on the tool or give it an input guardrail."
        assert finding.tools == (refund.key,)

    @pytest.mark.parametrize("pattern", ["refund", "app.tools.pay_*", "billing.refund", "re[f]und"])
    def test_names_functions_and_ids_count(self, pattern: str) -> None:
        refund = tool("refund", business_id="billing.refund", fn="pay_back")
        assert len(ungated(refund, risk=(pattern,))) == 1

    @pytest.mark.parametrize("pattern", ["Refund", "pay_back", "billing", "app.tools.admin.*"])
    def test_patterns_match_whole_names_in_their_case(self, pattern: str) -> None:
        refund = tool("refund", business_id="billing.refund", fn="pay_back")
        assert ungated(refund, risk=(pattern,)) == []

    def test_a_table_that_lists_the_function_instead_is_the_hole(self) -> None:
        refund = tool("refund", fn="refund_order_v2")
        (finding,) = ungated(refund, sets=(table("charge", "refund_order_v2"),))
        assert (
            "the approval table support.policy:APPROVAL lists `refund_order_v2`, the function behind it, "
            "while approval goes by the visible name `refund`"
        ) in finding.message
        assert finding.fix.startswith("List `refund` in support.policy:APPROVAL")
        assert places(finding) == ["support/policy.py:2", f"app/tools.py:{refund.line}"]

    def test_a_table_without_it_is_named_in_the_fix(self) -> None:
        (finding,) = ungated(tool("refund"), sets=(table("charge"),))
        assert "no approval table lists it, and it has no `needs_approval`" in finding.message
        assert finding.fix.endswith("or list `refund` in support.policy:APPROVAL.")

    def test_a_table_that_lets_it_through_is_to_blame_even_where_the_rest_is_denied(self) -> None:
        (finding,) = ungated(tool("refund"), sets=(table("refund", value="auto"),), approval_default="deny")
        assert "lets `refund` through (`auto`)" in finding.message

    @pytest.mark.parametrize(
        "gated",
        [
            tool("refund", approval="static"),
            tool("refund", approval="dynamic"),
            tool("refund", approval="table"),
            tool("refund", contract=GUARDED),
            tool("refund", enabled=False),
            tool("charge"),
        ],
    )
    def test_gated_tools_and_others_are_fine(self, gated: Tool) -> None:
        assert ungated(gated) == []

    def test_a_guardrail_that_never_runs_is_no_gate(self) -> None:
        assert "the SDK never runs its input guardrail" in ungated(tool("refund", contract=IDLE))[0].message

    def test_a_default_that_denies_gates_only_together_with_a_table(self) -> None:
        assert ungated(tool("refund"), sets=(table("charge"),), approval_default="deny") == []
        assert len(ungated(tool("refund"), approval_default="deny")) == 1
        elsewhere = table("charge", consumer="app.agents:other")
        assert len(ungated(tool("refund"), sets=(elsewhere,), approval_default="deny")) == 1

    def test_a_consumers_own_default_counts_for_it_alone(self) -> None:
        project = registry(agent(tool("refund"), name="Billing"), agent(tool("refund"), name="Night"))
        place = Location("pyproject.toml", 3)
        own = {"app.agents:billing": ("deny", place)}
        controls = Controls(risk=("refund",), sets=(table("charge"),), own_defaults=own)
        (finding,) = ungated_risk.check_registry(project, controls)
        assert finding.consumer_name == "Night"
        own = {"app.agents:billing": ("allow", place)}
        controls = msgspec.structs.replace(controls, own_defaults=own, approval_default="deny")
        (finding,) = ungated_risk.check_registry(project, controls)
        assert finding.consumer_name == "Billing"

    def test_the_first_entry_that_waves_it_through_is_to_blame(self) -> None:
        tables = (
            table("re*", "refund", value="auto"),
            table("refund", value="auto", consumer="app.agents:billing"),
        )
        (finding,) = ungated(tool("refund", business_id="b.r"), sets=tables)
        assert "lets `re*` through (`auto`)" in finding.message
        (finding,) = ungated(tool("refund", business_id="b.r"), sets=(table("b.r", "refund", value="auto"),))
        assert "lets `b.r` through" in finding.message
        (finding,) = ungated(tool("refund", fn="pay"), sets=(table("pay"), table("refund", value="permit")))
        assert "lists `pay`, the function behind it" in finding.message

    def test_tables_are_read_once_and_not_for_every_tool(self) -> None:
        read = 0

        class Counted(tuple[ListedName, ...]):
            def __iter__(self) -> Iterator[ListedName]:
                nonlocal read
                read += 1
                return super().__iter__()

        names = [f"refund_{number}" for number in range(50)]
        entries = Counted(table(*names, value="auto").entries)
        sets = (msgspec.structs.replace(table(), entries=entries),)
        assert len(ungated(*map(tool, names), sets=sets)) == 50
        assert read == 1

    def test_a_shadowed_tool_never_runs(self) -> None:
        winner = tool("refund", approval="static")
        assert ungated(shadow(tool("refund"), winner), winner) == []

    def test_an_undecided_tool_has_its_condition(self) -> None:
        (finding,) = ungated(tool("refund", enabled=None, predicate="app.flags.beta"))
        assert finding.condition == "when `app.flags.beta` allows it"

    def test_handoffs_match_by_name_or_id_and_never_by_the_agent(self) -> None:
        transfer = handoff("transfer_to_refunds", "Refunds")
        assert ungated(transfer, risk=("Refunds", "transfer_*", "*")) == []
        (finding,) = ungated(transfer, risk=("transfer_to_refunds",))
        assert "the SDK knows no approval for handoffs" in finding.message
        assert len(ungated(handoff("pay_out", "Refunds", overridden=True), risk=("pay_*",))) == 1

    def test_hosted_servers_go_by_their_label(self) -> None:
        docs = hosted("HostedMCPTool", "hosted_mcp", server="payments")
        assert ungated(docs, risk=("hosted_mcp",)) == []
        (finding,) = ungated(docs, risk=("pay*",))
        assert '`require_approval` is "never"' in finding.message

    def test_mcp_tools_and_agents_have_gates_of_their_own(self) -> None:
        assert ungated(mcp("refund", "shop"))[0].fix.startswith("Set `require_approval=` on the MCP server")
        asked = tool("refund", origin="agent_tool", function="Refunds")
        assert ungated(asked)[0].fix.startswith("Pass `needs_approval=True` to `as_tool()`")

    def test_without_declared_risks_there_is_none(self) -> None:
        assert ungated(tool("refund"), risk=()) == []


class TestApprovalDefault:
    PLACE, OWN = Location("pyproject.toml", 3), Location("pyproject.toml", 9)

    def open(self, *sets: ControlSet, **controls: object) -> list[Finding]:
        desks = registry(agent(tool("refund"), name="Billing"), agent(tool("refund"), name="Night"))
        given = Controls(sets=sets, approval_default_location=self.PLACE, **controls)
        return list(approval_default.check_registry(given, Names(desks)))

    def own(self, default: str) -> dict[str, tuple[str, Location]]:
        return {"app.agents:night": (default, self.OWN)}

    def test_of_the_project(self) -> None:
        (finding,) = self.open(table("refund"), approval_default="allow")
        assert (finding.code, finding.consumer, finding.names) == ("TI203", None, ("allow",))
        assert places(finding) == ["pyproject.toml:3"]

    def test_of_one_consumer_is_named_with_its_own_place(self) -> None:
        (finding,) = self.open(table("refund"), approval_default="deny", own_defaults=self.own("allow"))
        assert (finding.code, finding.consumer_name, finding.names) == ("TI203", "Night", ("allow",))
        assert finding.message == (
            "The approval default of `Night` is `allow`: when it calls a tool whose name isn't in "
            "`support.policy:APPROVAL`, the call goes through unreviewed, so one renamed tool, or one wrong "
            "name in the table, opens the gate and nothing says so."
        )
        assert places(finding) == ["pyproject.toml:9"]

    def test_both_are_two_findings(self) -> None:
        both = self.open(table("refund"), approval_default="allow", own_defaults=self.own("allow"))
        assert [one.consumer_name for one in both] == [None, "Night"]

    def test_a_consumers_refusal_leaves_the_projects_default_as_it_is(self) -> None:
        (finding,) = self.open(table("refund"), approval_default="allow", own_defaults=self.own("deny"))
        assert finding.consumer is None

    def test_a_default_that_completes_no_table_is_none(self) -> None:
        only = table("refund", consumer="app.agents:night")
        assert self.open(approval_default="allow", own_defaults=self.own("allow")) == []
        assert self.open(only, approval_default="allow", own_defaults=self.own("deny")) == []
        elsewhere = table("refund", consumer="app.agents:billing")
        assert self.open(elsewhere, own_defaults=self.own("allow")) == []
        assert self.open(table("refund"), own_defaults={"app.agents:gone": ("allow", self.OWN)}) == []


class TestIdleGuardrail:
    def idle(self, guarded: Tool, **changes: object) -> list[Finding]:
        return list(idle_guardrails.check(agent(guarded, **changes), NEWEST))

    def test_names_the_guardrail_and_the_kind(self) -> None:
        (finding,) = self.idle(handoff("transfer_to_billing", "Billing", contract=IDLE))
        assert (finding.code, finding.severity, finding.names) == (
            "TI502",
            "warning",
            ("transfer_to_billing",),
        )
        assert (
            "carries the tool guardrail `no_cards`, but SDK 0.24.0 never runs guardrails for handoffs"
            in finding.message
        )

    @pytest.mark.parametrize(
        ("guarded", "changes", "says"),
        [
            (
                hosted("WebSearchTool", "web_search", contract=IDLE),
                {},
                "hosted tools, which the provider executes",
            ),
            (hosted("ShellTool", "shell", origin="shell", contract=IDLE), {}, "shell tools"),
            (tool("a", contract=IDLE), {"kind": "realtime"}, "tools of realtime agents"),
        ],
    )
    def test_other_kinds(self, guarded: Tool, changes: dict[str, object], says: str) -> None:
        assert says in self.idle(guarded, **changes)[0].message

    def test_output_guardrails_count(self) -> None:
        output = Contract(output_guardrails=("no_secrets",), guardrails_run=False)
        assert len(self.idle(handoff("to_b", "B", contract=output))) == 1

    @pytest.mark.parametrize(
        "fine",
        [
            tool("a", contract=GUARDED),
            handoff("to_b", "B", contract=Contract(guardrails_run=False)),
            handoff("to_b", "B", contract=IDLE, enabled=False),
        ],
    )
    def test_guardrails_that_run_and_tools_without_any(self, fine: Tool) -> None:
        assert self.idle(fine) == []


class TestUnhandledApproval:
    def waiting(self, consumer: Consumer, *, handled: bool = False) -> list[Finding]:
        return list(unhandled_approvals.check(consumer, Controls(approvals_handled=handled)))

    def server(self, label: str = "docs", **changes: object) -> Tool:
        settings = {"server": label, "approval": "static", "approval_handled": False}
        return hosted("HostedMCPTool", "hosted_mcp", **(settings | changes))

    def test_says_which_server_nobody_answers(self) -> None:
        (finding,) = self.waiting(agent(self.server(line=4)))
        assert (finding.code, finding.severity, finding.names) == ("TI504", "warning", ("docs",))
        assert finding.message == (
            "HostedMCPTool `docs` (app/tools.py:4) on `Triage` asks for approval before a call and has no "
            "`on_approval_request`, and no code of the project reads the interruptions of a run: the run "
            "stops at the first call to `docs`."
        )

    def test_every_server_is_a_finding_at_its_own_place(self) -> None:
        findings = self.waiting(agent(self.server(line=4), self.server("wiki", line=8)))
        assert [(one.names, places(one)) for one in findings] == [
            (("docs",), ["app/tools.py:4"]),
            (("wiki",), ["app/tools.py:8"]),
        ]

    @pytest.mark.parametrize(
        "changes", [{"approval": "none"}, {"approval_handled": True}, {"enabled": False}]
    )
    def test_a_callback_or_no_approval_at_all(self, changes: dict[str, object]) -> None:
        assert self.waiting(agent(self.server(**changes))) == []

    def test_a_project_that_reads_interruptions(self) -> None:
        assert self.waiting(agent(self.server()), handled=True) == []

    def test_tools_that_run_here_interrupt_for_whoever_runs_them(self) -> None:
        assert self.waiting(agent(tool("refund", approval="static"))) == []
