"""A space knows its legal scenarios, counts them, and completes a part of one to the nearest."""

import itertools
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.probe.space import Space

SUPPORT = {
    "flags": [["beta", [False, True]], ["plan", ["free", "pro"]], ["sso", [False, True]]],
    "forbidden": [{"plan": "free", "sso": True}],
    "tenants": {"acme": {"beta": True, "plan": "pro"}, "zeta": {}},
}


def test_the_tenant_is_the_last_variable_and_legal_with_its_own_flags_alone() -> None:
    space = Space.of(SUPPORT)
    assert space.names == ("beta", "plan", "sso", "tenant")
    assert space.values[-1] == (None, "acme", "zeta")
    assert space.is_legal((1, 1, 0, 1)) and not space.is_legal((0, 1, 0, 1))
    assert not space.is_legal((0, 0, 1, 0))
    assert space.total == 6 + 2
    assert space.flags((1, 1, 0, 1)) == {"beta": True, "plan": "pro", "sso": False}
    assert space.tenant((1, 1, 0, 1)) == "acme" and space.tenant((1, 1, 0, 0)) is None


def test_without_flags_there_is_one_scenario() -> None:
    space = Space.of({})
    assert (space.default, space.requested, space.total) == ((), (), 1)
    assert space.is_legal(()) and space.flags(()) == {} and space.tenant(()) is None


def test_a_forbidden_default_gives_way_to_the_first_legal_scenario() -> None:
    flags = [["a", [0, 1]], ["b", [0, 1]]]
    assert Space.of({"flags": flags, "forbidden": [{"a": 0, "b": 0}]}).default == (0, 1)
    assert Space.of({"flags": flags, "forbidden": [{"a": 0}]}).default == (1, 0)


def test_where_all_is_forbidden_there_is_no_legal_scenario() -> None:
    space = Space.of({"flags": [["a", [0, 1]]], "forbidden": [{"a": 0}, {"a": 1}]})
    assert space.total == 0 and not space.is_legal(space.default)
    assert space.complete({}, space.default) is None


def test_true_is_not_one() -> None:
    space = Space.of({"flags": [["level", [0, 1]]], "forbidden": [{"level": True}]})
    assert space.total == 2


@pytest.mark.parametrize(
    ("scenario", "tenant", "expected"),
    [
        ({}, "", (0, 0, 0, 0)),
        ({"plan": "pro"}, "", (0, 1, 0, 0)),
        ({"beta": True, "plan": "pro"}, "acme", (1, 1, 0, 1)),
        ({}, "acme", (1, 1, 0, 1)),
        ({"beta": False, "plan": "pro"}, "acme", (0, 1, 0, 0)),
        ({"sso": True}, "", (0, 1, 1, 0)),
    ],
)
def test_what_is_asked_for_becomes_a_legal_scenario(
    scenario: dict[str, Any], tenant: str, expected: tuple[int, ...]
) -> None:
    assert Space.of({**SUPPORT, "scenario": scenario, "tenant": tenant}).requested == expected


@dataclass
class Small:
    """A space that can be enumerated."""

    flags: list[tuple[str, list[int]]]
    forbidden: list[dict[str, int]]
    tenants: dict[str, dict[str, int]] = field(default_factory=dict)

    def legal(self) -> list[tuple[int, ...]]:
        names = [name for name, _ in self.flags]
        flags = [
            each
            for each in itertools.product(*(values for _, values in self.flags))
            if not any(
                all(each[names.index(name)] == value for name, value in one.items()) for one in self.forbidden
            )
        ]
        if not self.tenants:
            return flags
        named = [
            (*(given.get(name, 0) for name in names), at) for at, given in enumerate(self.tenants.values(), 1)
        ]
        return [*((*each, 0) for each in flags), *(each for each in named if each[:-1] in flags)]


@st.composite
def smalls(draw: st.DrawFn) -> Small:
    sizes = draw(st.lists(st.integers(2, 3), min_size=1, max_size=5))
    flags = [(f"f{at}", list(range(size))) for at, size in enumerate(sizes)]
    combination = st.dictionaries(st.sampled_from([name for name, _ in flags]), st.integers(0, 1), min_size=1)
    forbidden = draw(st.lists(combination, max_size=6))
    return Small(flags, forbidden, draw(st.dictionaries(st.sampled_from("xy"), combination, max_size=2)))


@given(smalls(), st.data())
def test_scenarios_are_as_enumerating_all_has_them(small: Small, data: st.DataObject) -> None:
    space = Space(small.flags, small.forbidden, small.tenants)
    legal = small.legal()
    assert space.total == len(legal)
    every = itertools.product(*(range(len(values)) for values in space.values))
    assert {each for each in every if space.is_legal(each)} == set(legal)
    if not legal:
        return
    assert space.default == min(each for each in legal if not small.tenants or not each[-1])
    near = data.draw(st.sampled_from(legal))
    values = data.draw(st.tuples(*(st.integers(-1, len(each) - 1) for each in space.values)))
    partial = {at: value for at, value in enumerate(values) if value >= 0}
    fitting = [each for each in legal if all(each[at] == value for at, value in partial.items())]
    found = space.complete(partial, near)
    if not fitting:
        assert found is None
    else:
        assert found in fitting
        assert _distance(found, near) == min(_distance(each, near) for each in fitting)


def _distance(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    return sum(left != right for left, right in zip(one, other, strict=True))


def test_what_is_requested_is_never_illegal() -> None:
    request = {
        "flags": [["a", [False, True]], ["b", [False, True]]],
        "forbidden": [{"a": True, "b": True}],
        "tenants": {"acme": {"a": True, "b": True}},
    }
    for more in ({"tenant": "acme"}, {"scenario": {"a": True, "b": True}}):
        space = Space.of({**request, **more})
        assert space.is_legal(space.requested)


def test_the_default_is_found_behind_many_others() -> None:
    """That the first flag must be on shows at the last one only."""
    flags = [(f"f{at}", (False, True)) for at in range(60)]
    forbidden = [{"f0": False, "f59": False}, {"f0": False, "f59": True}]
    space = Space(flags, forbidden)
    assert space.default == (1,) + (0,) * 59


def test_combinations_that_cross_are_counted_at_once() -> None:
    flags = [(f"f{at}", (False, True)) for at in range(60)]
    forbidden = [{f"f{at}": True, f"f{at + 30}": True} for at in range(30)]
    assert Space(flags, forbidden).total == 3**30


def test_a_search_without_end_is_given_up() -> None:
    """Ten in nine holes, each in one, none with another: no scenario, which takes very long to prove."""
    flags = [(f"p{at}_{hole}", (False, True)) for at in range(10) for hole in range(9)]
    forbidden = [{f"p{at}_{hole}": False for hole in range(9)} for at in range(10)]
    pairs = ((at, before) for at in range(10) for before in range(at))
    forbidden += [
        {f"p{at}_{hole}": True, f"p{before}_{hole}": True} for at, before in pairs for hole in range(9)
    ]
    space = Space(flags, forbidden)
    assert space.given_up
    assert space.complete({0: 1}, space.default) is None


@given(smalls(), st.data())
def test_there_is_a_scenario_for_each_legal_combination(small: Small, data: st.DataObject) -> None:
    space = Space(small.flags, small.forbidden, small.tenants)
    variables = sorted(data.draw(st.sets(st.sampled_from(range(len(space.names))))))
    found = space.combinations(variables, 10_000)
    assert found is not None and all(map(space.is_legal, found))
    named = space.tenant_at in variables
    legal = [each for each in small.legal() if named or not small.tenants or not each[-1]]
    projected = [tuple(each[at] for at in variables) for each in found]
    assert set(projected) == {tuple(each[at] for at in variables) for each in legal}
    assert len(projected) == len(set(projected)) or named
    assert not found or space.combinations(variables, len(found) - 1) is None
