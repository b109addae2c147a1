"""What a snapshot shows otherwise than the one before it."""

from collections.abc import Mapping
from dataclasses import replace

from inspector.inspection.changes import Changes, ConsumerChange, diff
from inspector.tui import listing_marks
from inspector.tui.listing_marks import Mark
from inspector.tui.snapshot import Snapshot


def marked(snapshot: Snapshot, previous: Snapshot) -> Snapshot:
    """The snapshot with marks on what `previous` shows otherwise, and with what it shows no more."""
    changes = diff(previous.registry, snapshot.registry)
    before = {consumer.id: consumer for consumer in previous.registry.consumers}
    listing = listing_marks.compare(previous.join, snapshot.join)
    return replace(
        snapshot,
        consumer_marks={**dict.fromkeys(listing, "~"), **_consumer_marks(changes)},
        tool_marks=_all_tool_marks(changes, listing),
        removed_tools={
            change.id: tuple(tool for tool in before[change.id].tools if tool.key in set(change.removed))
            for change in changes.consumers
            if change.removed
        },
        removed=tuple(before[identifier] for identifier in changes.removed),
        ghost_marks={identifier: one.ghosts for identifier, one in listing.items()},
        removed_ghosts={identifier: one.removed for identifier, one in listing.items()},
    )


def _all_tool_marks(
    changes: Changes, listing: Mapping[str, listing_marks.ListingMarks]
) -> dict[str, dict[str, Mark]]:
    """Tools that changed, or that the sets say something else of."""
    marks: dict[str, dict[str, Mark]] = {
        identifier: dict.fromkeys(one.tools, "~") for identifier, one in listing.items()
    }
    for change in changes.consumers:
        marks.setdefault(change.id, {}).update(_tool_marks(change))
    return marks


def _consumer_marks(changes: Changes) -> dict[str, Mark]:
    marks: dict[str, Mark] = dict.fromkeys(changes.added, "+")
    marks.update(dict.fromkeys((change.id for change in changes.consumers), "~"))
    marks.update(dict.fromkeys(changes.removed, "-"))
    return marks


def _tool_marks(change: ConsumerChange) -> dict[str, Mark]:
    marks: dict[str, Mark] = dict.fromkeys(change.added, "+")
    marks.update(dict.fromkeys(change.changed, "~"))
    marks.update(dict.fromkeys(change.removed, "-"))
    return marks
