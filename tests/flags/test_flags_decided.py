"""From what re-running has shown to the condition of each outcome."""

import itertools
import random

import pytest
from brute_force import any_space, any_tree, every, outcome

from inspector.flags.decided import conditions
from inspector.flags.samples import simplest
from inspector.flags.space import space_of
from inspector.flags.wording import words
from inspector.model import ALWAYS, NEVER, Branch, Decision, Sample, Space, Tree

SPACE = space_of({f"f{number}": (False, True) for number in range(31)} | {"plan": ("free", "pro", "max")})


def sampled(count: int, of: int, seed: int = 1) -> list[tuple[int, ...]]:
    chance = random.Random(seed)
    flags = [tuple(chance.randrange(2) for _ in range(31)) for _ in range(count)]
    return [(*each, chance.randrange(3)) for each in flags]


def decision(scenarios: list[tuple[int, ...]], outcomes: list[int], **given: tuple[int, ...]) -> Decision:
    samples = tuple(Sample(each, one) for each, one in zip(scenarios, outcomes, strict=True))
    return Decision(samples=samples, strength=2, **given)


class TestTrees:
    def test_flags_read_in_any_order(self) -> None:
        tree = Branch(5, (0, Branch(2, (0, Branch(31, (0, 1, 1))))))
        never, held = conditions(SPACE, Decision(tree=tree), 2)
        assert words(SPACE, held) == "f2 and f5 and plan in {pro, max}"
        assert never is ~held

    def test_nothing_was_read(self) -> None:
        assert conditions(SPACE, Decision(tree=1), 2) == (NEVER, ALWAYS)

    def test_nothing_is_known(self) -> None:
        assert conditions(SPACE, Decision(), 1) == (NEVER,)

    def test_where_no_legal_scenario_leads_is_no_outcome(self) -> None:
        space = space_of({"a": (False, True), "b": (False, True)}, [{"a": True, "b": True}])
        (held,) = conditions(space, Decision(tree=Branch(0, (0, Branch(1, (0, -1))))), 1)
        assert held is ALWAYS

    def test_two_thousand_leaves(self) -> None:
        tree: Tree = Branch(10, (0, 1))
        leaves = itertools.count()
        tree = _full(list(range(11)), leaves)
        found = conditions(SPACE, Decision(tree=tree), 2_048)
        assert all(one.possible for one in found)
        assert all(found[outcome(tree, each)].holds(each) for each in sampled(50, 2))

    def test_as_deep_as_there_are_flags(self) -> None:
        tree: Tree = 1
        for flag in range(31):
            tree = Branch(flag, (0, tree))
        _, held = conditions(SPACE, Decision(tree=tree), 2)
        assert held.holds((1,) * 31 + (0,))
        assert len(held.levels) == 31


def _full(flags: list[int], leaves: "itertools.count[int]") -> Tree:
    return Branch(flags[0], (_full(flags[1:], leaves), _full(flags[1:], leaves))) if flags else next(leaves)


class TestSamples:
    def test_one_flag_tells(self) -> None:
        scenarios = sampled(40, 2)
        found = conditions(SPACE, decision(scenarios, [each[7] for each in scenarios]), 2)
        assert [words(SPACE, one) for one in found] == ["not f7", "f7"]

    def test_values_of_one_flag_tell(self) -> None:
        scenarios = sampled(40, 2)
        found = conditions(SPACE, decision(scenarios, [int(each[31] > 0) for each in scenarios]), 2)
        assert words(SPACE, found[1]) == "plan in {pro, max}"

    def test_two_flags_tell(self) -> None:
        scenarios = sampled(60, 2)
        found = conditions(SPACE, decision(scenarios, [each[3] & each[9] for each in scenarios]), 2)
        assert [words(SPACE, one) for one in found] == ["not f3 or not f9", "f3 and f9"]

    def test_otherwise_the_samples_themselves(self) -> None:
        scenarios = sampled(60, 2)
        told = decision(scenarios, [each[1] ^ each[2] ^ each[3] for each in scenarios], reads=(1, 2, 3))
        found = conditions(SPACE, told, 2)
        assert found[1].levels == (1, 2, 3)
        assert [found[1].holds(each) for each in scenarios] == [bool(one.outcome) for one in told.samples]

    def test_several_outcomes_as_one(self) -> None:
        """A tool that many builds have: no build tells of it alone, all of them together do."""
        scenarios = sampled(60, 2)
        told = decision(scenarios, list(range(60)))
        having = {at for at, each in enumerate(scenarios) if each[12]}
        assert words(SPACE, simplest(SPACE, told, having)) == "f12"
        assert simplest(SPACE, told, ()) is NEVER
        assert simplest(SPACE, told, range(60)) is ALWAYS

    @pytest.mark.parametrize("seed", range(60))
    def test_agree_with_every_sample(self, seed: int) -> None:
        chance = random.Random(seed)
        space = any_space(chance)
        told = _sampled(chance, space)
        found = conditions(space, told, 3)
        for one in told.samples:
            assert [each.holds(one.scenario) for each in found] == [at == one.outcome for at in range(3)]
        legal = [each for each in every(space) if space.legal.holds(each)]
        assert all(one.possible is any(map(one.holds, legal)) for one in found)


def _sampled(chance: random.Random, space: Space) -> Decision:
    tree = any_tree(chance, space, 3)
    legal = [each for each in every(space) if space.legal.holds(each)]
    scenarios = chance.sample(legal, min(len(legal), 12))
    return decision(scenarios, [outcome(tree, each) for each in scenarios])
