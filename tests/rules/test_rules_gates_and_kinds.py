"""TI108 and TI503: what runs although it looks guarded or unique."""

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

from inspector.model import Contract, Resolution


class TestHostedDuplicate:
    @pytest.mark.parametrize(
        ("type_name", "visible"),
        [
            ("WebSearchTool", "web_search"),
            ("FileSearchTool", "file_search"),
            ("CodeInterpreterTool", "code_interpreter"),
            ("ImageGenerationTool", "image_generation"),
            ("LocalShellTool", "local_shell"),
        ],
    )
    def test_hosted_tools_of_one_type_are_sent_twice(self, type_name: str, visible: str) -> None:
        finding = only(agent(hosted(type_name, visible, line=1), hosted(type_name, visible, line=2)))
        assert (finding.code, finding.severity, finding.names) == ("TI108", "error", (visible,))
        assert places(finding) == ["app/tools.py:1", "app/tools.py:2"]
        assert "All are sent" in finding.message

    def test_hosted_mcp_servers_of_one_label(self) -> None:
        first, last = (hosted("HostedMCPTool", "hosted_mcp", server="docs") for _ in range(2))
        finding = only(agent(first, last))
        assert finding.names == ("docs",)
        assert "share the server label `docs`" in finding.message

    @pytest.mark.parametrize(
        ("type_name", "origin"), [("ShellTool", "shell"), ("ApplyPatchTool", "apply_patch")]
    )
    def test_the_first_shell_or_patch_editor_runs(self, type_name: str, origin: str) -> None:
        first, last = (hosted(type_name, origin, origin=origin, line=line) for line in (1, 2))
        assert f"the first, {type_name} (app/tools.py:1), runs" in only(agent(first, last)).message

    def test_the_last_custom_tool_runs(self) -> None:
        first, last = (hosted("CustomTool", "sql", origin="custom", line=line) for line in (1, 2))
        finding = only(agent(first, last))
        assert finding.names == ("sql",)
        assert "the last, CustomTool (app/tools.py:2), runs" in finding.message

    def test_two_computers_are_refused_by_the_converter(self) -> None:
        first, last = (hosted("ComputerTool", "computer", origin="computer") for _ in range(2))
        assert "refuses them" in only(agent(first, last)).message

    @pytest.mark.parametrize(
        "named", [tool("sql"), handoff("sql", "SQL"), mcp("sql", "db"), tool("sql", origin="agent_tool")]
    )
    def test_a_custom_tool_beside_a_function_of_its_name(self, named) -> None:
        finding = only(agent(hosted("CustomTool", "sql", origin="custom"), named))
        assert finding.code == "TI108"
        assert "the type of the call alone tells which runs" in finding.message

    def test_a_hosted_search_beside_a_function_of_its_name(self) -> None:
        assert codes(agent(hosted("WebSearchTool", "web_search"), tool("web_search"))) == ["TI108", "TI109"]

    @pytest.mark.parametrize(
        "tools",
        [
            (hosted("WebSearchTool", "web_search"), hosted("FileSearchTool", "file_search")),
            tuple(hosted("HostedMCPTool", "hosted_mcp", server=label) for label in ("docs", "code")),
            tuple(hosted("CustomTool", name, origin="custom") for name in ("sql", "bash")),
            (hosted("HostedMCPTool", "hosted_mcp", server="docs"), tool("hosted_mcp")),
            (hosted("CustomTool", "sql", origin="custom"), tool("db.sql", namespace="db")),
            (hosted("CustomTool", "sql", origin="custom"), tool("sql", enabled=False)),
        ],
    )
    def test_silent(self, tools) -> None:
        assert codes(agent(*tools)) == []

    def test_across_consumers(self) -> None:
        search = hosted("WebSearchTool", "web_search")
        assert codes(agent(search), agent(search, name="Other")) == []


class TestBypassedGate:
    def test_the_ungated_of_two_runs(self) -> None:
        last = tool("refund", fn="refund_v2", line=9)
        gated = shadow(tool("refund", approval="static", line=3), last)
        duplicate, bypass = findings(agent(gated, last))
        assert (duplicate.code, bypass.code, bypass.severity) == ("TI101", "TI503", "error")
        assert places(bypass) == ["app/tools.py:9", "app/tools.py:3"]
        assert bypass.tools == (last.key, gated.key)
        assert "needs approval" in bypass.message

    def test_before_the_policy_existed(self) -> None:
        last = tool("refund", fn="refund_v2")
        gated = shadow(tool("refund", approval="dynamic"), last, sent=True)
        assert codes(agent(gated, last), info=WITHOUT_POLICY) == ["TI101", "TI503"]

    def test_an_input_guardrail_is_a_gate_as_well(self) -> None:
        last = tool("refund", fn="refund_v2")
        guarded = shadow(tool("refund", contract=Contract(input_guardrails=("no_cards",))), last)
        assert "has an input guardrail" in findings(agent(guarded, last))[1].message

    def test_a_local_function_that_hides_a_gated_mcp_tool(self) -> None:
        local = tool("refund")
        assert codes(agent(shadow(mcp("refund", "pay", approval="static"), local), local)) == [
            "TI103",
            "TI503",
        ]

    def test_the_first_of_two_shells_runs(self) -> None:
        ungated = hosted("ShellTool", "shell", origin="shell")
        gated = hosted("ShellTool", "shell", origin="shell", approval="static")
        assert codes(agent(ungated, gated)) == ["TI108", "TI503"]
        assert codes(agent(gated, ungated)) == ["TI108"]

    def test_it_holds_under_the_condition_of_the_clash(self) -> None:
        maybe = tool("refund", fn="v2", enabled=None, predicate="app.beta", predicate_identity=1)
        bypass = findings(agent(shadow(tool("refund", approval="static"), maybe), maybe))[1]
        assert (bypass.code, bypass.condition) == ("TI503", "when `app.beta` allows it")

    def test_it_holds_while_the_one_that_runs_is_there(self) -> None:
        winner = tool("refund", fn="v3", enabled=None, predicate="app.beta")
        known = [tool("refund", approval="static"), tool("refund", fn="v2")]
        bypass = findings(agent(*(shadow(one, winner) for one in known), winner))[1]
        assert (bypass.code, bypass.condition) == ("TI503", "when `app.beta` allows it")

    def test_silent_when_the_gated_one_runs(self) -> None:
        gated = tool("refund", approval="static")
        assert codes(agent(shadow(tool("refund", fn="v2"), gated), gated)) == ["TI101"]

    def test_silent_when_both_are_gated(self) -> None:
        last = tool("refund", fn="v2", approval="dynamic")
        assert codes(agent(shadow(tool("refund", approval="static"), last), last)) == ["TI101"]

    def test_silent_when_a_handoff_wins(self) -> None:
        transfer = handoff("refund", "Refunds")
        assert codes(agent(shadow(tool("refund", approval="static"), transfer), transfer)) == ["TI102"]

    def test_silent_when_no_run_gets_that_far(self) -> None:
        last = tool("refund", fn="v2")
        tools = (shadow(tool("refund", approval="static"), last), last)
        assert codes(agent(*tools), info=STRICT) == ["TI101"]
        failing = Resolution(run_error="Duplicate Realtime tool names found: 'refund'")
        assert codes(agent(*tools, kind="realtime", resolution=failing)) == ["TI101"]

    def test_silent_without_a_clash(self) -> None:
        assert codes(agent(tool("refund", approval="static"), tool("refund", fn="v2", enabled=False))) == []
