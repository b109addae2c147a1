"""The next snapshot: after a reload, with the last good version of what has just broken, or after a flip."""

from dataclasses import replace

import msgspec

from inspector.controls import Join
from inspector.inspection import Inspection
from inspector.model import Consumer, Controls, Finding, LoadFailure, Registry
from inspector.rules import ordered
from inspector.tui.marking import marked
from inspector.tui.snapshot import Snapshot, first

_WHOLE_PROCESS = frozenset({"crashed", "hung", "exited"})


def advance(previous: Snapshot, loaded: Inspection) -> Snapshot:
    """The snapshot after a reload of what `previous` shows."""
    registry = loaded.registry
    broken = tuple(failure for failure in registry.failures if failure.ref not in previous.known_failures)
    kept = _kept(previous, registry, broken)
    still_failing = {failure.ref for failure in registry.failures}
    snapshot = replace(
        _with_kept(previous, loaded, kept),
        broken=broken,
        known_failures=previous.known_failures & still_failing,
    )
    return marked(snapshot, previous)


def flipped(previous: Snapshot, inspection: Inspection) -> Snapshot:
    """The snapshot in another scenario of the same load: nothing counts as newly broken."""
    present = {consumer.id for consumer in inspection.registry.consumers}
    stale = [one for one in previous.registry.consumers if one.id in previous.stale and one.id not in present]
    snapshot = replace(
        _with_kept(previous, inspection, tuple(stale)),
        broken=previous.broken,
        known_failures=previous.known_failures
        | {failure.ref for failure in inspection.registry.failures}
        - {failure.ref for failure in previous.broken},
    )
    return marked(snapshot, previous)


def _with_kept(previous: Snapshot, loaded: Inspection, kept: tuple[Consumer, ...]) -> Snapshot:
    """What was loaded, and `kept` of what is shown."""
    kept_ids = frozenset(one.id for one in kept)
    registry = loaded.registry
    return replace(
        first(loaded),
        registry=msgspec.structs.replace(registry, consumers=_merged(previous, registry, kept)),
        findings=_findings(previous, loaded.findings, kept_ids),
        controls=_controls(previous, loaded.controls, kept_ids),
        join=_joined(previous, loaded.join, kept_ids),
        stale=kept_ids,
    )


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
