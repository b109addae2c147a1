"""Spaces, trees and conditions at random, and what holds in them found by trying every scenario."""

import itertools
import random
from collections.abc import Callable, Iterator

from inspector.flags.space import scenario_at, space_of
from inspector.model import ALWAYS, NEVER, Branch, Condition, FlagValue, Space, Tree, branch

_VALUES: tuple[tuple[FlagValue, ...], ...] = (
    (False, True), (True, False), ("free", "pro", "enterprise"), ("eu", "us"), ("a b", "not", "3", "or"),
    (0, 1, 2), (0.5, 1.5, True), (1, True),
)  # fmt: skip

Positions = tuple[int, ...]


def any_space(chance: random.Random, most: int = 8) -> Space:
    """Up to `most` flags, some combinations forbidden, some tenants."""
    names = ["beta", "plan", "sso", "region", "odd name", "not", "tenant", "limit", "x-1"]
    chance.shuffle(names)
    flags = {name: chance.choice(_VALUES) for name in names[: chance.randint(1, most)]}
    while True:
        forbidden = [_partial(chance, flags, 3) for _ in range(chance.choice((0, 0, 1, 2, 5)))]
        tenants = {
            name: _partial(chance, flags, len(flags), least=0)
            for name in ("acme", "globex", "in", "none")[: chance.choice((0, 0, 1, 2, 4))]
        }
        full = [{flag: each.get(flag, flags[flag][0]) for flag in flags} for each in tenants.values()]
        if any(_matches(values, each) for values in full for each in forbidden):
            continue
        try:
            return space_of(flags, forbidden, tenants)
        except ValueError:
            continue


def _partial(
    chance: random.Random, flags: dict[str, tuple[FlagValue, ...]], most: int, least: int = 1
) -> dict[str, FlagValue]:
    named = chance.sample(sorted(flags), chance.randint(least, min(most, len(flags))))
    return {name: chance.choice(flags[name]) for name in named}


def _matches(values: dict[str, FlagValue], combination: dict[str, FlagValue]) -> bool:
    return all(type(values[name]) is type(one) and values[name] == one for name, one in combination.items())


def every(space: Space) -> Iterator[Positions]:
    """All scenarios that can be written, legal or not."""
    return itertools.product(*(range(len(variable.values)) for variable in space.variables))


def any_tree(chance: random.Random, space: Space, outcomes: int, depth: int = 5) -> Tree:
    """Reads flags in any order, each at most once on a way."""
    return _tree(chance, space, list(range(len(space.variables))), outcomes, depth)


def _tree(chance: random.Random, space: Space, left: list[int], outcomes: int, depth: int) -> Tree:
    if not left or not depth or chance.random() < 0.2:
        return chance.randrange(outcomes)
    flag = chance.choice(left)
    rest = [one for one in left if one != flag]
    values = space.variables[flag].values
    return Branch(flag, tuple(_tree(chance, space, rest, outcomes, depth - 1) for _ in values))


def outcome(tree: Tree, scenario: Positions) -> int:
    while isinstance(tree, Branch):
        tree = tree.branches[scenario[tree.flag]]
    return tree


def condition_of(space: Space, holds: Callable[[Positions], bool]) -> Condition:
    """From the truth table of all scenarios that can be written."""
    scenarios = list(every(space))
    ends = [ALWAYS if holds(each) else NEVER for each in scenarios]
    for level in range(len(space.variables) - 1, -1, -1):
        size = len(space.variables[level].values)
        ends = [branch(level, ends[at : at + size]) for at in range(0, len(ends), size)]
    return ends[0]


def values_at(space: Space, positions: Positions) -> dict[str, FlagValue]:
    """By name, the tenant's among them where it has one."""
    scenario = scenario_at(space, positions)
    named = {space.variables[-1].name: scenario.tenant} if scenario.tenant else {}
    return {**scenario.values, **named}
