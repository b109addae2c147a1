"""A decision says what comes out in every legal scenario, at one evaluation for each of its leaves."""

import asyncio
import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.probe.budget import Budget
from inspector.probe.decisions import GiveUp, Limits, Walk, decide, decide_async
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


UNCHECKED = Limits(rechecks=0, checks=0)


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
        binary(60), lambda flags: next((at for at in range(60) if flags[at]), None), limits=Limits(100, 0, 0)
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
    found = asyncio.run(decide_async(Walk(space, near=space.default, budget=Budget(60)), evaluate))
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
    found = decided(space, evaluate, limits=Limits(256, 0, 0), noun="builds")
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
    decided(binary(16), evaluate, limits=Limits(256, 0, 0))
    assert len(evaluate.asked) < 100
    exact = decided(binary(8), lambda flags: sum(flags[at] for at in range(8)), limits=Limits(256, 0, 0))
    assert (exact.decision["evaluations"], exact.decision["doubt"]) == (256, "")


def test_flags_that_only_the_sample_reads_are_covered_as_well():
    def run(flags):
        first = [flags[at] for at in range(12)]
        return sum(flags[at] for at in range(12, 20)) if sum(first) > 6 else 0

    found = decided(binary(20), run, limits=Limits(200, 0, 0))
    assert found.decision["strength"] == 3
    rows = [scenario for scenario, _ in found.decision["samples"]]
    for chosen in itertools.combinations(found.decision["reads"], 3):
        assert len({tuple(row[at] for at in chosen) for row in rows}) == 8


def test_a_smaller_allowance_gives_a_weaker_sample():
    def run(flags):
        return sum(flags[at] for at in range(31))

    assert decided(binary(31), run, limits=Limits(30, 0, 0)).decision["strength"] == 2
    weakest = decided(binary(31), run, limits=Limits(6, 0, 0), noun="builds").decision
    assert (weakest["strength"], weakest["doubt"]) == (0, "sample, 6 of 2^31 builds")


def test_legal_scenarios_are_counted_where_some_are_forbidden():
    space = binary(9, forbidden=[{"f0": True, "f1": True}])
    found = decided(space, lambda flags: sum(flags[at] for at in range(9)), limits=Limits(100, 0, 0))
    assert found.decision["doubt"].endswith(f"{len(found.decision['samples'])} of 384 scenarios")
    assert all(space.is_legal(tuple(scenario)) for scenario, _ in found.decision["samples"])


class Ending(Budget):
    """Is over once so many evaluations are made."""

    def __init__(self, asked: list, most: int) -> None:
        super().__init__(60)
        self.asked, self.most = asked, most

    @property
    def left(self) -> float:
        return 0.0 if len(self.asked) >= self.most else super().left


def test_time_that_runs_out_leaves_what_was_evaluated():
    evaluate = Recorded(lambda flags: [flags[at] for at in range(6)])
    space = binary(6)
    found = decide(space, evaluate, near=space.default, budget=Ending(evaluate.asked, 5))
    assert len(evaluate.asked) == 5
    assert (found.decision["strength"], len(found.decision["samples"])) == (0, 5)
    assert found.decision["doubt"] == "5 of 64 scenarios, then the 60 s that exploring may take were over"


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
    assert found.differing is not None and set(found.differing[1:]) == {0, 1}
    assert found.decision["evaluations"] == 1


def test_a_leaf_that_changes_later_is_met_in_another_order():
    seen = []

    def run(flags):
        if flags[0]:
            seen.append(1)
            return len(seen)
        return 0

    found = decided(binary(3), run, limits=Limits(checks=0))
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


def test_a_tree_is_held_against_scenarios_that_it_was_not_made_from():
    evaluate = Recorded(lambda flags: flags[0])
    found = decided(binary(20), evaluate, limits=Limits(rechecks=0))
    assert len(set(evaluate.asked)) == len(evaluate.asked) == 2 + 6
    assert (1,) * 20 in evaluate.asked
    assert (found.decision["tree"], found.decision["evaluations"]) == ([0, [0, 1]], 2)


def test_a_slow_evaluation_is_checked_less():
    ticks = itertools.count()

    def slow(flags):
        next(ticks)
        return flags[0]

    space = binary(20)
    walk = Walk(space, near=space.default, budget=Budget(60), limits=Limits(rechecks=0))
    walk._seconds = 100.0
    while walk.wanted is not None:
        walk.tell(slow(walk.wanted), (0,))
    assert next(ticks) == 2 + 2


def hiding(function, hidden):
    """Evaluates without telling that some variables are read."""

    def evaluate(scenario):
        reader = Reader(scenario)
        outcome = function(reader)
        return outcome, tuple(read for read in reader.reads if read not in hidden)

    return evaluate


def hidden(space, function, unseen, **options):
    evaluate = hiding(function, unseen)
    return decide(space, evaluate, near=space.default, budget=Budget(60), **options)


@pytest.mark.parametrize(
    "function",
    [
        lambda flags: flags[3],
        lambda flags: bool(flags[0]) and bool(flags[3]),
        lambda flags: flags[3] + flags[5] + flags[7],
        lambda flags: flags[1] if flags[3] else flags[2],
    ],
    ids=["one", "below another", "three", "it decides what else is read"],
)
@pytest.mark.parametrize("forbidden", [[], [{"f3": True, "f7": True}, {"f0": False, "f5": True}]])
def test_what_is_read_unseen_is_found(function, forbidden):
    space = binary(9, forbidden=forbidden)
    found = hidden(space, function, {3, 5, 7})
    assert found.decision["doubt"] == ""
    assert all(answer(found, scenario) == function(scenario) for scenario in scenarios(space))
    assert 3 in found.decision["reads"]


def test_a_tenant_that_is_read_unseen_is_found():
    space = Space(
        [(f"f{at}", (False, True)) for at in range(4)],
        tenants={"acme": {"f0": True, "f1": True}, "beta": {"f2": True}},
    )
    found = hidden(space, lambda flags: flags[4] == 1, {4})
    assert found.decision["doubt"] == ""
    assert all(answer(found, scenario) == (scenario[4] == 1) for scenario in scenarios(space))


def test_more_than_that_is_doubted():
    found = hidden(binary(12), lambda flags: sum(flags[at] for at in range(12)), set(range(12)))
    assert found.decision["doubt"] == "it reads flags in a way that isn't seen"
    assert "tree" not in found.decision


def test_what_differs_by_itself_is_unstable_and_reads_nothing():
    lot = random.Random(5)
    found = hidden(binary(12), lambda flags: lot.random() < 0.5, set())
    assert found.differing is not None
    assert found.decision["doubt"] == "it answers differently each time it is asked under the same flags"
    assert found.decision["reads"] == []


def test_what_takes_too_long_is_not_asked_for_a_check():
    space = binary(6)
    walk = Walk(space, near=space.default, budget=Budget(60), spared={space.default, (1, 0, 0, 0, 0, 0)})
    asked = set()
    while walk.wanted is not None:
        asked.add(walk.wanted)
        walk.tell(walk.wanted[0], (0,))
    assert len(asked) == 2


def test_named_tenants_are_always_in_a_sample():
    tenants = {f"t{at}": {f"f{at}": True, f"f{at + 1}": True} for at in range(8)}
    space = Space([(f"f{at}", (False, True)) for at in range(20)], tenants=tenants)

    def run(flags):
        return sum(flags[at] for at in range(20))

    for most in (30, 12):
        evaluate, again = Recorded(run), Recorded(run)
        found = decided(space, evaluate, limits=Limits(most, 0, 0))
        decided(space, again, limits=Limits(most, 0, 0))
        sampled = {tuple(scenario) for scenario, _ in found.decision["samples"]}
        assert sampled >= set(space.tenants.values())
        assert len(sampled) <= most
        assert evaluate.asked == again.asked
