"""TI104 to TI107 and TI109: what single names may and may not be."""

import pytest
from hand_made import agent, codes, findings, handoff, hosted, mcp, only, places, tool

from inspector.model import SdkInfo


class TestNamespaceClash:
    def test_dotted_tool_beside_a_namespaced_one(self) -> None:
        consumer = agent(
            tool("crm.lookup", namespace="crm", line=4), tool("crm.lookup", name="crm.lookup", line=9)
        )
        clash = next(one for one in findings(consumer) if one.code == "TI104")
        assert clash.names == ("crm.lookup",)
        assert places(clash) == ["app/tools.py:4", "app/tools.py:9"]
        assert "raises a UserError on every run, whatever the collision policy" in clash.message
        assert codes(consumer) == ["TI104", "TI105"]

    def test_duplicate_inside_a_namespace(self) -> None:
        finding = only(agent(tool("crm.a", namespace="crm"), tool("crm.a", namespace="crm", fn="b")))
        assert finding.code == "TI104"
        assert "namespace `crm` holds `a` more than once" in finding.message

    def test_two_deferred_tools_of_one_name(self) -> None:
        key = ("deferred_top_level", "a")
        finding = only(agent(*(tool("a", fn=fn, deferred=True, lookup_key=key) for fn in "xy")))
        assert finding.code == "TI104"
        assert "two deferred tools" in finding.message

    def test_namespace_called_like_its_tool(self) -> None:
        finding = only(agent(tool("crm.crm", namespace="crm")))
        assert finding.code == "TI104"
        assert "reserved" in finding.message

    def test_a_disabled_one_is_no_clash(self) -> None:
        assert (
            codes(agent(tool("crm.a", namespace="crm"), tool("crm.a", namespace="crm", enabled=False))) == []
        )


class TestInvalidName:
    @pytest.mark.parametrize(
        "name", ["refund order", "a.b", "näme", "a\nb", "", "x" * 65, "日本", "a\x1b[31m"]
    )
    def test_refused(self, name: str) -> None:
        finding = only(agent(tool(name, fn="fine", line=7)))
        assert (finding.code, finding.severity, places(finding)) == ("TI105", "error", ["app/tools.py:7"])

    @pytest.mark.parametrize("name", ["a", "A-b_9", "x" * 64, "__"])
    def test_accepted(self, name: str) -> None:
        assert codes(agent(tool(name, fn="fine"))) == []

    def test_namespaces_are_checked_part_by_part(self) -> None:
        assert codes(agent(tool("crm.lookup", namespace="crm"))) == []
        finding = only(agent(tool("cr m.lookup", namespace="cr m"), tool("cr m.find", namespace="cr m")))
        assert finding.names == ("cr m",)
        assert "The namespace" in finding.message

    @pytest.mark.parametrize(
        "make",
        [
            lambda n: handoff(n, "B"),
            lambda n: mcp(n, "s"),
            lambda n: hosted("CustomTool", n, origin="custom"),
        ],
    )
    def test_every_kind_with_a_name_of_its_own(self, make) -> None:
        assert codes(agent(make("not ok"))) == ["TI105"]

    def test_disabled_tools_are_not_sent(self) -> None:
        assert codes(agent(tool("not ok", enabled=False))) == []


class TestConfusableNames:
    def test_case_and_separators(self) -> None:
        finding = only(
            agent(tool("lookup_order", line=1), tool("lookupOrder", line=2), tool("lookup-order", line=3))
        )
        assert (finding.code, finding.severity) == ("TI106", "warning")
        assert finding.names == ("lookup_order", "lookupOrder", "lookup-order")
        assert len(finding.locations) == 3

    def test_inside_one_namespace(self) -> None:
        assert codes(agent(tool("crm.look_up", namespace="crm"), tool("crm.lookup", namespace="crm"))) == [
            "TI106"
        ]

    @pytest.mark.parametrize(
        "second",
        [
            tool("erp.lookup", namespace="erp"),
            tool("lookup"),
            tool("crm_lookup"),
            tool("crm.lookups", namespace="crm"),
            tool("crm.look_up", namespace="crm", enabled=False),
        ],
    )
    def test_silent(self, second) -> None:
        assert codes(agent(tool("crm.lookup", namespace="crm"), second)) == []

    def test_alternatives_under_unknown_predicates(self) -> None:
        first = tool("lookup_order", enabled=None, predicate="a", predicate_identity=1)
        second = tool("lookupOrder", enabled=None, predicate="b", predicate_identity=2)
        assert codes(agent(first, second)) == []

    def test_hosted_tools_count_by_what_the_model_sees(self) -> None:
        assert codes(agent(hosted("WebSearchTool", "web_search"), tool("websearch"))) == ["TI106"]
        assert codes(agent(hosted("HostedMCPTool", "hosted_mcp", server="s"), tool("HostedMCP"))) == []


class TestCrossedNames:
    def test_each_carries_the_others_function_name(self) -> None:
        finding = only(agent(tool("cancel", fn="pause", line=1), tool("pause", fn="cancel", line=2)))
        assert (finding.code, finding.severity) == ("TI107", "error")
        assert finding.names == ("cancel", "pause")
        assert places(finding) == ["app/tools.py:1", "app/tools.py:2"]

    def test_one_direction_between_overridden_tools_is_a_warning(self) -> None:
        finding = only(agent(tool("refund", fn="refund_v2"), tool("refund_legacy", fn="refund")))
        assert (finding.code, finding.severity) == ("TI107", "warning")
        assert "which the model sees as `refund_legacy`" in finding.message

    @pytest.mark.parametrize("generic", ["wrapper", "_impl", "inner", "<lambda>", "_run"])
    def test_generic_inner_names_say_nothing(self, generic: str) -> None:
        assert codes(agent(tool(generic.strip("_<>"), fn="start"), tool("stop", fn=generic))) == []

    def test_one_function_behind_several_tools(self) -> None:
        shared = {"function": "app.tools.call_api", "fn": "call_api"}
        other = tool("call_api", fn="dial")
        assert codes(agent(tool("orders", **shared), tool("users", **shared), other)) == []

    @pytest.mark.parametrize(
        "tools",
        [
            (tool("refund", fn="refund_v2"), tool("credit")),
            (tool("refund", fn="refund_v2"), tool("lookup", fn="find")),
            (tool("crm.pause", namespace="crm", fn="cancel"), tool("cancel", fn="pause")),
            (tool("a", fn="b", enabled=False), tool("b", fn="a")),
        ],
    )
    def test_silent(self, tools) -> None:
        assert codes(agent(*tools)) == []

    def test_across_consumers(self) -> None:
        assert codes(agent(tool("a", fn="b")), agent(tool("b", fn="a"), name="Other")) == []


class TestReservedName:
    @pytest.mark.parametrize("name", ["auto", "required", "none", "web_search", "mcp", "code_interpreter"])
    def test_reserved(self, name: str) -> None:
        finding = only(agent(tool(name, line=3)))
        assert (finding.code, finding.severity, places(finding)) == ("TI109", "warning", ["app/tools.py:3"])

    @pytest.mark.parametrize("name", ["shell", "apply_patch", "computer", "web_searcher", "tool_search"])
    def test_not_reserved_on_its_own(self, name: str) -> None:
        assert codes(agent(tool(name))) == []

    def test_reserved_only_beside_such_a_tool(self) -> None:
        shell = hosted("ShellTool", "shell", origin="shell")
        assert codes(agent(tool("shell"), shell)) == ["TI108", "TI109"]

    def test_newer_reservations_depend_on_the_version(self) -> None:
        consumer = agent(tool("programmatic_tool_calling"))
        assert codes(consumer) == ["TI109"]
        assert codes(consumer, info=SdkInfo(sdk="0.18.3", python="3.11")) == []

    def test_namespaced_deferred_and_realtime_tools_are_no_such_choice(self) -> None:
        assert codes(agent(tool("crm.web_search", namespace="crm"))) == []
        assert codes(agent(tool("web_search", deferred=True))) == []
        assert codes(agent(tool("web_search"), kind="realtime")) == []
