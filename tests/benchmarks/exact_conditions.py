"""Exact conditions of names in conflict over 60 flags, against trying every combination.

Run by hand: python tests/benchmarks/exact_conditions.py
"""

import random
import sys
import time
from collections.abc import Sequence

from yardstick import REPOSITORY

sys.path.append(str(REPOSITORY))

from inspector.flags.decided import conditions
from inspector.flags.space import count, example, share, space_of, tenants
from inspector.flags.wording import words
from inspector.model import ALWAYS, Branch, Decision, FlagValue, Space, Tree, meeting

FLAGS, TENANTS, FORBIDDEN = 60, 5, 4
_TRIED = 200
"""Combinations that are tried, to tell what all of them would take."""
_Positions = tuple[int, ...]


def any_space(chance: random.Random) -> Space:
    """Every fourth flag has three values; each forbidden combination is of two flags."""
    flags: dict[str, tuple[FlagValue, ...]] = {
        f"flag_{number}": ("free", "pro", "enterprise") if number % 4 == 0 else (False, True)
        for number in range(FLAGS)
    }
    forbidden = [
        {name: flags[name][-1] for name in chance.sample(sorted(flags), 2)} for _ in range(FORBIDDEN)
    ]
    named: dict[str, dict[str, FlagValue]] = {}
    while len(named) < TENANTS:
        values = {name: chance.choice(each) for name, each in flags.items()}
        if not any(all(values[name] == one for name, one in each.items()) for each in forbidden):
            named[f"tenant_{len(named)}"] = values
    return space_of(flags, forbidden, named)


def any_predicate(chance: random.Random, space: Space) -> Tree:
    """The tree of a predicate over three to five flags, each asked for one or two of its values."""
    flags = chance.sample(range(FLAGS), chance.randint(3, 5))
    wanted = [chance.randrange(1, (1 << len(space.variables[flag].values)) - 1) for flag in flags]
    joins = [chance.random() < 0.8 for _ in flags]

    def tree(at: int, so_far: bool) -> Tree:
        if at == len(flags):
            return int(so_far)
        values = range(len(space.variables[flags[at]].values))
        parts = []
        for value in values:
            here = bool(wanted[at] >> value & 1)
            parts.append(tree(at + 1, (so_far and here) if joins[at] or at == 0 else (so_far or here)))
        return parts[0] if all(part == parts[0] for part in parts) else Branch(flags[at], tuple(parts))

    return tree(0, True)


class Told:
    """What is said of one name."""

    def __init__(self, space: Space, predicates: Sequence[Tree]) -> None:
        presences = [conditions(space, Decision(tree=each), 2)[1] for each in predicates]
        self.meeting = meeting(presences, space.tenants.values())
        held = self.meeting.at_least
        self.holds = held
        if held.possible:
            self.words = words(space, held)
            self.example = example(space, held)
            self.tenants = tenants(space, held)
            self.share = share(space, held)


def tried(space: Space, names: Sequence[Sequence[Tree]], scenarios: Sequence[_Positions]) -> list[list[bool]]:
    """By combination and name, whether two of its predicates hold there."""
    return [[sum(_holds(tree, each) for tree in trees) > 1 for trees in names] for each in scenarios]


def _holds(tree: Tree, scenario: _Positions) -> int:
    while isinstance(tree, Branch):
        tree = tree.branches[scenario[tree.flag]]
    return tree


def some_scenarios(chance: random.Random, space: Space) -> list[_Positions]:
    """Legal ones, without a tenant."""
    found: list[_Positions] = []
    sizes = [len(variable.values) for variable in space.variables[:-1]]
    while len(found) < _TRIED:
        scenario = (*(chance.randrange(size) for size in sizes), 0)
        if space.legal.holds(scenario):
            found.append(scenario)
    return found


def measure(names: int, tools: int, target: float | None) -> None:
    """Print what it takes, and the ratio to trying all combinations."""
    chance = random.Random(7)
    space = any_space(chance)
    trees = [[any_predicate(chance, space) for _ in range(tools)] for _ in range(names)]
    began = time.process_time()
    told = [Told(space, each) for each in trees]
    taken = time.process_time() - began
    scenarios = some_scenarios(chance, space)
    began = time.process_time()
    by_trying = tried(space, trees, scenarios)
    each = (time.process_time() - began) / len(scenarios)
    total = count(space, ALWAYS)
    whole = sum(one.meeting.condition is not None for one in told)
    _compare(told, scenarios, by_trying)
    verdict = "" if target is None else f"; target {target:g} s: {'ok' if taken <= target else 'MISSED'}"
    print(
        f"{names * tools:,} predicates, {names:,} names of {tools} tools: {taken:.2f} s of processor time; "
        f"{whole} in full, {len(told) - whole} with all pairs and tenants and a share of at least{verdict}\n"
        f"  trying {total:.3g} legal combinations at {each * 1000:.2f} ms, extrapolated from "
        f"{len(scenarios)}: {each * total:.3g} s = {each * total / taken:.3g} x"
    )


def _compare(told: Sequence[Told], scenarios: Sequence[_Positions], by_trying: list[list[bool]]) -> None:
    """The combinations that were tried must agree."""
    for scenario, answers in zip(scenarios, by_trying, strict=True):
        for one, answer in zip(told, answers, strict=True):
            held = one.holds.holds(scenario)
            assert held == answer if one.meeting.condition is not None else held <= answer


def main() -> None:
    measure(200, 5, 1.0)
    measure(2_000, 5, 10.0)
    measure(200, 50, 10.0)


if __name__ == "__main__":
    main()
