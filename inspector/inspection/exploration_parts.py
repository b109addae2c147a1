"""The parts in which a worker answers what exploring has shown, added up."""

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from inspector.model import RootExploration, Switch, Telling

_Made = TypeVar("_Made", Switch, Telling)
_KEPT = "something of the project keeps what came of flags when it was loaded, and this may use it"
_LISTS = (
    "switches",
    "tellings",
    "listings",
    "factories",
    "tables",
    "not_inspected",
    "unstable",
    "unfinished",
)


def added_up(parts: Iterable[RootExploration]) -> tuple[RootExploration, ...]:
    """One for each root, in the order in which they came; of a factory explored twice the last counts."""
    by_root: dict[str, RootExploration] = {}
    for part in parts:
        before = by_root.get(part.root)
        by_root[part.root] = part if before is None else _sum(before, part)
    return tuple(_doubting(root) for root in by_root.values())


def _sum(one: RootExploration, other: RootExploration) -> RootExploration:
    lists = {name: (*getattr(one, name), *getattr(other, name)) for name in _LISTS}
    lists["factories"] = tuple({each.ref: each for each in lists["factories"]}.values())
    lists["kept"] = tuple(sorted({*one.kept, *other.kept}))
    return msgspec.structs.replace(one, builds=one.builds + other.builds, **lists)


def _doubting(root: RootExploration) -> RootExploration:
    """Where something keeps what came of flags, whatever doesn't read those may use what it keeps."""
    kept = set(root.kept)
    if not kept:
        return root
    return msgspec.structs.replace(
        root,
        switches=tuple(_doubted(each, kept) for each in root.switches),
        tellings=tuple(_doubted(each, kept) for each in root.tellings),
    )


def _doubted(made: _Made, kept: set[int]) -> _Made:
    decision = made.decision
    if decision.doubt or kept <= set(decision.reads):
        return made
    return msgspec.structs.replace(made, decision=msgspec.structs.replace(decision, doubt=_KEPT))
