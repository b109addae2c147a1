"""What the screen shows: the newest registry, with the last good version of what has just broken."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from inspector.inspection.changes import Changes, ConsumerChange, diff
from inspector.model import Consumer, Finding, LoadFailure, Registry, Tool
from inspector.rules import ordered

Mark = Literal["+", "~", "-"]
_WHOLE_PROCESS = frozenset({"crashed", "hung", "exited"})


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Immutable state of the screen after a load; marks compare it with the load before."""

    registry: Registry
    findings: tuple[Finding, ...] = ()
    """In the order of the rules."""
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

    def consumer(self, identifier: str) -> Consumer | None:
        """The consumer of that id, also one that was just removed."""
        everyone = (*self.registry.consumers, *self.removed)
        return next((one for one in everyone if one.id == identifier), None)

    def tools(self, consumer: Consumer) -> tuple[Tool, ...]:
        """Its tools, followed by those that were just removed."""
        return (*consumer.tools, *self.removed_tools.get(consumer.id, ()))

    def mark(self, consumer: str, tool: str) -> Mark | None:
        return self.tool_marks.get(consumer, {}).get(tool)


def first(registry: Registry, findings: tuple[Finding, ...]) -> Snapshot:
    """The snapshot of a first load: nothing is marked, nothing counts as newly broken."""
    return Snapshot(
        registry, findings, known_failures=frozenset(failure.ref for failure in registry.failures)
    )


def advance(previous: Snapshot, registry: Registry, findings: tuple[Finding, ...]) -> Snapshot:
    """The snapshot after a reload of what `previous` shows."""
    broken = tuple(failure for failure in registry.failures if failure.ref not in previous.known_failures)
    kept = _kept(previous, registry, broken)
    kept_ids = frozenset(one.id for one in kept)
    merged = msgspec.structs.replace(registry, consumers=_merged(previous, registry, kept))
    still_failing = {failure.ref for failure in registry.failures}
    changes = diff(previous.registry, merged)
    before = {consumer.id: consumer for consumer in previous.registry.consumers}
    return Snapshot(
        registry=merged,
        findings=_findings(previous, findings, kept_ids),
        stale=kept_ids,
        broken=broken,
        known_failures=previous.known_failures & still_failing,
        consumer_marks=_consumer_marks(changes),
        tool_marks={change.id: _tool_marks(change) for change in changes.consumers},
        removed_tools={
            change.id: tuple(tool for tool in before[change.id].tools if tool.key in change.removed)
            for change in changes.consumers
        },
        removed=tuple(before[identifier] for identifier in changes.removed),
    )


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
    old = tuple(finding for finding in previous.findings if finding.consumer in kept)
    return ordered([*(finding for finding in new if finding.consumer not in kept), *old])
