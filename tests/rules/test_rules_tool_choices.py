"""TI206: forced choices that name no tool."""

import pytest
from hand_listed import found, found_codes
from hand_made import agent, handoff, hosted, mcp, places, tool

from inspector.model import Tool

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

    def test_a_name_that_only_a_hosted_server_offers(self) -> None:
        docs = hosted("HostedMCPTool", "hosted_mcp", server="docs", hosted_allowed=("read_wiki",))
        (finding,) = found(agent(docs, LOOKUP, tool_choice="read_wiki"))
        assert "is a tool of hosted MCP server `docs`" in finding.message
        assert finding.fix == 'Force it as `MCPToolChoice(server_label="docs", name="read_wiki")`.'
        assert finding.tools == (docs.key,)


def server(label: str, *allowed: str, line: int = 4) -> Tool:
    """A hosted MCP server; without `allowed` it may offer anything."""
    return hosted(
        "HostedMCPTool",
        "hosted_mcp",
        key=f"hosted:{label}",
        server=label,
        hosted_allowed=allowed or None,
        line=line,
    )


class TestToolOfAHostedServer:
    @pytest.mark.parametrize("name", ["read_wiki", None])
    @pytest.mark.parametrize("tools", [(server("docs", "read_wiki"),), (server("docs"), LOOKUP)])
    def test_a_server_that_may_offer_it_is_silent(self, tools, name: str | None) -> None:
        assert found_codes(agent(*tools, tool_choice=name, tool_choice_server="docs")) == []

    @pytest.mark.parametrize(
        ("tools", "label", "said", "fix"),
        [
            (
                (server("docs"), LOOKUP),
                "dcs",
                "no HostedMCPTool that this agent has carries",
                'server_label="docs"',
            ),
            (
                (LOOKUP,),
                "docs",
                "no HostedMCPTool that this agent has carries",
                "label of a server that is there",
            ),
            (
                (server("docs", "read_wikis"),),
                "docs",
                "`allowed_tools` leave it out",
                "Force `read_wikis` of it.",
            ),
            ((server("docs", "other"),), "docs", "`allowed_tools` leave it out", "allow this one"),
            (
                (mcp("read_wiki", "docs", raw_name="read_wiki"),),
                "docs",
                "names the local MCP server",
                'Write `tool_choice="read_wiki"`.',
            ),
        ],
    )
    def test_fires(self, tools, label: str, said: str, fix: str) -> None:
        (finding,) = found(agent(*tools, tool_choice="read_wiki", tool_choice_server=label))
        assert (finding.code, finding.names, places(finding)[0]) == (
            "TI206",
            (f"{label}/read_wiki",),
            "app/agents.py:10",
        )
        assert said in finding.message
        assert fix in finding.fix

    def test_the_whole_server_is_forced_by_a_label_alone(self) -> None:
        (finding,) = found(agent(server("docs"), tool_choice_server="dcs"))
        assert finding.names == ("dcs/*",)

    @pytest.mark.parametrize("hidden", [{"partial": True}, {"kind": "sandbox"}])
    def test_silent_about_labels_where_tools_may_be_hidden(self, hidden: dict[str, object]) -> None:
        assert found_codes(agent(LOOKUP, tool_choice="read", tool_choice_server="docs", **hidden)) == []

    def test_the_run_configs_choice(self) -> None:
        agents = (agent(server("docs", "read")), agent(LOOKUP, name="Billing"))
        assert found_codes(*agents, run_tool_choice="read", run_tool_choice_server="docs") == []
        (finding,) = found(*agents, run_tool_choice="read", run_tool_choice_server="dcs")
        assert (finding.code, finding.consumer) == ("TI206", None)
        assert "no HostedMCPTool that any agent has" in finding.message

    def test_a_tool_of_the_agents_own_is_not_meant(self) -> None:
        """A function of the tool's name does not answer for the server's tool."""
        assert found_codes(agent(tool("read"), tool_choice="read", tool_choice_server="docs")) == ["TI206"]
