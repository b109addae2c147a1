"""TI401 to TI404: business ids."""

import pytest
from hand_made import agent, handoff, hosted, mcp, places, registry, tool

from inspector.model import (
    Consumer,
    Controls,
    Finding,
    ListedName,
    LoadFailure,
    Location,
    McpServer,
    NotInspected,
    SeenInSource,
    Unlisted,
)
from inspector.rules import business_ids, unknown_ids


def entry(name: str, value: str = "billing.refund", line: int = 3) -> ListedName:
    return ListedName(name=name, value=value, location=Location("config/ids.toml", line))


def found(*consumers: Consumer, ids: tuple[ListedName, ...] = ()) -> list[Finding]:
    return list(business_ids.check_registry(registry(*consumers), Controls(ids=ids)))


def unknown(*keys: str, consumers: tuple[Consumer, ...] = (), **changes: object) -> list[Finding]:
    controls = Controls(ids=tuple(entry(key) for key in keys))
    return list(unknown_ids.check_registry(registry(*consumers, **changes), controls))


class TestMissing:
    def test_says_what_has_none_and_where_to_put_one(self) -> None:
        charge = tool("charge")
        (finding,) = found(agent(tool("refund", business_id="b.r"), charge))
        assert (finding.code, finding.severity, finding.names) == ("TI401", "warning", ("charge",))
        assert finding.message == (
            f"Business ids are in use, and `charge` of `app.tools.charge` (app/tools.py:{charge.line}) on "
            "`Triage` has none: billing, permissions and audit know it only by a name that may change."
        )
        assert finding.fix == (
            'Add to `[tool.toolinspect.ids]`: `"app.tools.charge" = "…"`, or set `business_id` on the '
            "function."
        )
        assert finding.tools == (charge.key,)

    def test_tools_with_a_place_of_their_own_are_findings_of_their_own(self) -> None:
        first, second = tool("charge"), tool("ask", origin="agent_tool", function="Helper")
        findings = found(agent(tool("refund", business_id="b.r"), first, second))
        assert [one.names for one in findings] == [("charge",), ("ask",)]
        assert [places(one) for one in findings] == [[str(first.location)], [str(second.location)]]

    def test_tools_of_a_server_have_none_and_are_one_finding(self) -> None:
        known = tool("refund", business_id="b.r")
        desk = agent(known, mcp("search", "docs"), mcp("fetch", "docs"), mcp("page", "wiki"))
        findings = found(desk, agent(mcp("search", "docs"), name="Night"))
        assert [one.names for one in findings] == [("search", "fetch"), ("page",)]
        assert [consumer for consumer, _ in findings[0].touches] == ["app.agents:night"]

    def test_a_function_is_reported_on_its_first_consumer_only(self) -> None:
        known = tool("refund", business_id="b.r")
        one = agent(known, tool("a", line=3), name="One")
        again = tool("a", line=3)
        findings = found(one, agent(again, tool("b"), name="Other"))
        assert [(finding.consumer_name, finding.names) for finding in findings] == [
            ("One", ("a",)),
            ("Other", ("b",)),
        ]
        assert findings[0].touches == (("app.agents:other", again.key),)

    def test_an_id_table_alone_means_that_ids_are_in_use(self) -> None:
        assert [one.code for one in found(agent(tool("a")), ids=(entry("app.tools.gone"),))] == ["TI401"]

    def test_projects_without_ids_and_kinds_that_need_none_stay_silent(self) -> None:
        assert found(agent(tool("a"), mcp("b", "c"))) == []
        known = tool("refund", business_id="b.r")
        assert found(agent(known, handoff("to_b", "B"), hosted("WebSearchTool", "web_search"))) == []


class TestDuplicate:
    def test_names_the_functions_and_marks_every_row(self) -> None:
        refund = tool("refund", business_id="billing.refund", fn="refund_order_v2")
        credit = tool("credit", business_id="billing.refund")
        again = tool("refund", business_id="billing.refund", fn="refund_order_v2")
        desk, night = agent(refund, credit, name="Desk"), agent(again, name="Night")
        (finding,) = found(desk, night, ids=(entry("refund_order_v2", line=4), entry("other", "x")))
        assert (finding.code, finding.severity, finding.consumer) == ("TI402", "error", None)
        assert finding.names == ("billing.refund",)
        assert "`billing.refund` is the business id of two different functions:" in finding.message
        assert f"`app.tools.credit` (app/tools.py:{credit.line}) on `Desk`" in finding.message
        assert finding.fix == "Give `app.tools.credit` an id of its own."
        assert places(finding)[0] == "config/ids.toml:4"
        assert set(finding.touches) == {
            (desk.id, refund.key),
            (desk.id, credit.key),
            (night.id, again.key),
        }

    def test_one_function_on_many_consumers_and_under_many_names_is_fine(self) -> None:
        tools = [tool(name, fn="refund", business_id="b.r") for name in ("refund", "refund_now")]
        assert found(agent(tools[0], name="A"), agent(tools[1], name="B")) == []

    def test_an_agent_that_is_called_and_handed_over_to_is_one_thing(self) -> None:
        called = tool("ask", origin="agent_tool", function="Billing", business_id="b.desk")
        assert found(agent(called, handoff("to_billing", "Billing", business_id="b.desk"))) == []


class TestDisplayName:
    def test_an_id_that_is_the_visible_name(self) -> None:
        refund = tool("refund", fn="refund_order_v2", business_id="refund")
        night = agent(tool("refund", fn="refund_order_v2", business_id="refund"), name="Night")
        (finding,) = found(agent(refund), night, ids=(entry("refund_order_v2", "refund", 7),))
        assert (finding.code, finding.severity, finding.names) == ("TI403", "warning", ("refund",))
        assert "both the business id and the visible name of `app.tools.refund_order_v2`" in finding.message
        assert places(finding)[0] == "config/ids.toml:7"
        assert len(finding.touches) == 2

    @pytest.mark.parametrize("business_id", ["billing.refund", "refund_order_v2", "Refund"])
    def test_look_alikes(self, business_id: str) -> None:
        assert found(agent(tool("refund", fn="refund_order_v2", business_id=business_id))) == []


class TestUnknownFunction:
    def test_says_which_function_is_nearest(self) -> None:
        (finding,) = unknown("app.tools.refund_ordr", consumers=(agent(tool("refund_order")),))
        assert (finding.code, finding.severity, finding.consumer) == ("TI404", "error", None)
        assert finding.names == ("app.tools.refund_ordr",)
        assert (
            "no tool has a function of that name: the nearest is `app.tools.refund_order`" in finding.message
        )
        assert finding.fix == "List `app.tools.refund_order` instead, or drop the entry."
        assert places(finding) == ["config/ids.toml:3"]

    def test_a_module_in_common_is_no_likeness(self) -> None:
        (finding,) = unknown("app.tools.retry_failed_charge", consumers=(agent(tool("find_payment")),))
        assert "nothing is called like it" in finding.message
        assert finding.fix == "Correct the entry, or drop it."

    def test_a_function_that_moved_is_found_again(self) -> None:
        (finding,) = unknown("app.old.refund_order", consumers=(agent(tool("refund_order")),))
        assert "the nearest is `app.tools.refund_order`" in finding.message

    def test_says_when_the_key_is_what_the_model_sees(self) -> None:
        refund = tool("refund", fn="refund_order_v2")
        (finding,) = unknown("refund", consumers=(agent(refund),))
        assert (
            "it is what the model sees; the code behind it is `app.tools.refund_order_v2`" in finding.message
        )
        assert finding.fix == "List `app.tools.refund_order_v2` instead."

    @pytest.mark.parametrize(
        "key",
        [
            "app.tools.refund",
            "refund",
            "docs/search",
            "Billing",
            "app:Billing",
            "Triage",
            "app.tools.kept",
            "kept",
        ],
    )
    def test_everything_that_a_key_may_name(self, key: str) -> None:
        desk = agent(
            tool("pay_back", fn="refund"),
            mcp("mcp_docs__search", "docs", raw_name="search"),
            handoff("transfer_to_billing", "Billing"),
        )
        kept = Unlisted(visible="kept", function="app.tools.kept", function_name="kept")
        assert unknown(key, consumers=(desk,), unlisted=(kept,)) == []

    def test_tools_of_servers_that_nobody_asked_may_exist(self) -> None:
        desk = agent(
            tool("a"),
            hosted("HostedMCPTool", "hosted_mcp", server="wiki"),
            mcp_servers=(McpServer(name="docs", type="MCPServerStdio", started=False),),
        )
        assert unknown("docs/search", "wiki/read", consumers=(desk,)) == []
        assert len(unknown("doc/search", consumers=(desk,))) == 1

    @pytest.mark.parametrize(
        "changes",
        [
            {"failures": (LoadFailure(ref="app.x", kind="raised", error="boom"),)},
            {"seen": (SeenInSource(name="A", within="main", path="a.py", line=1, reason="a local"),)},
            {"not_inspected": (NotInspected(ref="app:make", reason="needs argument 'db'"),)},
            {"stubbed": ("redis",)},
        ],
    )
    def test_silent_while_parts_of_the_project_are_not_known(self, changes: dict[str, object]) -> None:
        assert unknown("app.tools.gone", consumers=(agent(tool("a")),), **changes) == []
