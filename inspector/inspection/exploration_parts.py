"""The parts in which a worker answers what exploring has shown, added up."""

from collections.abc import Iterable

import msgspec

from inspector.model import RootExploration

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
    return tuple(by_root.values())


def _sum(one: RootExploration, other: RootExploration) -> RootExploration:
    lists = {name: (*getattr(one, name), *getattr(other, name)) for name in _LISTS}
    lists["factories"] = tuple({each.ref: each for each in lists["factories"]}.values())
    return msgspec.structs.replace(one, builds=one.builds + other.builds, **lists)
