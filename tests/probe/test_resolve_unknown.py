"""Winners where not every predicate could be evaluated."""

from agents import Agent, function_tool
from extraction import read


def needs_beta(context, agent):
    return context.context.beta


def needs_plan(context, agent):
    return context.context.plan


def tool(name: str, predicate=True):
    def work() -> str:
        return ""

    return function_tool(work, name_override=name, is_enabled=predicate)


def shadows(*tools):
    return [(t.sent, t.shadowed_by) for t in read(Agent(name="main", tools=list(tools))).only.tools]


def test_a_single_unknown_counts_as_enabled():
    assert shadows(tool("a"), tool("a", needs_beta)) == [(False, "function:a#2"), (True, None)]


def test_unknowns_of_one_predicate_stand_or_fall_together():
    assert shadows(tool("a", needs_beta), tool("a", needs_beta)) == [(False, "function:a#2"), (True, None)]


def test_unknowns_of_different_predicates_leave_the_winner_open():
    assert shadows(tool("a", needs_beta), tool("a", needs_plan)) == [(True, None), (True, None)]


def test_known_ones_are_settled_among_themselves():
    assert shadows(tool("a"), tool("a"), tool("a", needs_beta), tool("a", needs_plan)) == [
        (False, "function:a#2"),
        (True, None),
        (True, None),
        (True, None),
    ]


def test_a_predicate_that_is_neither_bool_nor_callable_is_unknown():
    broken = tool("a")
    broken.is_enabled = "yes"
    (found,) = read(Agent(name="main", tools=[broken])).only.tools
    assert found.enabled is None
    assert "not callable" in found.predicate_error


def test_a_predicate_that_exits_is_unknown():
    def leave(context, agent):
        raise SystemExit(3)

    (found,) = read(Agent(name="main", tools=[tool("a", leave)])).only.tools
    assert (found.enabled, found.predicate_error) == (None, "SystemExit: 3")


def test_methods_of_one_object_are_one_predicate():
    class Flags:
        def beta(self, context, agent):
            return True

    flags = Flags()
    first, second = read(Agent(name="main", tools=[tool("a", flags.beta), tool("b", flags.beta)])).only.tools
    assert first.predicate_identity == second.predicate_identity
    assert first.predicate.endswith("Flags.beta")


def test_a_refused_set_still_tells_who_would_run_of_the_other_names():
    codex = tool("c")
    codex._is_codex_tool = True
    consumer = read(Agent(name="main", tools=[tool("a"), tool("a"), codex, tool("c")])).only
    assert "Duplicate Codex tool names found: c" in consumer.resolution.run_error
    assert [t.shadowed_by for t in consumer.tools] == ["function:a#2", None, None, None]
    assert not any(t.sent for t in consumer.tools)


def test_the_strict_error_names_both_agents():
    one, two = Agent(name="Billing Bot"), Agent(name="billing-bot")
    agent = Agent(name="main", tools=[one.as_tool(None, "x"), two.as_tool(None, "x")])
    error = read(agent, one, two).consumers[0].resolution.strict_error
    assert "Billing Bot" in error
    assert "billing-bot" in error


def test_the_sdk_warns_of_nothing_while_it_is_asked(caplog):
    agents = [Agent(name="main", tools=[tool("a"), tool("a")], handoffs=[Agent(name="Two Words")])]
    caplog.clear()
    read(*agents)
    assert caplog.records == []
