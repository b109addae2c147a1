"""TI505 to TI507: forced choices, failures, and callables that the SDK asks."""

import msgspec
import pytest
from hand_made import NEWEST, WITHOUT_POLICY, agent, handoff, hosted, mcp, places, registry, tool

from inspector.model import Contract, Finding, Location, McpServer, Parameter, SdkInfo, Tool
from inspector.rules import failure_policies, forced_choices, swapped_arguments


def loops(*tools: Tool, run: str | None = None, **changes: object) -> list[Finding]:
    settings = {"reset_tool_choice": False, "tool_choice": "lookup"}
    return list(forced_choices.check(agent(*tools, name="Desk", **(settings | changes)), run))


class TestForcedChoice:
    def test_a_named_tool_that_does_not_end_the_run(self) -> None:
        lookup = tool("lookup", line=7)
        (finding,) = loops(lookup, tool("other"))
        assert (finding.code, finding.severity, finding.names) == ("TI505", "warning", ("lookup",))
        assert finding.message == (
            "`Desk` (app/agents.py:10) has `reset_tool_choice=False`, and it forces "
            '`tool_choice="lookup"`, that is `app.tools.lookup` (app/tools.py:7): the model has to call a '
            "tool on every turn and never gets to answer, until MaxTurnsExceeded ends the run."
        )
        assert "list `lookup` in `StopAtTools`" in finding.fix
        assert finding.tools == (lookup.key,)

    def test_required_with_tools_that_never_end_it(self) -> None:
        (finding,) = loops(tool("lookup"), tool("search"), tool_choice="required")
        assert places(finding) == ["app/agents.py:10"], "a comment at one of the tools silences nothing"

    def test_a_stop_list_of_other_tools(self) -> None:
        assert len(loops(tool("lookup"), tool("b"), stop=("b",), stop_behavior="stop_at_tools")) == 1

    def test_the_run_config_forces_over_the_agents_own_choice(self) -> None:
        (finding,) = loops(tool("lookup"), tool_choice=None, run="lookup")
        assert "the RunConfig forces" in finding.message
        assert loops(tool("lookup"), run="auto") == []

    @pytest.mark.parametrize(
        "changes",
        [
            {"reset_tool_choice": True},
            {"tool_choice": None},
            {"tool_choice": "auto"},
            {"tool_choice": "none"},
            {"tool_choice": "gone"},
            {"stop_behavior": "stop_on_first_tool"},
            {"stop_behavior": "stop_at_tools", "stop": ("lookup",)},
            {"stop_behavior": "stop_at_tools", "stop": ("lookup_order",), "stop_is_text": True},
            {"stop_behavior": "function"},
            {"tool_choice": "required", "stop_behavior": "stop_at_tools", "stop": ("other",)},
            {"kind": "realtime"},
        ],
    )
    def test_look_alikes_that_end(self, changes: dict[str, object]) -> None:
        assert loops(tool("lookup"), tool("other"), **changes) == []

    @pytest.mark.parametrize("choice", ["to_b", "required", "web_search"])
    def test_handoffs_and_hosted_tools_end_it(self, choice: str) -> None:
        tools = (tool("lookup"), handoff("to_b", "B"), hosted("WebSearchTool", "web_search"))
        assert loops(*tools, tool_choice=choice) == []

    def test_a_stop_list_may_name_tools_of_a_server_that_was_not_started(self) -> None:
        servers = (McpServer(name="docs", type="MCPServerStdio", started=False),)
        changes = {"tool_choice": "required", "stop_behavior": "stop_at_tools", "mcp_servers": servers}
        assert loops(tool("lookup"), stop=("finish",), **changes) == []

    def test_required_without_tools_forces_nothing(self) -> None:
        assert loops(tool_choice="required") == []


def policies(*tools: Tool, info: SdkInfo = NEWEST) -> list[Finding]:
    return list(failure_policies.check_registry(registry(agent(*tools, name="Desk"), info=info)))


class TestFailurePolicy:
    def test_an_exception_that_ends_the_run(self) -> None:
        raising = Contract(failure="raise")
        finding, other = policies(
            tool("a", contract=raising, line=3), tool("b", contract=raising), tool("c", contract=Contract())
        )
        assert (finding.code, finding.severity, finding.names) == ("TI506", "info", ("a",))
        assert finding.message == (
            "On `Desk` an exception in `a` of `app.tools.a` (app/tools.py:3) ends the whole run: "
            "`failure_error_function` is None, so the model is never told and can't try something else."
        )
        assert (places(finding), other.names) == (["app/tools.py:3"], ("b",))

    def test_a_function_is_one_finding_whoever_holds_it(self) -> None:
        first, again = (tool("a", contract=Contract(failure="raise"), line=3) for _ in range(2))
        desks = registry(agent(first, name="Desk"), agent(again, name="Night"))
        (finding,) = failure_policies.check_registry(desks)
        assert (finding.consumer_name, finding.touches) == ("Desk", (("app.agents:night", again.key),))

    def test_the_tools_of_a_server_are_one_finding(self) -> None:
        raising = Contract(failure="raise")
        (finding,) = policies(mcp("search", "docs", contract=raising), mcp("fetch", "docs", contract=raising))
        assert finding.names == ("search", "fetch")

    def test_old_sdks_let_every_error_of_a_server_through(self) -> None:
        search = mcp("search", "docs", contract=Contract(failure="raise"))
        assert len(policies(search)) == 1
        assert len(policies(search, info=WITHOUT_POLICY)) == 1
        assert policies(search, info=msgspec.structs.replace(NEWEST, sdk="0.6.9")) == []

    def test_a_timeout_that_cannot_be_kept(self) -> None:
        (finding,) = policies(tool("a", contract=Contract(is_async=False, timeout=5, timeout_honoured=False)))
        assert finding.names == ("a",)
        assert "can't be honoured" in finding.message

    def test_an_async_tool_without_a_timeout_beside_tools_with_one(self) -> None:
        limited = tool("a", contract=Contract(is_async=True, timeout=5, timeout_honoured=True))
        (finding,) = policies(limited, tool("b", contract=Contract(is_async=True)))
        assert finding.names == ("b",)
        assert "has no timeout, although `a` has one: a call that hangs" in finding.message

    @pytest.mark.parametrize("contract", [Contract(is_async=True), Contract(failure="custom"), Contract()])
    def test_where_no_timeouts_are_in_use_and_errors_are_told_nothing_is_said(
        self, contract: Contract
    ) -> None:
        assert policies(tool("a", contract=contract), tool("b", contract=Contract(is_async=True))) == []

    def test_sync_tools_and_agents_need_no_timeout(self) -> None:
        limited = tool("a", contract=Contract(is_async=True, timeout=5, timeout_honoured=True))
        others = tool("b", contract=Contract(is_async=False)), tool("c", origin="agent_tool", function="C")
        assert policies(limited, *others) == []


def parameters(*texts: str) -> tuple[Parameter, ...]:
    """Of `name` or `name: annotation`."""
    pairs = (text.partition(": ") for text in texts)
    return tuple(Parameter(name=name, annotation=annotation) for name, _, annotation in pairs)


def predicate(*texts: str, **changes: object) -> Tool:
    settings = {"predicate": "app.flags.on", "predicate_identity": 5}
    return tool("refund", predicate_parameters=parameters(*texts), **(settings | changes))


def approval(*texts: str) -> Tool:
    return tool(
        "refund", approval="dynamic", approval_callable="app.gate", approval_parameters=parameters(*texts)
    )


def swapped(*tools: Tool) -> list[Finding]:
    return list(swapped_arguments.check(agent(*tools)))


class TestSwappedArguments:
    def test_says_how_it_is_declared_and_what_is_passed(self) -> None:
        refund = predicate("agent", "ctx", line=4)
        (finding,) = swapped(refund)
        assert (finding.code, finding.severity, finding.names) == ("TI507", "warning", ("refund",))
        assert finding.message == (
            "`app.flags.on`, which decides whether `refund` on `Triage` is enabled (`app.tools.refund` "
            "(app/tools.py:4)), is declared as (agent, ctx), but the SDK passes (context, agent) by "
            "position: each parameter holds what another is meant for."
        )
        assert finding.fix == "Declare the parameters in the order (context, agent)."

    @pytest.mark.parametrize(
        "declared",
        [
            ("agent", "context"),
            ("_agent", "_wrapper"),
            ("agent: Agent[Any]", "ctx: RunContextWrapper[Any]"),
            ("a: agents.agent.Agent[App]", "c: agents.run_context.RunContextWrapper[App]"),
            ("a: 'Agent'", "b"),
            ("a", "b: RunContextWrapper"),
            ("a: AgentBase | None", "b: Optional[ToolContext]"),
            ("agent: SupportAgent", "ctx: AppContext"),
        ],
    )
    def test_swapped_predicates(self, declared: tuple[str, ...]) -> None:
        assert len(swapped(predicate(*declared))) == 1

    @pytest.mark.parametrize(
        "declared",
        [
            ("ctx", "agent"),
            ("_", "__"),
            ("a", "b"),
            ("agent", "_"),
            ("agent: RunContextWrapper[AgentContext]", "ctx: Agent"),
            ("ctx: RunContextWrapper[Agent]", "agent: Agent[Any]"),
            ("agent_ctx", "agent"),
            ("agents", "contexts"),
            ("ctx", "b: RunContextWrapper"),
            ("a: Agent", "agent"),
            ("agent",),
            (),
        ],
    )
    def test_look_alikes_of_predicates(self, declared: tuple[str, ...]) -> None:
        assert swapped(predicate(*declared)) == []

    @pytest.mark.parametrize(
        "declared",
        [
            ("params", "ctx", "call_id"),
            ("args: dict[str, Any]", "c: RunContextWrapper[Any]", "call_id: str"),
            ("call_id", "context", "arguments"),
            ("arguments", "call_id", "context"),
            ("ctx", "call_id", "params"),
        ],
    )
    def test_swapped_approvals(self, declared: tuple[str, ...]) -> None:
        (finding,) = swapped(approval(*declared))
        assert "the SDK passes (context, arguments, call_id)" in finding.message

    @pytest.mark.parametrize(
        "declared",
        [("ctx", "params", "call_id"), ("_", "args", "__"), ("c", "a", "i"), ("_ctx", "_params", "_id"), ()],
    )
    def test_look_alikes_of_approvals(self, declared: tuple[str, ...]) -> None:
        assert swapped(approval(*declared)) == []

    def test_a_callable_of_many_tools_is_one_finding(self) -> None:
        place = Location("app/flags.py", 2)
        tools = [predicate("agent", "ctx", predicate_location=place) for _ in range(2)]
        (finding,) = swapped(*tools)
        assert places(finding) == ["app/flags.py:2"], "a comment at one of the tools silences nothing"
        assert len(swapped(tools[0], predicate("agent", "ctx", predicate_identity=6))) == 2
