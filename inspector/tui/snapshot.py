"""What the screen shows: the newest registry, with the last good version of what has just broken."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import msgspec

from inspector.controls import ConsumerJoin, Ghost, Join, ToolControls
from inspector.inspection import Suppressed
from inspector.inspection.changes import Changes, ConsumerChange, diff
from inspector.model import Consumer, Controls, Finding, LoadFailure, Registry, Suggestion, Tool
from inspector.report import suggested_sets
from inspector.report.found import Found
from inspector.rules import ordered
from inspector.tui import glyphs, listing_marks
from inspector.tui.engine import Loaded
from inspector.tui.listing_marks import Mark

_WHOLE_PROCESS = frozenset({"crashed", "hung", "exited"})


@dataclass(frozen=True)
class Snapshot:
    """Immutable state of the screen after a load; marks compare it with the load before."""

    registry: Registry
    findings: tuple[Finding, ...] = ()
    """In the order of the rules."""
    suppressed: tuple[Suppressed, ...] = ()
    controls: Controls = field(default_factory=Controls)
    join: Join = field(default_factory=Join)
    suggestions: tuple[Suggestion, ...] = ()
    error: str = ""
    """Why the declared sets are left out; empty when they aren't."""
    notices: tuple[str, ...] = ()
    """What the config and comments ask for in vain, in sentences."""
    stale: frozenset[str] = frozenset()
    """Ids of consumers shown in their last good version, since their module fails now."""
    broken: tuple[LoadFailure, ...] = ()
    """Failures that were not there when the project was first loaded."""
    known_failures: frozenset[str] = frozenset()
    consumer_marks: Mapping[str, Mark] = field(default_factory=dict)
    tool_marks: Mapping[str, Mapping[str, Mark]] = field(default_factory=dict)
    """By consumer id, then tool key."""
    removed_tools: Mapping[str, tuple[Tool, ...]] = field(default_factory=dict)
    removed: tuple[Consumer, ...] = ()
    ghost_marks: Mapping[str, Mapping[str, Mark]] = field(default_factory=dict)
    """By consumer id, then listed name."""
    removed_ghosts: Mapping[str, tuple[Ghost, ...]] = field(default_factory=dict)

    @property
    def badge(self) -> str:
        """What the findings come to: counts, else how many suggested sets disagree, else a tick."""
        disagreeing = suggested_sets.disagreeing(self.suggestions)
        agreement = f"{glyphs.DISAGREE}{disagreeing}" if disagreeing else self.all_well
        return glyphs.badge(self.findings) or agreement

    @property
    def all_well(self) -> str:
        """The sign for what has no findings: no tick where the declared sets are left out."""
        return "?" if self.error else "✓"

    @cached_property
    def found(self) -> Found:
        """The findings by the rows they mark."""
        return Found(self.findings)

    @cached_property
    def _by_id(self) -> dict[str, Consumer]:
        return {one.id: one for one in reversed((*self.registry.consumers, *self.removed))}

    def consumer(self, identifier: str) -> Consumer | None:
        """The consumer of that id, also one that was just removed."""
        return self._by_id.get(identifier)

    def tools(self, consumer: Consumer) -> tuple[Tool, ...]:
        """Its tools, followed by those that were just removed."""
        return (*consumer.tools, *self.removed_tools.get(consumer.id, ()))

    def ghosts(self, consumer: str) -> tuple[Ghost, ...]:
        """Names listed for it without a tool, followed by those that are so no more."""
        joined = self.join.consumers.get(consumer, NOT_JOINED)
        return (*joined.ghosts, *self.removed_ghosts.get(consumer, ()))

    def listed(self, consumer: str, tool: str) -> ToolControls:
        """What the control sets say of a tool."""
        return self.join.consumers.get(consumer, NOT_JOINED).tools.get(tool, NOT_LISTED)

    def mark(self, consumer: str, tool: str) -> Mark | None:
        return self.tool_marks.get(consumer, {}).get(tool)


NOT_JOINED = ConsumerJoin()
NOT_LISTED = ToolControls()


def first(loaded: Loaded) -> Snapshot:
    """The snapshot of a first load: nothing is marked, nothing counts as newly broken."""
    return Snapshot(
        loaded.registry,
        loaded.findings,
        loaded.suppressed,
        loaded.controls,
        loaded.join,
        loaded.suggestions,
        error=loaded.error,
        notices=loaded.notices,
        known_failures=frozenset(failure.ref for failure in loaded.registry.failures),
    )


def advance(previous: Snapshot, loaded: Loaded) -> Snapshot:
    """The snapshot after a reload of what `previous` shows."""
    registry = loaded.registry
    broken = tuple(failure for failure in registry.failures if failure.ref not in previous.known_failures)
    kept = _kept(previous, registry, broken)
    kept_ids = frozenset(one.id for one in kept)
    merged = msgspec.structs.replace(registry, consumers=_merged(previous, registry, kept))
    joined = _joined(previous, loaded.join, kept_ids)
    still_failing = {failure.ref for failure in registry.failures}
    changes = diff(previous.registry, merged)
    before = {consumer.id: consumer for consumer in previous.registry.consumers}
    listing = listing_marks.compare(previous.join, joined)
    return Snapshot(
        registry=merged,
        findings=_findings(previous, loaded.findings, kept_ids),
        suppressed=loaded.suppressed,
        controls=_controls(previous, loaded.controls, kept_ids),
        join=joined,
        suggestions=loaded.suggestions,
        error=loaded.error,
        notices=loaded.notices,
        stale=kept_ids,
        broken=broken,
        known_failures=previous.known_failures & still_failing,
        consumer_marks={**dict.fromkeys(listing, "~"), **_consumer_marks(changes)},
        tool_marks=_all_tool_marks(changes, listing),
        removed_tools={
            change.id: tuple(tool for tool in before[change.id].tools if tool.key in change.removed)
            for change in changes.consumers
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


def _joined(previous: Snapshot, new: Join, kept: frozenset[str]) -> Join:
    """The new join with the last good entries of kept consumers, whose names are no strays."""
    if not kept:
        return new
    old = {one: joined for one, joined in previous.join.consumers.items() if one in kept}
    names = {
        *(tool.visible for one in previous.registry.consumers if one.id in kept for tool in one.tools),
        *(ghost.name for joined in old.values() for ghost in joined.ghosts),
    }
    strays = tuple(one for one in new.strays if one.name not in names)
    return msgspec.structs.replace(new, consumers={**new.consumers, **old}, strays=strays)


def _controls(previous: Snapshot, new: Controls, kept: frozenset[str]) -> Controls:
    """The new sets with the last good ones of kept consumers."""
    if not kept:
        return new
    old = [one for one in previous.controls.sets if one.consumer in kept]
    return msgspec.structs.replace(new, sets=(*(one for one in new.sets if one.consumer not in kept), *old))


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


def _kept(previous: Snapshot, registry: Registry, broken: tuple[LoadFailure, ...]) -> tuple[Consumer, ...]:
    """Consumers of `previous` that a failure, not an edit, has taken away or cut short."""
    if not broken:
        return ()
    present = {consumer.id: consumer for consumer in registry.consumers}
    unbuilt = frozenset(one.path for one in registry.seen)
    return tuple(
        old
        for old in previous.registry.consumers
        if (old.id not in present or (present[old.id].partial and not old.partial))
        and any(_takes_away(failure, old, unbuilt) for failure in broken)
    )


def _takes_away(failure: LoadFailure, consumer: Consumer, unbuilt: frozenset[str]) -> bool:
    """Whether the failure can be why it is missing; `unbuilt` are the files of agents that weren't built."""
    module, own = failure.ref.partition(":")[0], consumer.id.partition(":")[0]
    if own == module or consumer.path in {failure.path, module}:
        return True
    # A process that ended takes what else it was to build with it, and nothing of another import root.
    return failure.kind in _WHOLE_PROCESS and (consumer.path in unbuilt or own in unbuilt)


def _merged(previous: Snapshot, registry: Registry, kept: tuple[Consumer, ...]) -> tuple[Consumer, ...]:
    """New consumers in their order, with the kept ones at the place they had among their neighbours."""
    if not kept:
        return registry.consumers
    by_id = {one.id: one for one in (*registry.consumers, *kept)}
    order = [one.id for one in previous.registry.consumers if one.id in by_id]
    order += [one.id for one in registry.consumers if one.id not in set(order)]
    return tuple(by_id[identifier] for identifier in order)


def _findings(previous: Snapshot, new: tuple[Finding, ...], kept: frozenset[str]) -> tuple[Finding, ...]:
    if not kept:
        return new
    present = {(finding.code, finding.consumer, finding.names) for finding in new}
    old = tuple(
        finding
        for finding in previous.findings
        if finding.consumer in kept
        or (
            any(consumer in kept for consumer, _key in finding.touches)
            and (finding.code, finding.consumer, finding.names) not in present
        )
    )
    return ordered([*(finding for finding in new if finding.consumer not in kept), *old])
