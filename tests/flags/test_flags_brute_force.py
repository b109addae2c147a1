"""Conditions, words, examples, tenants and shares of random projects equal trying every scenario."""

import random
from fractions import Fraction

import pytest
import words_read_back
from brute_force import any_space, any_tree, every, outcome, values_at

from inspector.flags.decided import conditions
from inspector.flags.judging import always
from inspector.flags.space import count, default, example, position, scenario_at, share, tenants
from inspector.flags.wording import words
from inspector.model import Condition, Decision, Scenario, Space

_OUTCOMES = 3
Positions = tuple[int, ...]


@pytest.mark.parametrize("seed", range(200))
def test_a_random_space(seed: int) -> None:
    chance = random.Random(seed)
    space = any_space(chance)
    legal = [each for each in every(space) if space.legal.holds(each)]
    assert default(space) == min(legal, key=lambda one: (space.has_tenant and one[-1], one))
    assert all(position(space, scenario_at(space, each)) == each for each in legal[:50])
    tree = any_tree(chance, space, _OUTCOMES)
    found = conditions(space, Decision(tree=tree), _OUTCOMES)
    reached = [[each for each in legal if outcome(tree, each) == at] for at in range(_OUTCOMES)]
    for at in range(_OUTCOMES):
        assert [each for each in legal if found[at].holds(each)] == reached[at]
        assert found[at].possible is bool(reached[at])
        assert always(space, found[at]) is (reached[at] == legal)
    for condition, hits in (
        *zip(found, reached, strict=True),
        (found[0] | found[1], [each for each in legal if outcome(tree, each) < 2]),
        (~found[0], [each for each in legal if outcome(tree, each) != 0]),
    ):
        _check(space, condition, hits, legal)


def _check(space: Space, condition: Condition, hits: list[Positions], legal: list[Positions]) -> None:
    text = words(space, condition)
    if "…" not in text:
        read = [each for each in legal if words_read_back.holds(text, values_at(space, each))]
        assert read == hits, text
    assert tenants(space, condition) == tuple(name for name, one in space.tenants.items() if one in hits)
    _check_counts(space, condition, hits, legal)
    if hits:
        _check_example(space, condition, hits)
    else:
        assert text == "never"
        with pytest.raises(ValueError, match="no scenario"):
            example(space, condition)


def _check_counts(space: Space, condition: Condition, hits: list[Positions], legal: list[Positions]) -> None:
    if space.has_tenant:
        flags = {each[:-1] for each in hits}
        if sorted(hits) == sorted(each for each in legal if each[:-1] in flags):
            hits = [each for each in hits if not each[-1]]
            legal = [each for each in legal if not each[-1]]
    assert count(space, condition) == len(hits)
    assert share(space, condition) == Fraction(len(hits), len(legal))


def _check_example(space: Space, condition: Condition, hits: list[Positions]) -> None:
    told = example(space, condition)
    tenant = str(told.pop(space.variables[-1].name, "")) if space.has_tenant else ""
    shown = position(space, Scenario(values=told, tenant=tenant))
    assert shown in hits
    assert _distance(shown, default(space)) == min(_distance(each, default(space)) for each in hits)


def _distance(one: Positions, other: Positions) -> int:
    return sum(left != right for left, right in zip(one, other, strict=True))
