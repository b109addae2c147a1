"""Who runs of those that are there: the order of all rivals foretells it for every set of live ones."""

import itertools

import pytest
from agents import Agent, function_tool, handoff
from agents.realtime import RealtimeAgent, realtime_handoff
from extraction import Extraction, read

from inspector.probe import sdk


def tool(name: str, enabled=True):
    def work() -> str:
        return ""

    return function_tool(work, name_override=name, is_enabled=enabled)


def on(_context, _agent):
    return True


def off(_context, _agent):
    return False


def desk(*states, kinds: str) -> Extraction:
    """An agent with rivals for one name: `f` a function tool, `h` a handoff."""
    target = Agent(name="Target")
    tools, handoffs = [], []
    for kind, state in zip(kinds, states, strict=True):
        if kind == "f":
            tools.append(tool("a", state))
        else:
            handoffs.append(handoff(target, tool_name_override="a", is_enabled=state))
    return read(Agent(name="main", tools=tools, handoffs=handoffs))


@pytest.mark.parametrize("kinds", ["ff", "fff", "fh", "ffh", "fhh", "ffhh", "hh"])
def test_the_one_that_runs_is_the_first_of_those_that_are_there(kinds):
    whole = desk(*[on] * len(kinds), kinds=kinds).only.tools
    assert sorted(each.precedence for each in whole) == list(range(len(kinds)))
    for states in itertools.product([on, off], repeat=len(kinds)):
        shown = desk(*states, kinds=kinds).only.tools
        live = [each for each in shown if each.enabled]
        assert [(each.key, each.precedence) for each in shown] == [(e.key, e.precedence) for e in whole]
        if not live:
            continue
        winner = min(live, key=lambda each: each.precedence)
        assert [each.key for each in live if each.shadowed_by is None] == [winner.key]
        for each in live:
            assert each.sent == (each is winner or each.sent_if_shadowed)


def test_what_has_no_rival_has_no_place():
    tools = read(Agent(name="main", tools=[tool("a"), tool("b", on)])).only.tools
    assert [(each.precedence, each.sent_if_shadowed) for each in tools] == [(None, False)] * 2


def test_what_is_off_for_good_is_no_rival():
    tools = read(Agent(name="main", tools=[tool("a"), tool("a", False)])).only.tools
    assert [each.precedence for each in tools] == [None, None]


def test_one_that_a_predicate_has_off_now_is_a_rival_later():
    tools = read(Agent(name="main", tools=[tool("a"), tool("a", off)])).only.tools
    assert [(each.precedence, each.sent, each.shadowed_by) for each in tools] == [
        (1, True, None),
        (0, False, None),
    ]
    assert tools[0].sent_if_shadowed is not sdk.strict_available()


def test_unknown_ones_have_their_place_though_nothing_is_shown_as_shadowed():
    def unknown(context, agent):
        return context.context.beta

    def other(context, agent):
        return context.context.plan

    tools = read(Agent(name="main", tools=[tool("a", unknown), tool("a", other)])).only.tools
    assert [(each.precedence, each.shadowed_by) for each in tools] == [(1, None), (0, None)]


def test_a_set_that_every_run_refuses_has_no_order():
    codex = tool("c")
    codex._is_codex_tool = True
    tools = read(Agent(name="main", tools=[codex, tool("c", off), tool("a"), tool("a")])).only.tools
    assert [each.precedence for each in tools] == [None, None, 1, 0]


def test_kinds_that_are_called_by_type_go_by_their_order_and_all_stay_sent():
    shell = getattr(__import__("agents"), "ShellTool", None)
    if shell is None:
        return
    agent = Agent(name="main", tools=[shell(executor=lambda request: "")] * 2)
    tools = read(agent).only.tools
    assert [(each.precedence, each.sent_if_shadowed) for each in tools] == [(0, False), (1, True)]


def test_in_a_realtime_session_functions_come_before_handoffs():
    target = RealtimeAgent(name="Target")
    agent = RealtimeAgent(
        name="main",
        tools=[tool("a")],
        handoffs=[realtime_handoff(target, tool_name_override="a")],
    )
    tools = read(agent).only.tools
    refused = read(agent).only.resolution.run_error is not None
    assert [each.precedence for each in tools] == ([None, None] if refused else [0, 1])
