"""Conditions against truth tables, from several threads, deep, and where they would grow too large."""

import gc
import itertools
import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.model import ALWAYS, NEVER, Condition, Room, TooLarge, branch, meeting, one_of

SIZES = (2, 3, 2, 4)
EVERY = list(itertools.product(*map(range, SIZES)))
tables = st.lists(st.booleans(), min_size=len(EVERY), max_size=len(EVERY))


def from_table(table: list[bool]) -> Condition:
    ends = [ALWAYS if holds else NEVER for holds in table]
    for level in range(len(SIZES) - 1, -1, -1):
        ends = [branch(level, ends[at : at + SIZES[level]]) for at in range(0, len(ends), SIZES[level])]
    return ends[0]


def table_of(condition: Condition) -> list[bool]:
    return [condition.holds(each) for each in EVERY]


def pairs_of_flags(count: int) -> Condition:
    """That the first half of many flags equals the second half: no order makes it worse."""
    found = ALWAYS
    for level in range(count):
        high = one_of(level + count, 2, [1])
        found = found & branch(level, [~high, high])
    return found


class TestAgainstTables:
    @given(tables, tables)
    def test_operations(self, left: list[bool], right: list[bool]) -> None:
        one, other = from_table(left), from_table(right)
        assert table_of(one) == left
        assert table_of(one & other) == [a and b for a, b in zip(left, right, strict=True)]
        assert table_of(one | other) == [a or b for a, b in zip(left, right, strict=True)]
        assert table_of(one - other) == [a and not b for a, b in zip(left, right, strict=True)]
        assert table_of(~one) == [not a for a in left]
        assert one.meets(other) is (one & other).possible is any(map(all, zip(left, right, strict=True)))

    @given(tables)
    def test_equal_ones_are_the_same_object(self, table: list[bool]) -> None:
        one = from_table(table)
        assert from_table(list(table)) is one
        assert ~~one is one
        assert (one | ~one) is ALWAYS
        assert (one & ~one) is NEVER
        assert one.possible is any(table)

    @given(tables)
    def test_levels_are_the_flags_that_decide(self, table: list[bool]) -> None:
        one = from_table(table)
        deciding = {
            level
            for scenario in EVERY
            for level, size in enumerate(SIZES)
            for at in range(size)
            if one.holds(scenario) != one.holds((*scenario[:level], at, *scenario[level + 1 :]))
        }
        assert one.levels == tuple(sorted(deciding))
        nodes = list(one.nodes())
        assert len(nodes) == len(set(nodes))
        assert all(below.level < node.level for node in nodes for below in node.branches)

    @given(st.integers(0, 3), tables, tables)
    def test_a_branch_picks_by_value_whatever_is_below(
        self, level: int, left: list[bool], right: list[bool]
    ) -> None:
        among = [(from_table(left), from_table(right))[at % 2] for at in range(SIZES[level])]
        found = branch(level, among)
        assert table_of(found) == [among[each[level]].holds(each) for each in EVERY]


def test_two_threads_share_nodes() -> None:
    def made(seed: int) -> list[Condition]:
        chance = random.Random(seed)
        return [
            from_table([chance.random() < 0.5 for _ in EVERY]) & one_of(1, 3, [chance.randrange(3)])
            for _ in range(150)
        ]

    with ThreadPoolExecutor(4) as pool:
        first, *others = pool.map(made, [1] * 8)
    assert all(left is right for other in others for left, right in zip(first, other, strict=True))


def test_dead_nodes_make_room() -> None:
    for seed in range(3):
        chance = random.Random(seed)
        kept = [from_table([chance.random() < 0.5 for _ in EVERY]) for _ in range(1_200)]
    gc.collect()
    assert all(from_table(table_of(one)) is one for one in kept[:200])


def test_four_hundred_flags_one_below_the_other() -> None:
    odd = ALWAYS
    every = NEVER
    for level in range(400):
        here = one_of(level, 2, [1])
        every = every | here
        odd = branch(level, [odd, ~odd])
    assert odd.holds((0,) * 400)
    assert not (odd & every).holds((1,) + (0,) * 399)
    assert len((odd - every).levels) == 400


def test_what_grows_too_large_stops() -> None:
    with pytest.raises(TooLarge):
        pairs_of_flags(8).both(~pairs_of_flags(9), Room(20))
    assert one_of(0, 2, [1]).either(one_of(1, 2, [1]), Room(20)).holds((0, 1))


class TestMeeting:
    @given(st.lists(tables, max_size=5))
    def test_two_at_once(self, given_tables: list[list[bool]]) -> None:
        found = meeting([from_table(each) for each in given_tables])
        expected = [sum(holds) > 1 for holds in zip(*given_tables, strict=True)] or [False] * len(EVERY)
        assert found.condition is not None
        assert found.at_least is found.condition
        assert table_of(found.condition) == expected
        assert found.pairs == tuple(
            (one, other)
            for one, other in itertools.combinations(range(len(given_tables)), 2)
            if any(map(all, zip(given_tables[one], given_tables[other], strict=True)))
        )

    def test_unrelated_ones_keep_their_pairs_and_what_must_be_certain(self) -> None:
        chance = random.Random(3)
        tenants = [tuple(chance.randrange(2) for _ in range(60)) for _ in range(5)]
        predicates = [_of_flags(chance.sample(range(60), 5)) for _ in range(30)]
        found = meeting(predicates, tenants)
        assert found.condition is None
        assert len(found.pairs) == 30 * 29 // 2
        assert sum(1 for _ in found.at_least.nodes()) < 10_000
        for each in tenants:
            assert found.at_least.holds(each) is (sum(one.holds(each) for one in predicates) > 1)
        for _ in range(200):
            scenario = tuple(chance.randrange(2) for _ in range(60))
            assert not found.at_least.holds(scenario) or sum(one.holds(scenario) for one in predicates) > 1


def _of_flags(levels: list[int]) -> Condition:
    a, b, c, d, e = (one_of(level, 2, [1]) for level in levels)
    return (a & b & c) | (~a & d & e)
