"""Covering arrays hold every legal combination, whatever is forbidden, and are small."""

import itertools
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.probe.covering import covering
from inspector.probe.space import Space


def binary(count: int, **rest: object) -> Space:
    return Space([(f"f{at}", (False, True)) for at in range(count)], **rest)


def missing(space: Space, rows, strength: int, within=None) -> list:
    """Legal combinations that no row holds, found one by one."""
    found = []
    for chosen in itertools.combinations(range(len(space.names)), strength):
        held = {tuple(row[at] for at in chosen) for row in rows}
        for values in itertools.product(*(range(len(space.values[at])) for at in chosen)):
            partial = {**(within or {}), **dict(zip(chosen, values, strict=True))}
            if any((within or {}).get(at, value) != value for at, value in zip(chosen, values, strict=True)):
                continue
            if values not in held and space.complete(partial, space.default) is not None:
                found.append((chosen, values))
    return found


@pytest.mark.parametrize(("strength", "most"), [(2, 14), (3, 60)])
def test_31_flags_need_few_scenarios_and_little_time(strength, most):
    space = binary(31)
    began = time.process_time()
    rows = covering(space, range(31), strength)
    assert time.process_time() - began < 2
    assert rows is not None
    assert len(rows) <= most
    assert missing(space, rows, strength) == []


def test_flags_with_many_values_are_covered_too():
    space = Space([("plan", "abcde"), ("region", "abc"), *((f"f{at}", (0, 1)) for at in range(8))])
    for strength in (2, 3):
        rows = covering(space, range(10), strength)
        assert missing(space, rows, strength) == []


def test_what_is_forbidden_is_in_no_row_and_costs_nothing_else():
    forbidden = [{"f0": True, "f1": True}, {"f2": False, "f3": True, "f4": True}, {"f5": True}]
    space = binary(12, forbidden=forbidden)
    for strength in (2, 3):
        rows = covering(space, range(12), strength)
        assert all(space.is_legal(row) for row in rows)
        assert missing(space, rows, strength) == []


def test_a_named_tenant_comes_with_its_own_flags_alone():
    tenants = {f"tenant{at}": {f"f{at}": True, f"f{at + 1}": True} for at in range(6)}
    space = binary(8, tenants=tenants)
    rows = covering(space, range(9), 3)
    assert all(space.is_legal(row) for row in rows)
    assert missing(space, rows, 3) == []
    assert {space.tenant(row) for row in rows} == {None, *tenants}


def test_flags_outside_are_free_and_those_given_stay():
    space = binary(20)
    rows = covering(space, range(5, 15), 3, within={0: 1, 7: 1})
    assert {(row[0], row[7]) for row in rows} == {(1, 1)}
    inside = [at for at in range(5, 15) if at != 7]
    assert all(
        len({tuple(row[at] for at in chosen) for row in rows}) == 8
        for chosen in itertools.combinations(inside, 3)
    )
    assert len({row[15:] for row in rows}) > 1


def test_rows_that_are_there_already_count():
    space = binary(10)
    rows = covering(space, range(10), 3)
    assert covering(space, range(10), 3, rows=rows) == []
    assert len(covering(space, range(10), 3, rows=rows[:-3])) <= 3


def test_it_says_so_when_more_rows_are_needed_than_allowed():
    assert covering(binary(31), range(31), 3, most=20) is None
    assert covering(binary(31), range(31), 3, most=7) is None
    assert covering(binary(31), range(31), 2, most=20) is not None


def test_the_same_rows_come_each_time():
    space = binary(16, forbidden=[{"f0": True, "f9": False}])
    assert covering(space, range(16), 3) == covering(space, range(16), 3)


def test_fewer_flags_than_the_strength_have_all_their_combinations():
    space = Space([("plan", "abc"), ("beta", (0, 1))])
    assert sorted(covering(space, range(2), 3)) == sorted(itertools.product(range(3), range(2)))
    assert sorted(covering(space, [0], 3, within={1: 1})) == [(0, 1), (1, 1), (2, 1)]
    assert covering(space, [], 3) == []


@st.composite
def spaces(draw: st.DrawFn) -> Space:
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=6))
    flags = [(f"f{at}", tuple(range(size))) for at, size in enumerate(sizes)]
    some = st.dictionaries(st.integers(0, len(sizes) - 1), st.integers(0, 3), min_size=1, max_size=3)
    forbidden = [
        {f"f{at}": value % sizes[at] for at, value in each.items()}
        for each in draw(st.lists(some, max_size=4))
    ]
    return Space(flags, forbidden)


@settings(max_examples=60, deadline=None)
@given(spaces(), st.sampled_from([2, 3]))
def test_any_space_is_covered(space: Space, strength: int):
    rows = covering(space, range(len(space.names)), strength)
    assert all(space.is_legal(row) for row in rows)
    assert missing(space, rows, min(strength, len(space.names))) == []
