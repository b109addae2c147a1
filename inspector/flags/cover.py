"""The fewest cases, as a search from case to case finds them, that together are a condition."""

from collections.abc import Mapping, Sequence
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
    """Each as wide as it can be: they may overlap, and have values in them that can't occur."""
    complete: bool
    """Whether there are no more."""
    parted: tuple[Cube, ...] = ()
    """The same cases, of each the values that the others don't have; empty where that isn't known."""


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
        needed = _needed(open_, found)
    except OutOfSteps:
        return Cover(tuple(sorted((one.cube for one in found), key=_order)), complete=False)
    flags = range(len(sizes) if tenant is None else tenant)
    parted = _parted(open_, needed, found, {level: sizes[level] for level in flags})
    return Cover(tuple(one.cube for one in needed), complete=True, parted=parted)


def _widest(scenario: Sequence[int], outside: Condition, tenant: int | None) -> Cube:
    """Of the tenant's name either as much as can be, or first as little: whichever is shorter."""
    wide = prime(scenario, outside)
    if tenant is None or tenant not in wide:
        return wide
    named = prime(scenario, outside.branches[scenario[tenant]])
    same = [at for at, each in enumerate(outside.branches) if not reaches(named, each)]
    return min(wide, {**named, tenant: frozenset(same)}, key=_order)


def _needed(open_: Open, found: Sequence[_Case]) -> list[_Case]:
    """Without those that the others cover, the longest first."""
    gone = 0
    kept = sorted(found, key=lambda one: _order(one.cube))
    for one in reversed(kept[:]):
        alone = open_.covering(one.scenario) & ~gone == one.bit
        if not alone and open_.scenario(one.scenario, gone | one.bit, one.cube) is None:
            gone |= one.bit
            kept.remove(one)
    return kept


def _parted(
    open_: Open, needed: Sequence[_Case], found: Sequence[_Case], sizes: Mapping[int, int]
) -> tuple[Cube, ...]:
    """Of each case, the longest first, what it alone has to cover: of the flags in `sizes` fewer values."""
    gone = 0
    for one in found:
        gone |= 0 if one in needed else one.bit
    parted: list[Cube] = []
    try:
        for one in reversed(needed):
            cube = dict(one.cube)
            for level in [
                level for level, positions in cube.items() if len(positions) > 1 and level in sizes
            ]:
                kept = [
                    at
                    for at in sorted(cube[level])
                    if open_.scenario(one.scenario, gone | one.bit, {**cube, level: frozenset((at,))})
                ]
                if _told(len(kept), sizes[level]) <= _told(len(cube[level]), sizes[level]):
                    cube[level] = frozenset(kept)
            if cube != one.cube:
                gone |= one.bit
                open_.cover(cube)
            parted.append(cube)
    except OutOfSteps:
        return ()
    return tuple(reversed(parted))


def _told(values: int, size: int) -> tuple[int, bool]:
    """How many values are named to tell those that a flag may have, and whether it is the others."""
    return (size - values, True) if size > 3 and size - values < values else (values, False)


def _order(cube: Cube) -> tuple[int, list[tuple[int, list[int]]]]:
    return len(cube), sorted((level, sorted(positions)) for level, positions in cube.items())
