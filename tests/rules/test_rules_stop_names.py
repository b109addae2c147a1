"""TI201, TI209, TI210: stop lists that stop nothing, or too much."""

import pytest
from hand_listed import FILE, found, found_codes, listed
from hand_made import agent, handoff, hosted, mcp, places, tool

from inspector.model import LoadFailure, McpServer
from inspector.rules.stopping import stops

REFUND = tool("refund", fn="refund_order_v2", line=30)


def stopping(*tools, stop, **changes):
    return agent(*tools, stop=stop, stop_behavior="stop_at_tools", **changes)


class TestStopNameNotVisible:
    def test_the_function_behind_a_tool(self) -> None:
        (finding,) = found(stopping(REFUND, stop=("refund_order_v2",)))
        assert (finding.code, finding.consumer, finding.ghost) == (
            "TI201",
            "app.agents:triage",
            "refund_order_v2",
        )
        assert places(finding) == ["app/agents.py:10", "app/tools.py:30"]
        assert (
            "is the function behind `refund`, `app.tools.refund_order_v2` (app/tools.py:30)"
            in finding.message
        )
        assert finding.fix == "List `refund`, or build the list from `tool.name`."

    def test_a_declared_list_is_located_at_the_entry(self) -> None:
        (finding,) = found(agent(REFUND), sets=(listed("stop", "refund", "refund_order_v2"),))
        assert places(finding) == [f"{FILE}:3", "app/tools.py:30"]
        assert (finding.consumer, finding.touches) == (None, (("app.agents:triage", REFUND.key),))

    @pytest.mark.parametrize(
        ("name", "meant"), [("Refund", "refund"), ("refnd", "refund"), ("refund*", "refund")]
    )
    def test_near_misses_name_the_nearest(self, name: str, meant: str) -> None:
        (finding,) = found(stopping(REFUND, stop=(name,)))
        assert finding.code == "TI201"
        assert f"`{meant}`" in finding.fix

    def test_visible_to_another_agent(self) -> None:
        (finding,) = found(stopping(tool("lookup"), stop=("refund",)), agent(REFUND, name="Billing"))
        assert "visible to `Billing`, not here" in finding.message

    @pytest.mark.parametrize(
        "consumer",
        [
            stopping(REFUND, stop=("refund",)),
            stopping(tool("refund", enabled=False), stop=("refund",)),
            stopping(tool("refund", enabled=None), stop=("refund",)),
            stopping(tool("crm.lookup", namespace="crm"), stop=("lookup",)),
            stopping(tool("crm.lookup", namespace="crm"), stop=("crm.lookup",)),
            stopping(mcp("search", "docs"), stop=("search",)),
            stopping(REFUND, stop=("other",), partial=True),
            stopping(REFUND, stop=("other",), mcp_servers=(McpServer(name="docs", type="S", started=False),)),
            stopping(hosted("HostedMCPTool", "hosted_mcp", server="docs"), stop=("other",)),
            stopping(REFUND, stop=("other",), kind="sandbox"),
        ],
    )
    def test_silent(self, consumer) -> None:
        assert found_codes(consumer) == []

    def test_what_is_unseen_explains_no_known_function(self) -> None:
        server = McpServer(name="docs", type="S", started=False)
        assert found_codes(stopping(REFUND, stop=("refund_order_v2",), mcp_servers=(server,))) == ["TI201"]

    def test_a_module_that_failed_may_hold_the_tool(self) -> None:
        failure = LoadFailure(ref="app.more", kind="raised", error="ValueError")
        assert found_codes(agent(REFUND), sets=(listed("stop", "other"),), failures=(failure,)) == []


class TestStopNameNeverMatches:
    @pytest.mark.parametrize(
        "listed_tool",
        [
            handoff("transfer_to_billing", "Billing"),
            hosted("WebSearchTool", "web_search"),
            hosted("ShellTool", "shell", origin="shell"),
            hosted("CustomTool", "sql", origin="custom"),
            hosted("ApplyPatchTool", "apply_patch", origin="apply_patch"),
        ],
    )
    def test_kinds_that_stop_nothing(self, listed_tool) -> None:
        (finding,) = found(stopping(listed_tool, stop=(listed_tool.visible,)))
        assert (finding.code, finding.tools) == ("TI209", (listed_tool.key,))

    @pytest.mark.parametrize("sets", [(), (listed("stop", "search"),)])
    def test_a_tool_that_a_hosted_server_offers(self, sets) -> None:
        docs = hosted("HostedMCPTool", "hosted_mcp", server="docs", hosted_allowed=("search",))
        consumer = agent(docs, REFUND) if sets else stopping(docs, REFUND, stop=("search",))
        (finding,) = found(consumer, sets=sets)
        assert (finding.code, finding.names) == ("TI209", ("search",))
        assert docs.key in (*finding.tools, *(key for _, key in finding.touches))
        assert "is a tool of hosted MCP server `docs`" in finding.message
        assert "function tool" in finding.fix

    def test_no_advice_that_the_sdk_ignores(self) -> None:
        """A `tool_use_behavior` function is only asked about function tools as well."""
        (finding,) = found(stopping(hosted("WebSearchTool", "web_search"), stop=("web_search",)))
        assert "tool_use_behavior" not in finding.fix

    def test_silent_beside_a_function_of_that_name(self) -> None:
        both = (hosted("CustomTool", "sql", origin="custom"), tool("sql"))
        assert found_codes(stopping(*both, stop=("sql",))) == []


class TestStopNameTooWide:
    def test_a_bare_name_stops_every_namespace(self) -> None:
        tools = (tool("lookup"), tool("crm.lookup", namespace="crm"))
        (finding,) = found(stopping(*tools, stop=("lookup",)))
        assert finding.code == "TI210"
        assert "and also `crm.lookup`" in finding.message

    def test_a_string_names_what_it_happens_to_stop(self) -> None:
        consumer = stopping(
            tool("refund"), tool("order"), tool("mail"), stop=("refund_order",), stop_is_text=True
        )
        (finding,) = found(consumer)
        assert finding.code == "TI210"
        assert "`refund` and `order`" in finding.message
        assert [stops(one, consumer) for one in consumer.tools] == [True, True, False]

    def test_a_string_that_stops_nothing_is_one_finding(self) -> None:
        consumer = stopping(REFUND, stop=("other",), stop_is_text=True)
        assert found_codes(consumer) == ["TI210"]

    def test_silent_on_full_names(self) -> None:
        tools = (tool("lookup"), tool("crm.lookup", namespace="crm"))
        assert found_codes(stopping(*tools, stop=("crm.lookup",))) == []


class TestStopSetsOfBusinessIds:
    TOOLS = (
        tool("refund", fn="refund_order_v2", business_id="billing.refund"),
        tool("credit", fn="credit_order", business_id="billing.credit"),
        tool("lookup", fn="lookup_order"),
    )

    def fix(self, name: str) -> str:
        (finding,) = found(
            agent(*self.TOOLS), sets=(listed("stop", "billing.refund", "billing.credit", name),)
        )
        assert finding.code == "TI201"
        assert "the stop list matches business ids" in finding.message
        return finding.fix

    def test_names_the_business_id(self) -> None:
        assert self.fix("refund_order_v2") == "Write `billing.refund` there, the business id of `refund`."

    def test_or_has_one_given(self) -> None:
        assert self.fix("lookup_order") == "Give `lookup` a business id, and write that there."

    def test_or_names_the_nearest_id(self) -> None:
        assert self.fix("billing.credt") == "Write `billing.credit` if that is meant, or take the name out."

    def test_or_says_what_kind_of_name_is_wanted(self) -> None:
        assert self.fix("zzz") == "Take the name out, or write a tool's business id."
