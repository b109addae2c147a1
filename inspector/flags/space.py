"""The space of a project's flags and tenants, and what a condition means in it.

Conditions are judged by legal scenarios alone: what one says of an illegal scenario changes nothing here.
"""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

from inspector.flags.cover import Cover, cover
from inspector.flags.cubes import Cube, prime
from inspector.flags.forbidding import allowed, cube
from inspector.flags.judging import Judged, judged, legal_flags
from inspector.flags.nearest import nearest, smallest
from inspector.model import ALWAYS, NEVER, Condition, FlagValue, Scenario, Space, Variable, branch

TENANT = "tenant"
_TENANT_BESIDE_FLAG = "$tenant"
"""What the variable is called where a flag has the name `tenant`."""


def space_of(
    flags: Mapping[str, Sequence[FlagValue]],
    forbidden: Sequence[Mapping[str, FlagValue]] = (),
    tenants: Mapping[str, Mapping[str, FlagValue]] = {},
) -> Space:
    """The space of a config's flags, each with its default first, combinations that can't be, and tenants.

    Raises ValueError for a flag or a value that isn't declared, and where no scenario is legal.
    """
    variables = [Variable(name, tuple(values)) for name, values in flags.items()]
    levels = {variable.name: level for level, variable in enumerate(variables)}
    known = allowed(sizes_of(variables), [_placed(variables, levels, each) for each in forbidden])
    unheeded = tuple(dict(forbidden[at]) for at in known.unheeded)
    legal = known.legal
    if not legal.possible:
        raise ValueError("the forbidden combinations leave no legal scenario")
    if not tenants:
        return Space(variables=tuple(variables), legal=legal, ties=known.ties, unheeded=unheeded)
    scenarios = {}
    for number, (name, values) in enumerate(tenants.items(), start=1):
        placed = _placed(variables, levels, values)
        scenarios[name] = (*(placed.get(level, 0) for level in range(len(variables))), number)
    named = [legal & cube(sizes_of(variables), dict(enumerate(each[:-1]))) for each in scenarios.values()]
    title = _TENANT_BESIDE_FLAG if TENANT in levels else TENANT
    return Space(
        variables=(*variables, Variable(title, (None, *tenants))),
        legal=branch(len(variables), [legal, *named]),
        tenants=scenarios,
        ties=known.ties,
        unheeded=unheeded,
    )


def default(space: Space) -> tuple[int, ...]:
    """Every flag's first value without a tenant, or the first legal scenario in lexicographic order."""
    first = (0,) * len(space.variables)
    return first if space.legal.holds(first) else smallest(sizes(space), legal_flags(space))


def position(space: Space, scenario: Scenario) -> tuple[int, ...]:
    """The position of each variable's value; a flag that the scenario leaves out has its first one.

    Raises ValueError for a flag, value or tenant that the space doesn't have.
    """
    flags = space.variables[:-1] if space.has_tenant else space.variables
    levels = {variable.name: level for level, variable in enumerate(flags)}
    placed = _placed(flags, levels, scenario.values)
    positions = tuple(placed.get(level, 0) for level in range(len(flags)))
    if not space.has_tenant:
        if scenario.tenant:
            raise ValueError(f"there is no tenant {scenario.tenant!r}")
        return positions
    return (*positions, _place(space.variables[-1], scenario.tenant or None))


def scenario_at(space: Space, positions: Sequence[int]) -> Scenario:
    """The scenario in which each variable has the value at its position."""
    values = {
        variable.name: value
        for variable, at in zip(space.variables, positions, strict=True)
        if (value := variable.values[at]) is not None
    }
    tenant = values.pop(space.variables[-1].name, "") if space.has_tenant else ""
    return Scenario(values=values, tenant=str(tenant))


def example(space: Space, condition: Condition, near: Sequence[int] | None = None) -> dict[str, FlagValue]:
    """A legal scenario in which it holds, with the fewest values changed from `near`, else the default.

    In it are the flags that differ from their first value, so that it is complete with the first value of
    every other flag, and those that make the condition hold there, as `words` tells it; the tenant only where
    one has to be named. Of equally near scenarios it is the one that changes the earliest flag, to its
    earliest value. Raises ValueError where the condition holds in no legal scenario.
    """
    seen = judged(space, condition)
    start = default(space) if near is None else (*near,)
    if space.has_tenant and not seen.needs_tenant:
        start = (*start[:-1], 0)
    at = nearest(sizes(space), seen.inside, start)
    told = _told(cover(sizes(space), seen, default(space)), at) or prime(at, seen.outside)
    return {
        variable.name: value
        for level, variable in enumerate(space.variables)
        if (at[level] or level in told) and (value := variable.values[at[level]]) is not None
    }


def tenants(space: Space, condition: Condition) -> tuple[str, ...]:
    """Names of the tenants in whose scenario it holds, in the order of the config."""
    return tuple(name for name, scenario in space.tenants.items() if condition.holds(scenario))


def count(space: Space, condition: Condition) -> int:
    """Legal scenarios in which it holds; combinations of flags where no tenant's name matters to it."""
    seen = judged(space, condition)
    if seen.needs_tenant:
        return _count(space, seen.inside & space.legal, named=True)
    return int(_part(space, seen) * _count(space, legal_flags(space), named=False))


def share(space: Space, condition: Condition) -> Fraction:
    """The part of legal scenarios in which it holds, counted as `count` does."""
    seen = judged(space, condition)
    if seen.needs_tenant:
        return Fraction(count(space, condition), _count(space, space.legal, named=True))
    return _part(space, seen)


def sizes(space: Space) -> tuple[int, ...]:
    """Number of values of each variable."""
    return sizes_of(space.variables)


def sizes_of(variables: Sequence[Variable]) -> tuple[int, ...]:
    """Number of values of each."""
    return tuple(len(variable.values) for variable in variables)


def _part(space: Space, seen: Judged) -> Fraction:
    """Of combinations of flags; those that have nothing to do with it divide both alike."""
    return Fraction(_count(space, seen.inside, named=False), _count(space, seen.whole, named=False))


def _count(space: Space, condition: Condition, *, named: bool) -> int:
    """Exact; each node counts scenarios of the whole space, so that flags which it skips need no factor."""
    flags = space.variables if named or not space.has_tenant else space.variables[:-1]
    counts = {NEVER: 0, ALWAYS: math.prod(len(variable.values) for variable in flags)}
    for node in sorted(condition.nodes(), key=lambda one: one.level):
        counts[node] = sum(map(counts.__getitem__, node.branches)) // len(node.branches)
    return counts[condition]


def _told(found: Cover, scenario: Sequence[int]) -> Cube:
    """The first case that the scenario is one of; empty where it is of none that is told."""
    for one in found.cubes:
        if all(scenario[level] in positions for level, positions in one.items()):
            return one
    return {}


def _placed(
    variables: Sequence[Variable], levels: Mapping[str, int], values: Mapping[str, FlagValue]
) -> dict[int, int]:
    placed = {}
    for name, value in values.items():
        if name not in levels:
            raise ValueError(f"there is no flag {name!r}")
        placed[levels[name]] = _place(variables[levels[name]], value)
    return placed


def _place(variable: Variable, value: FlagValue | None) -> int:
    """TOML tells `true` from `1`, which Python doesn't."""
    for at, each in enumerate(variable.values):
        if type(each) is type(value) and each == value:
            return at
    raise ValueError(f"{variable.name!r} can't be {value!r}")
