"""The scenario of a condition that is nearest to another one."""

from collections.abc import Sequence
from functools import lru_cache

from inspector.model import ALWAYS, NEVER, Condition


def nearest(sizes: Sequence[int], condition: Condition, near: Sequence[int]) -> tuple[int, ...]:
    """The scenario in which it holds with the fewest values changed from `near`.

    `sizes` has the number of each flag's values. Of equally near ones it is the one that changes the earliest
    flag, to its earliest value. Raises ValueError where the condition never holds.
    """
    return _lightest(condition, _changing(tuple(sizes), tuple(near)), near)


@lru_cache(maxsize=16)
def _changing(sizes: tuple[int, ...], near: tuple[int, ...]) -> Sequence[Sequence[int]]:
    """What each value weighs: one change more than all that tells equally near scenarios apart."""
    change = 1
    weights: list[list[int]] = [[]] * len(sizes)
    for level in range(len(sizes) - 1, -1, -1):
        others = [at for at in range(sizes[level]) if at != near[level]]
        weights[level] = [0] * sizes[level]
        for rank, at in enumerate(others):
            weights[level][at] = change * (rank - len(others))
        change *= len(others) + 1
    return [
        [0 if at == near[level] else change + one for at, one in enumerate(each)]
        for level, each in enumerate(weights)
    ]


def smallest(sizes: Sequence[int], condition: Condition) -> tuple[int, ...]:
    """The lexicographically first scenario in which it holds; ValueError where it never does."""
    weight = 1
    weights: list[list[int]] = [[]] * len(sizes)
    for level in range(len(sizes) - 1, -1, -1):
        weights[level] = [at * weight for at in range(sizes[level])]
        weight *= sizes[level]
    return _lightest(condition, weights, (0,) * len(sizes))


def _lightest(condition: Condition, weights: Sequence[Sequence[int]], near: Sequence[int]) -> tuple[int, ...]:
    """The scenario of least weight, the sum over its values; those of `near` weigh nothing."""
    if condition is NEVER:
        raise ValueError("the condition holds in no scenario")
    least: dict[Condition, int] = {ALWAYS: 0}
    for node in sorted(condition.nodes(), key=lambda one: one.level):
        weighed = weights[node.level]
        least[node] = min(
            least[each] + weight for each, weight in zip(node.branches, weighed, strict=True) if each in least
        )
    scenario = list(near)
    node = condition
    while node.branches:
        weighed = weights[node.level]
        at = next(
            at
            for at, each in enumerate(node.branches)
            if each in least and least[each] + weighed[at] == least[node]
        )
        scenario[node.level] = at
        node = node.branches[at]
    return tuple(scenario)
