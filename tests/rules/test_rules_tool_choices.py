"""TI206: forced choices that name no tool."""

import pytest
from hand_listed import found, found_codes
from hand_made import agent, handoff, hosted, places, tool

LOOKUP = tool("lookup", fn="lookup_order", line=8)
INNER = tool("crm.find", namespace="crm")


class TestToolChoiceNotVisible:
    @pytest.mark.parametrize(
        ("tools", "choice", "said"),
        [
            ((LOOKUP,), "lookup_order", "function behind `lookup`"),
            ((LOOKUP,), "other", "names no tool that this agent sees"),
            ((LOOKUP,), "web_search", "no WebSearchTool is there"),
            ((INNER,), "find", "inner name of `crm.find`"),
            ((INNER,), "crm", "is a namespace"),
            ((tool("late", deferred=True),), "late", "is deferred"),
        ],
    )
    def test_fires(self, tools, choice: str, said: str) -> None:
        (finding,) = found(agent(*tools, tool_choice=choice))
        assert (finding.code, finding.names, places(finding)[0]) == ("TI206", (choice,), "app/agents.py:10")
        assert said in finding.message

    def test_a_tool_that_is_off_here(self) -> None:
        off = tool("refund", enabled=False, predicate="app.flags.beta")
        (finding,) = found(agent(off, tool_choice="refund"))
        assert (finding.condition, finding.tools) == ("when `app.flags.beta` doesn't allow it", (off.key,))

    @pytest.mark.parametrize(
        ("tools", "choice"),
        [
            ((LOOKUP,), "lookup"),
            ((LOOKUP,), "auto"),
            ((LOOKUP,), "required"),
            ((INNER,), "crm.find"),
            ((handoff("transfer_to_billing", "Billing"),), "transfer_to_billing"),
            ((hosted("WebSearchTool", "web_search"),), "web_search"),
            ((tool("refund", enabled=None),), "refund"),
            ((hosted("HostedMCPTool", "hosted_mcp", server="docs"),), "other"),
        ],
    )
    def test_silent(self, tools, choice: str) -> None:
        assert found_codes(agent(*tools, tool_choice=choice)) == []

    def test_the_run_configs_choice_needs_one_agent_that_sees_it(self) -> None:
        agents = (agent(LOOKUP), agent(tool("refund"), name="Billing"))
        assert found_codes(*agents, run_tool_choice="refund") == []
        (finding,) = found(*agents, run_tool_choice="missing")
        assert (finding.code, finding.consumer) == ("TI206", None)
