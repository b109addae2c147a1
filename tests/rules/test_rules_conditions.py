"""In which scenarios findings hold: tools that are there under some flags alone."""

import msgspec
from hand_listed import listed
from hand_made import agent, handoff, hosted, mcp, registry, tool
from many_scenarios import SPACE, flag, judged

from inspector.controls import derive
from inspector.model import (
    NEVER,
    Condition,
    Consumer,
    Contract,
    Controls,
    Finding,
    LoadFailure,
    Location,
    Prompt,
    Resolution,
)

BETA, PRO, PAID, SSO = flag(0, 1), flag(1, 1), flag(1, 1, 2), flag(2, 1)
FREE, PLAIN = flag(1, 0), flag(2, 0)


def found(*consumers: Consumer, **settings: object) -> tuple[Finding, ...]:
    """What the rules say over all scenarios of SPACE."""
    changes = {key: settings.pop(key) for key in list(settings) if key in Controls.__struct_fields__}
    project = registry(*consumers, legal=SPACE.legal, **settings)
    sets = (*changes.pop("sets", ()), *derive(project))
    return judged(project, Controls(sets=sets, **changes))


def of(code: str, *consumers: Consumer, **settings: object) -> Finding:
    """The one finding of that code."""
    (finding,) = (one for one in found(*consumers, **settings) if one.code == code)
    return finding


def where(finding: Finding) -> Condition:
    """The legal scenarios in which it holds."""
    return SPACE.legal if finding.holds is None else finding.holds & SPACE.legal


def codes(*consumers: Consumer, **settings: object) -> list[str]:
    return [one.code for one in found(*consumers, **settings)]


class TestCollisions:
    def test_two_tools_meet_where_both_are_there(self) -> None:
        first = tool("refund", presence=BETA, precedence=1)
        second = tool("refund", presence=PAID, precedence=0)
        finding = of("TI101", agent(first, second))
        assert where(finding) is BETA & PAID
        assert finding.exact

    def test_tools_that_exclude_each_other_are_silent(self) -> None:
        assert codes(agent(tool("refund", presence=FREE), tool("refund", presence=PAID))) == []

    def test_a_forbidden_combination_is_silent(self) -> None:
        """Single sign-on doesn't go with the free plan."""
        assert codes(agent(tool("refund", presence=FREE), tool("refund", presence=SSO))) == []

    def test_what_is_always_there_has_no_condition(self) -> None:
        assert of("TI101", agent(tool("refund"), tool("refund"))).holds is None

    def test_of_three_any_two_will_do(self) -> None:
        tools = [tool("refund", presence=one, precedence=at) for at, one in enumerate((BETA, PRO, SSO))]
        finding = of("TI101", agent(*tools))
        assert where(finding) is (BETA & PRO) | (BETA & SSO) | (PRO & SSO)

    def test_the_message_is_about_the_scenarios_that_it_describes(self) -> None:
        """The nearest to the default has two of the three, so that the third one comes later."""
        first = tool("refund", fn="one", presence=BETA, precedence=2, sent=False)
        second = tool("refund", fn="two", precedence=1)
        third = tool("refund", fn="three", presence=BETA & PAID & SSO, precedence=0)
        finding = of("TI101", agent(first, second, third))
        assert "names 2 tools" in finding.message
        assert "only `app.tools.two` is sent and runs" in finding.message
        assert "In other scenarios `refund` also names `app.tools.three`" in finding.message
        assert finding.witness is not None
        assert finding.witness & SPACE.legal is BETA - (PAID & SSO)
        assert set(finding.tools) == {first.key, second.key, third.key}

    def test_the_code_depends_on_what_is_there(self) -> None:
        """A handoff where it is there, else two functions."""
        own = [tool("refund", fn="one", precedence=2), tool("refund", fn="two", precedence=1)]
        other = handoff("refund", to="desk", presence=BETA, precedence=0)
        findings = {one.code: where(one) for one in found(agent(*own, other))}
        assert findings == {"TI102": BETA, "TI101": SPACE.legal - BETA}

    def test_mcp_servers_that_are_there_together(self) -> None:
        finding = of("TI103", agent(mcp("find", "shop", presence=BETA), mcp("find", "store", presence=SSO)))
        assert where(finding) is BETA & SSO

    def test_an_agent_that_is_only_there_in_some(self) -> None:
        finding = of("TI101", agent(tool("refund"), tool("refund"), presence=BETA))
        assert where(finding) is BETA

    def test_a_run_that_fails_in_one_form_only(self) -> None:
        """The error belongs to the scenarios of that form."""
        gated = tool("refund", fn="one", approval="static", precedence=1)
        ungated = tool("refund", fn="two", precedence=0)
        failing = Resolution(run_error="Duplicate tool names found across MCP servers: refund")
        plain = agent(gated, ungated)
        forms = tuple(
            msgspec.structs.replace(plain, tools=(), presence=where, resolution=resolution)
            for where, resolution in ((BETA, failing), (SPACE.legal - BETA, Resolution()))
        )
        consumer = msgspec.structs.replace(plain, variants=forms)
        assert where(of("TI503", consumer)) is SPACE.legal - BETA

    def test_a_predicate_without_an_answer_is_said_beside_the_flags(self) -> None:
        unknown = tool("refund", enabled=None, undecided=BETA, predicate="app.gates.on", presence=NEVER)
        finding = of("TI101", agent(tool("refund"), unknown))
        assert (where(finding), finding.condition) == (BETA, "when `app.gates.on` allows it")


class TestOtherNames:
    def test_crossed_names_need_both(self) -> None:
        one = tool("send", fn="store", presence=BETA)
        other = tool("store", fn="send", presence=SSO)
        assert where(of("TI107", agent(one, other))) is BETA & SSO

    def test_confusable_names_need_two_names(self) -> None:
        """Two tools of one name are no second name."""
        tools = (
            tool("look_up", presence=BETA, precedence=1),
            tool("look_up", presence=SSO, precedence=0),
            tool("lookup", presence=PRO),
        )
        assert where(of("TI106", agent(*tools))) is (BETA | SSO) & PRO

    def test_a_reserved_name_where_the_reserving_tool_is_there(self) -> None:
        shell = hosted("ShellTool", "shell", origin="shell", presence=BETA)
        finding = of("TI109", agent(tool("shell", presence=SSO), shell))
        assert where(finding) is BETA & SSO

    def test_an_invalid_name_where_any_tool_has_it(self) -> None:
        finding = of("TI105", agent(tool("a b", presence=BETA), tool("a b", presence=SSO)))
        assert where(finding) is BETA | SSO

    def test_duplicate_hosted_tools(self) -> None:
        tools = [hosted("WebSearchTool", "web_search", presence=one) for one in (BETA, PRO)]
        assert where(of("TI108", agent(*tools))) is BETA & PRO
        assert (
            codes(agent(*(hosted("WebSearchTool", "web_search", presence=one) for one in (FREE, SSO)))) == []
        )


class TestGates:
    def test_high_risk_where_it_is_there_and_runs(self) -> None:
        """The other tool of its name is gated, and runs instead where it is there."""
        risky = tool("refund", fn="refund", presence=PAID, precedence=1)
        gated = tool("refund", fn="safe", presence=SSO, approval="static", precedence=0)
        assert where(of("TI501", agent(risky, gated), risk=("refund",))) is PAID - SSO

    def test_a_table_that_is_there_in_some_scenarios(self) -> None:
        table = msgspec.structs.replace(listed("approval", "refund"), holds=PRO)
        finding = of("TI501", agent(tool("refund", presence=PAID)), risk=("refund",), sets=(table,))
        assert where(finding) is PAID - PRO

    def test_a_table_wherever_the_tool_is(self) -> None:
        table = msgspec.structs.replace(listed("approval", "refund"), holds=PAID)
        assert codes(agent(tool("refund", presence=PRO)), risk=("refund",), sets=(table,)) == []

    def test_a_build_without_the_static_approval(self) -> None:
        builds = (tool("refund", presence=PAID), tool("refund", presence=FREE, approval="static"))
        assert where(of("TI501", agent(*builds), risk=("refund",))) is PAID

    def test_a_table_that_refuses_the_rest_only_where_it_is_there(self) -> None:
        table = msgspec.structs.replace(listed("approval", "other"), holds=SSO)
        finding = of(
            "TI501",
            agent(tool("refund"), tool("other")),
            risk=("refund",),
            sets=(table,),
            approval_default="deny",
        )
        assert where(finding) is PLAIN

    def test_a_bypass_where_the_ungated_one_wins(self) -> None:
        gated = tool("refund", fn="one", presence=PAID, approval="static", precedence=1)
        ungated = tool("refund", fn="two", presence=SSO, precedence=0)
        assert where(of("TI503", agent(gated, ungated))) is PAID & SSO

    def test_no_bypass_where_a_handoff_wins(self) -> None:
        gated = tool("refund", fn="one", approval="static", precedence=2)
        ungated = tool("refund", fn="two", precedence=1)
        away = handoff("refund", to="desk", presence=BETA, precedence=0)
        assert where(of("TI503", agent(gated, ungated, away))) is SPACE.legal - BETA


class TestQuotedNames:
    def test_a_prompt_that_names_a_tool_which_is_off_in_some(self) -> None:
        prompt = Prompt(
            source="instructions of `Triage`", text="Call `refund` first.", consumer="app.agents:triage"
        )
        consumer = agent(tool("refund", presence=PAID), tool("lookup"))
        finding = of("TI205", consumer, prompts=(prompt,))
        assert (where(finding), finding.severity) == (FREE, "error")

    def test_a_prompt_that_names_it_only_where_it_is_there(self) -> None:
        prompt = Prompt(
            source="instructions of `Triage`",
            text="Call `refund` first.",
            consumer="app.agents:triage",
            holds=PAID,
        )
        assert codes(agent(tool("refund", presence=PAID), tool("lookup")), prompts=(prompt,)) == []

    def test_a_choice_of_what_is_off_in_some(self) -> None:
        consumer = agent(tool("refund", presence=PAID), tool("lookup"), tool_choice="refund")
        assert where(of("TI206", consumer)) is FREE

    def test_a_choice_made_only_where_the_tool_is_there(self) -> None:
        plain = agent(tool("refund", presence=PAID), tool("lookup"))
        forms = tuple(
            msgspec.structs.replace(plain, tools=(), presence=where, tool_choice=choice)
            for where, choice in ((PAID, "refund"), (FREE, None))
        )
        assert codes(msgspec.structs.replace(plain, variants=forms)) == []

    def test_a_stop_entry_waits_for_its_tool(self) -> None:
        assert codes(agent(tool("refund", presence=PAID), tool("lookup"), stop=("refund",))) == []

    def test_a_stop_list_of_some_scenarios_keeps_them(self) -> None:
        plain = agent(tool("refund"), tool("lookup"))
        forms = tuple(
            msgspec.structs.replace(plain, tools=(), presence=where, stop=stop)
            for where, stop in ((BETA, ("refnd",)), (SPACE.legal - BETA, ("refund",)))
        )
        finding = of("TI201", msgspec.structs.replace(plain, variants=forms))
        assert (finding.names, where(finding)) == (("refnd",), BETA)


class TestOtherRules:
    def test_a_finding_of_several_agents_holds_where_any_has_the_tool(self) -> None:
        def undescribed(where: Condition) -> Consumer:
            own = tool("refund", description="", presence=where, path="app/tools.py", line=3)
            return agent(own, name="Triage" if where is BETA else "Billing")

        assert where(of("TI302", undescribed(BETA), undescribed(SSO))) is BETA | SSO

    def test_one_id_for_functions_of_different_builds(self) -> None:
        builds = (
            tool("pay", business_id="billing.pay", presence=FREE),
            tool("pay_now", business_id="billing.pay", presence=PAID),
        )
        assert codes(agent(*builds)) == []

    def test_a_loop_where_no_tool_ends_the_run(self) -> None:
        consumer = agent(
            tool("lookup"),
            tool("refund", presence=BETA),
            tool_choice="required",
            reset_tool_choice=False,
            stop=("refund",),
            stop_behavior="stop_at_tools",
        )
        assert where(of("TI505", consumer)) is SPACE.legal - BETA

    def test_a_timeout_beside_another(self) -> None:
        limited = tool("a", presence=BETA, contract=Contract(is_async=True, timeout=3, timeout_honoured=True))
        endless = tool("b", presence=SSO, contract=Contract(is_async=True))
        assert where(of("TI506", agent(limited, endless))) is BETA & SSO

    def test_a_factory_that_fails_in_some(self) -> None:
        failure = LoadFailure(ref="app.build:make", kind="raised", error="KeyError: 'x'", holds=BETA)
        assert where(of("TI701", failures=(failure,))) is BETA

    def test_a_predicate_that_raises_in_some(self) -> None:
        raising = tool(
            "refund",
            presence=PAID,
            failing=FREE,
            predicate="app.gates.on",
            predicate_error="KeyError: 'plan'",
            predicate_location=Location("app/gates.py", 3),
        )
        finding = of("TI701", agent(raising), context="app.context:make")
        assert where(finding) is FREE
        assert "KeyError: 'plan'" in finding.message

    def test_what_is_sampled_says_so(self) -> None:
        pair = [tool("refund", presence=BETA, doubt="in a 3-wise sample", precedence=at) for at in (0, 1)]
        finding = of("TI101", agent(*pair))
        assert (finding.exact, finding.doubt) == (False, "in a 3-wise sample")
