"""A decision says what comes out in every legal scenario, at one evaluation for each of its leaves."""

import asyncio
import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.probe.budget import Budget
from inspector.probe.decisions import GiveUp, Limits, decide, decide_async
from inspector.probe.space import Space


def binary(count: int, **rest: object) -> Space:
    return Space([(f"f{at}", (False, True)) for at in range(count)], **rest)


class Reader:
    """Values of one scenario that notes which ones are asked for."""

    def __init__(self, scenario) -> None:
        self.scenario = scenario
        self.reads: dict[int, None] = {}

    def __getitem__(self, at: int) -> int:
        self.reads[at] = None
        return self.scenario[at]


class Recorded:
    """Evaluates a function of a reader and keeps the scenarios that it was evaluated in."""

    def __init__(self, function) -> None:
        self.function = function
        self.asked = []

    def __call__(self, scenario):
        self.asked.append(scenario)
        reader = Reader(scenario)
        return self.function(reader), tuple(reader.reads)


UNCHECKED = Limits(rechecks=0)


def decided(space, function, *, seconds: float = 60, limits: Limits = UNCHECKED, **options):
    options.setdefault("near", space.default)
    evaluate = function if isinstance(function, Recorded) else Recorded(function)
    return decide(space, evaluate, budget=Budget(seconds), limits=limits, **options)


def answer(found, scenario):
    """What a tree says of a scenario; None where it says that none leads there."""
    node = found.decision["tree"]
    while isinstance(node, list):
        node = node[1][scenario[node[0]]]
    return None if node == -1 else found.outcomes[node]


def scenarios(space):
    every = itertools.product(*(range(len(values)) for values in space.values))
    return [scenario for scenario in every if space.is_legal(scenario)]


def test_only_what_is_read_is_asked_for():
    space = binary(60)
    evaluate = Recorded(lambda flags: bool(flags[7] and flags[40]))
    found = decided(space, evaluate)
    assert found.decision["tree"] == [7, [0, [40, [0, 1]]]]
    assert found.outcomes == [False, True]
    assert found.decision["reads"] == [7, 40]
    assert found.decision["evaluations"] == len(evaluate.asked) == 3
    assert found.decision["doubt"] == ""


def test_what_reads_nothing_is_asked_once():
    found = decided(binary(5), lambda flags: {"text": "always"})
    assert (found.decision["tree"], found.decision["evaluations"]) == (0, 1)


def test_a_chain_of_60_flags_takes_61_evaluations():
    found = decided(
        binary(60), lambda flags: next((at for at in range(60) if flags[at]), None), limits=Limits(100, 0)
    )
    assert found.decision["evaluations"] == 61
    assert found.decision["doubt"] == ""
    assert len(found.outcomes) == 61


def test_an_illegal_scenario_is_never_evaluated_and_leads_nowhere():
    space = binary(3, forbidden=[{"f0": True, "f1": True}])
    evaluate = Recorded(lambda flags: (flags[0], flags[1]))
    found = decided(space, evaluate)
    assert found.decision["tree"] == [0, [[1, [0, 2]], [1, [1, -1]]]]
    assert all(map(space.is_legal, evaluate.asked))


def test_what_is_not_read_stays_as_near_as_it_may():
    space = binary(4, forbidden=[{"f0": True, "f1": True}])
    evaluate = Recorded(lambda flags: flags[0])
    decided(space, evaluate, near=(0, 1, 1, 0))
    assert evaluate.asked == [(0, 1, 1, 0), (1, 0, 1, 0)]


def test_within_a_build_its_own_values_are_given():
    space = binary(4)
    evaluate = Recorded(lambda flags: (flags[0], flags[1]))
    found = decided(space, evaluate, within={0: 1, 3: 1})
    assert found.decision["tree"] == [1, [0, 1]]
    assert found.decision["reads"] == [0, 1]
    assert evaluate.asked == [(1, 0, 0, 1), (1, 1, 0, 1)]


def test_where_nothing_is_legal_nothing_is_asked():
    space = Space([("plan", ("free",))], [{"plan": "free"}])
    evaluate = Recorded(lambda flags: flags[0])
    assert decided(space, evaluate).decision["tree"] == -1
    assert evaluate.asked == []


def test_outcomes_are_one_by_their_key():
    space = Space([("plan", ("free", "pro", "max"))])
    found = decided(
        space, lambda flags: {"n": flags[0], "at": object()}, key=lambda outcome: outcome["n"] > 0
    )
    assert found.decision["tree"] == [0, [0, 1, 1]]
    assert [outcome["n"] for outcome in found.outcomes] == [0, 1]
    assert found.scenarios == [(0,), (1,)]


def test_what_is_awaited_is_decided_alike():
    async def evaluate(scenario):
        await asyncio.sleep(0)
        return scenario[2], (2,)

    space = binary(3)
    found = asyncio.run(decide_async(space, evaluate, near=space.default, budget=Budget(60)))
    assert found.decision["tree"] == [2, [0, 1]]


@st.composite
def programs(draw: st.DrawFn):
    """A space, and a random program that reads one flag after the other before it answers."""
    sizes = draw(st.lists(st.integers(1, 3), min_size=1, max_size=6))
    flags = [(f"f{at}", tuple(range(size))) for at, size in enumerate(sizes)]
    some = st.dictionaries(st.integers(0, len(sizes) - 1), st.integers(0, 2), min_size=1, max_size=3)
    forbidden = [
        {f"f{at}": value % sizes[at] for at, value in each.items()}
        for each in draw(st.lists(some, max_size=3))
    ]
    tenants = draw(st.sampled_from([{}, {"acme": {"f0": sizes[0] - 1}, "beta": {}}]))
    space = Space(flags, forbidden, tenants)
    seed = draw(st.integers(0, 10_000))

    def run(flags):
        state = seed
        for _ in range(random.Random(seed).randrange(6)):
            lot = random.Random(state)
            state = lot.randrange(1000) * 4 + flags[lot.randrange(len(space.names))]
        return state % 3

    return space, run


@settings(max_examples=150, deadline=None)
@given(programs())
def test_a_tree_equals_asking_in_every_scenario(program):
    space, run = program
    evaluate = Recorded(run)
    found = decided(space, evaluate, limits=Limits())
    for scenario in scenarios(space):
        assert answer(found, scenario) == run(scenario)
    assert found.decision["doubt"] == ""
    assert all(map(space.is_legal, evaluate.asked))
    leaves = evaluate.asked[: found.decision["evaluations"]]
    assert len(set(leaves)) == len(leaves)


def test_too_many_leaves_are_sampled_and_every_pair_is_met():
    space = binary(31)
    evaluate = Recorded(lambda flags: tuple(flags[at] for at in range(31))[3:5])
    found = decided(space, evaluate, limits=Limits(256, 0), noun="builds")
    decision = found.decision
    assert "tree" not in decision
    assert decision["strength"] == 3
    assert decision["doubt"] == f"3-wise sample, {decision['evaluations']} of 2^31 builds"
    assert decision["evaluations"] == len(decision["samples"]) == len(evaluate.asked) <= 100
    assert sorted(found.outcomes) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    rows = [scenario for scenario, _ in decision["samples"]]
    for chosen in itertools.combinations(range(31), 3):
        assert len({tuple(row[at] for at in chosen) for row in rows}) == 8
    for scenario, outcome in decision["samples"]:
        assert found.outcomes[outcome] == tuple(scenario[3:5])


def test_it_is_proven_early_that_a_tree_is_too_large():
    evaluate = Recorded(lambda flags: sum(flags[at] for at in range(16)))
    decided(binary(16), evaluate, limits=Limits(256, 0))
    assert len(evaluate.asked) < 100
    exact = decided(binary(8), lambda flags: sum(flags[at] for at in range(8)), limits=Limits(256, 0))
    assert (exact.decision["evaluations"], exact.decision["doubt"]) == (256, "")


def test_flags_that_only_the_sample_reads_are_covered_as_well():
    def run(flags):
        first = [flags[at] for at in range(12)]
        return sum(flags[at] for at in range(12, 20)) if sum(first) > 6 else 0

    found = decided(binary(20), run, limits=Limits(200, 0))
    assert found.decision["strength"] == 3
    rows = [scenario for scenario, _ in found.decision["samples"]]
    for chosen in itertools.combinations(found.decision["reads"], 3):
        assert len({tuple(row[at] for at in chosen) for row in rows}) == 8


def test_a_smaller_allowance_gives_a_weaker_sample():
    def run(flags):
        return sum(flags[at] for at in range(31))

    assert decided(binary(31), run, limits=Limits(30, 0)).decision["strength"] == 2
    weakest = decided(binary(31), run, limits=Limits(6, 0), noun="builds").decision
    assert (weakest["strength"], weakest["doubt"]) == (0, "sample, 6 of 2^31 builds")


def test_legal_scenarios_are_counted_where_some_are_forbidden():
    space = binary(9, forbidden=[{"f0": True, "f1": True}])
    found = decided(space, lambda flags: sum(flags[at] for at in range(9)), limits=Limits(100, 0))
    assert found.decision["doubt"].endswith(f"{len(found.decision['samples'])} of 384 scenarios")
    assert all(space.is_legal(tuple(scenario)) for scenario, _ in found.decision["samples"])


def test_time_that_runs_out_leaves_what_was_evaluated():
    budget = Budget(60, cancelled=lambda: len(evaluate.asked) >= 5)
    evaluate = Recorded(lambda flags: [flags[at] for at in range(6)])
    space = binary(6)
    found = decide(space, evaluate, near=space.default, budget=budget)
    assert len(evaluate.asked) == 5
    assert (found.decision["strength"], len(found.decision["samples"])) == (0, 5)
    assert found.decision["doubt"] == "5 of 64 scenarios, then it was cancelled"


def test_an_evaluation_may_end_the_walk():
    def run(flags):
        if flags[0]:
            raise GiveUp("no more")
        return 1

    found = decided(binary(3), run)
    assert found.decision["samples"] == [[[0, 0, 0], 0]]
    assert (found.decision["doubt"], found.decision["strength"]) == ("no more", 0)


def test_rechecks_that_are_given_up_cast_no_doubt():
    asked = []

    def run(flags):
        asked.append(1)
        if len(asked) > 2:
            raise GiveUp("no more")
        return flags[0]

    found = decided(binary(3), run, limits=Limits())
    assert (found.decision["tree"], found.decision["doubt"]) == ([0, [0, 1]], "")


def test_an_error_of_an_evaluation_is_the_callers():
    with pytest.raises(ZeroDivisionError):
        decided(binary(1), lambda flags: 1 // flags[0])


def test_other_answers_under_the_same_flags_are_told():
    count = itertools.count()
    found = decided(binary(3), lambda flags: next(count) % 2, limits=Limits())
    assert found.decision["doubt"] == "it answers differently each time it is asked under the same flags"
    assert found.differing == ((0, 0, 0), 0, 1)
    assert found.decision["evaluations"] == 1


def test_a_leaf_that_changes_later_is_met_in_another_order():
    seen = []

    def run(flags):
        if flags[0]:
            seen.append(1)
            return len(seen)
        return 0

    found = decided(binary(3), run, limits=Limits())
    assert found.differing == ((1, 0, 0), 1, 2)


def test_what_is_remembered_contradicts_the_tree():
    memory = {}

    def run(flags):
        if "beta" not in memory:
            memory["beta"] = flags[0]
        return memory["beta"]

    found = decided(binary(3), run, limits=Limits())
    assert "something keeps what it was asked before" in found.decision["doubt"]
    assert found.decision["strength"] == 0
    assert found.differing is None
