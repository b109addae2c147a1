"""The fewest cases, as a search from case to case finds them, that together are a condition."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from inspector.flags.cubes import Cube, Open, OutOfSteps, prime, reaches
from inspector.flags.judging import Judged
from inspector.model import Condition

_STEPS, _NODES = 800, 3_000
"""Of all searches for cases of a condition, and of all widening: about a thousandth of a second."""
_FEWEST, _MOST = 7, 40
"""Cases that are searched for."""


class _Case(msgspec.Struct, frozen=True, eq=False):
    cube: Cube
    scenario: Sequence[int]
    """The one that it was found around."""
    bit: int


class Cover(msgspec.Struct, frozen=True):
    """Cases in a fixed order, the shortest first."""

    cubes: tuple[Cube, ...]
    complete: bool
    """Whether there are no more."""


def cover(sizes: Sequence[int], judged: Judged, near: Sequence[int]) -> Cover:
    """Cases that can't be made wider and of which none can go; the first ones around `near`."""
    tenant = len(sizes) - 1 if judged.needs_tenant else None
    return _cover(tuple(sizes), judged.inside, judged.outside, tuple(near), tenant)


@lru_cache(maxsize=256)
def _cover(
    sizes: tuple[int, ...], inside: Condition, outside: Condition, near: tuple[int, ...], tenant: int | None
) -> Cover:
    levels = {*inside.levels, *outside.levels}
    most = max(_FEWEST, min(_MOST, _NODES // (1 + sum(1 for _ in outside.nodes()))))
    open_ = Open(sizes, inside, levels, _STEPS)
    found: list[_Case] = []
    try:
        while (scenario := open_.scenario(near)) is not None:
            if len(found) == most:
                raise OutOfSteps
            cube = _widest(scenario, outside, tenant)
            found.append(_Case(cube, scenario, open_.cover(cube)))
        return Cover(_needed(open_, found), complete=True)
    except OutOfSteps:
        return Cover(tuple(sorted((one.cube for one in found), key=_order)), complete=False)


def _widest(scenario: Sequence[int], outside: Condition, tenant: int | None) -> Cube:
    """Of the tenant's name either as much as can be, or first as little: whichever is shorter."""
    wide = prime(scenario, outside)
    if tenant is None or tenant not in wide:
        return wide
    named = prime(scenario, outside.branches[scenario[tenant]])
    same = [at for at, each in enumerate(outside.branches) if not reaches(named, each)]
    return min(wide, {**named, tenant: frozenset(same)}, key=_order)


def _needed(open_: Open, found: Sequence[_Case]) -> tuple[Cube, ...]:
    """Without those that the others cover, the longest first."""
    gone = 0
    kept = sorted(found, key=lambda one: _order(one.cube))
    for one in reversed(kept[:]):
        alone = open_.covering(one.scenario) & ~gone == one.bit
        if not alone and open_.scenario(one.scenario, gone | one.bit, one.cube) is None:
            gone |= one.bit
            kept.remove(one)
    return tuple(one.cube for one in kept)


def _order(cube: Cube) -> tuple[int, list[tuple[int, list[int]]]]:
    return len(cube), sorted((level, sorted(positions)) for level, positions in cube.items())
