"""What a reload changed in the outer join: tools that are listed otherwise, ghosts that came and went."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from inspector.controls import ConsumerJoin, Ghost, Join, Listing, ToolControls

Mark = Literal["+", "~", "-"]
_Said = tuple[tuple[str, str, str | bool | None], ...]


@dataclass(frozen=True, slots=True)
class ListingMarks:
    """Of one consumer."""

    tools: tuple[str, ...] = ()
    """Keys of tools that the sets say something else of than before."""
    ghosts: Mapping[str, Mark] = field(default_factory=dict)
    removed: tuple[Ghost, ...] = ()


def compare(before: Join, after: Join) -> dict[str, ListingMarks]:
    """Marks of the consumers in both joins that have any; moved lines alone are no change."""
    marks = {}
    for identifier, new in after.consumers.items():
        old = before.consumers.get(identifier)
        if old is not None and old is not new and (found := _consumer(old, new)) is not None:
            marks[identifier] = found
    return marks


def _consumer(before: ConsumerJoin, after: ConsumerJoin) -> ListingMarks | None:
    tools = tuple(
        key
        for key in {**before.tools, **after.tools}
        if _tool(before.tools.get(key)) != _tool(after.tools.get(key))
    )
    old = {ghost.name: ghost for ghost in before.ghosts}
    new = {ghost.name: ghost for ghost in after.ghosts}
    ghosts: dict[str, Mark] = {name: "+" for name in new if name not in old}
    ghosts |= {
        name: "~"
        for name, ghost in new.items()
        if name in old
        and (ghost.reason, _said(ghost.listings)) != (old[name].reason, _said(old[name].listings))
    }
    ghosts |= {name: "-" for name in old if name not in new}
    removed = tuple(ghost for name, ghost in old.items() if name not in new)
    return ListingMarks(tools, ghosts, removed) if tools or ghosts else None


def _tool(controls: ToolControls | None) -> _Said:
    if controls is None:
        return ()
    return _said((*controls.stop, *controls.approval, *controls.enable, *controls.other))


def _said(listings: Iterable[Listing]) -> _Said:
    return tuple((one.set.kind, one.set.source, one.entry.value) for one in listings)
