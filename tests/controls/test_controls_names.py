"""The index of names: what a name without a tool is, and whether every tool is known."""

import pytest
from hand_made import agent, handoff, hosted, mcp, registry, tool

from inspector.controls import Absence, Names
from inspector.model import (
    Consumer,
    Junk,
    LoadFailure,
    McpServer,
    NotInspected,
    ReadReference,
    SeenInSource,
)


def absence(name: str, *tools) -> Absence:
    return Names(registry(agent(*tools))).absence(name, "app.agents:triage")


class TestAbsence:
    @pytest.mark.parametrize(
        ("name", "one", "kind", "reason"),
        [
            ("f", tool("refund", fn="f"), "function", "function behind `refund`"),
            ("app.tools.f", tool("refund", fn="f"), "function", "function behind `refund`"),
            ("Billing", handoff("to_billing", "Billing"), "agent", "agent behind `to_billing`"),
            ("find", mcp("crm_find", "crm", raw_name="find"), "raw_name", "raw MCP name of `crm_find`"),
            ("crm", tool("crm.find", namespace="crm"), "namespace", "namespace of `crm.find`"),
            ("refund", tool("refund", enabled=False), "off", "disabled in this scenario"),
            ("REFUND", tool("refund"), "nearest", "nothing of that name; nearest: `refund`"),
        ],
    )
    def test_kinds(self, name: str, one, kind: str, reason: str) -> None:
        found = absence(name, one)
        assert (found.kind, found.reason) == (kind, reason)

    def test_a_reason_counts_what_it_leaves_out(self) -> None:
        found = absence("f", *(tool(f"tool_{number}", fn="f") for number in range(5)))
        assert found.reason == "function behind `tool_0`, `tool_1`, `tool_2` and 2 more"
        assert len(found.tools) == 5


class TestCompleteness:
    @pytest.mark.parametrize(
        "consumer",
        [
            agent(partial=True),
            agent(junk=(Junk(where="tools", index=0, type="function", text="f", effect="dropped"),)),
            agent(kind="sandbox"),
            agent(hosted("HostedMCPTool", "hosted_mcp", server="docs")),
            agent(mcp_servers=(McpServer(name="docs", type="S", started=False),)),
        ],
    )
    def test_an_agent_with_tools_that_nobody_sees(self, consumer: Consumer) -> None:
        names = Names(registry(consumer, agent(tool("a"), name="Other")))
        assert not names.on(consumer.id).complete
        assert not names.project.complete
        assert names.on("app.agents:other").complete

    @pytest.mark.parametrize(
        "unseen",
        [
            {"failures": (LoadFailure(ref="app.more", kind="raised", error="ValueError"),)},
            {"seen": (SeenInSource(name="X", within="main", path="a.py", line=1, reason="local"),)},
            {"not_inspected": (NotInspected(ref="app:build", reason="needs argument 'db'"),)},
            {"stubbed": ("redis",)},
            {"part": "app.agents:triage"},
        ],
    )
    def test_a_project_that_was_not_loaded_whole(self, unseen) -> None:
        names = Names(registry(agent(tool("a")), **unseen))
        assert not names.project.complete
        assert names.on("app.agents:triage").complete

    def test_a_set_that_could_not_be_read_hides_no_tool(self) -> None:
        failure = LoadFailure(ref="app.policy:STOP", kind="raised", error="KeyError")
        project = registry(
            agent(tool("a")), failures=(failure,), references=(ReadReference(reference=failure.ref),)
        )
        names = Names(project)
        assert (names.whole, names.project.complete, names.unread_sets) == (True, True, True)
