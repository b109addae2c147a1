"""The outer join: every tool with the lists that name it, and every listed name without a tool."""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from inspector.controls.kinds import STOPPABLE
from inspector.controls.matching import HeldSet, HeldSets
from inspector.controls.names import Absence, Names
from inspector.model import Consumer, Controls, ControlSet, ListedName, Registry, SetKind, Tool

Column = Literal["stop", "approval", "enable", "other"]
_COLUMNS: dict[SetKind, Column] = {
    "stop": "stop",
    "approval": "approval",
    "mcp_approval": "approval",
    "hosted_approval": "approval",
    "enable": "enable",
}


class Listing(msgspec.Struct, frozen=True, gc=False):
    """One name in one set."""

    set: ControlSet
    entry: ListedName


class ToolControls(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The listings that name a tool, by what they control."""

    stop: tuple[Listing, ...] = ()
    approval: tuple[Listing, ...] = ()
    enable: tuple[Listing, ...] = ()
    other: tuple[Listing, ...] = ()


UNLISTED = ToolControls()
"""Of a tool that no list names."""


class Ghost(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A listed name that no tool has."""

    name: str
    reason: str
    listings: tuple[Listing, ...] = ()
    tools: tuple[str, ...] = ()
    """Keys of the consumer's tools that the reason is about."""


class ConsumerJoin(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One consumer's side of the join."""

    tools: dict[str, ToolControls] = {}
    """By tool key; a tool that no list names is left out."""
    ghosts: tuple[Ghost, ...] = ()

    def of(self, key: str) -> ToolControls:
        """What controls the tool of that key."""
        return self.tools.get(key, UNLISTED)


class Join(msgspec.Struct, frozen=True, kw_only=True):
    """The whole join, by consumer id."""

    consumers: dict[str, ConsumerJoin] = {}
    strays: tuple[Ghost, ...] = ()
    """Names of project-wide sets that belong to no consumer."""

    def of(self, consumer_id: str) -> ConsumerJoin:
        """One consumer's side; empty for an id that is not there."""
        return self.consumers.get(consumer_id, _NO_JOIN)


_NO_JOIN = ConsumerJoin()


def join(registry: Registry, controls: Controls, held: HeldSets | None = None) -> Join:
    """Every consumer's tools beside every set; `held` is these sets against this registry, if there yet."""
    held = held or HeldSets(controls, Names(registry))
    shared = _SharedSets(held)
    own: dict[str, list[HeldSet]] = {}
    for one in held.all:
        if one.control.consumer is not None:
            own.setdefault(one.control.consumer, []).append(one)
    return Join(
        consumers={
            consumer.id: ConsumerJoin(
                tools=_tools(consumer, shared, own.get(consumer.id, ())),
                ghosts=_ghosts(consumer, shared, own.get(consumer.id, ())),
            )
            for consumer in registry.consumers
        },
        strays=tuple(shared.strays),
    )


class _SharedSets:
    """Listings of the project-wide sets, looked up by tool: the cost is one look-up a tool, not one a set."""

    def __init__(self, held: HeldSets) -> None:
        self._by_visible: dict[str, list[Listing]] = {}
        self._by_id: dict[str, list[Listing]] = {}
        self._by_stop: dict[str, list[Listing]] = {}
        self._known: dict[tuple[str, str | None, bool], ToolControls] = {}
        self.ghosts: dict[str, dict[str, Ghost]] = {}
        """Of each consumer that has what is behind the name, by name."""
        self.strays: list[Ghost] = []
        lost: dict[str, tuple[Absence, list[Listing]]] = {}
        for one in held.all:
            if one.control.consumer is None:
                for entry in one.control.entries:
                    self._add(one, entry, lost)
        for name, (absence, listings) in lost.items():
            self._add_ghost(name, absence, tuple(listings))

    def of(self, tool: Tool) -> ToolControls:
        """What the project-wide sets say of a tool; equal tools share one answer."""
        stoppable = tool.origin in STOPPABLE
        key = (tool.visible, tool.business_id, stoppable)
        found = self._known.get(key)
        if found is None:
            listings = [*self._by_visible.get(tool.visible, ()), *self._by_id.get(tool.business_id or "", ())]
            if stoppable:
                listings += self._by_stop.get(tool.visible, ())
            found = self._known[key] = _in_columns(listings)
        return found

    def _add(self, held: HeldSet, entry: ListedName, lost: dict[str, tuple[Absence, list[Listing]]]) -> None:
        listing = Listing(held.control, entry)
        if held.by_id:
            keys, index = held.ids(entry), self._by_id
        else:
            keys = held.visible_names(entry)
            index = self._by_stop if held.control.kind == "stop" else self._by_visible
        if not keys and entry.name not in held.scope.visible and not held.knows(entry):
            if entry.name not in lost:
                lost[entry.name] = (held.absence(entry), [])
            lost[entry.name][1].append(listing)
        for key in keys:
            index.setdefault(key, []).append(listing)

    def _add_ghost(self, name: str, absence: Absence, listings: tuple[Listing, ...]) -> None:
        holders: dict[str, list[str]] = {}
        for consumer, key in absence.tools:
            holders.setdefault(consumer, []).append(key)
        for consumer, keys in holders.items():
            ghost = Ghost(name=name, reason=absence.reason, listings=listings, tools=tuple(keys))
            self.ghosts.setdefault(consumer, {})[name] = ghost
        if not holders:
            self.strays.append(Ghost(name=name, reason=absence.reason, listings=listings))


def _tools(consumer: Consumer, shared: _SharedSets, own: Sequence[HeldSet]) -> dict[str, ToolControls]:
    found = {tool.key: controls for tool in consumer.tools if (controls := shared.of(tool)) is not UNLISTED}
    named: dict[str, list[Listing]] = {}
    for held in own:
        for entry in held.control.entries:
            for _, tool in held.tools(entry):
                named.setdefault(tool.key, []).append(Listing(held.control, entry))
    for key, listings in named.items():
        found[key] = _in_columns(listings, found.get(key, UNLISTED))
    return found


def _ghosts(consumer: Consumer, shared: _SharedSets, own: Sequence[HeldSet]) -> tuple[Ghost, ...]:
    found = dict(shared.ghosts.get(consumer.id, {}))
    for held in own:
        for entry in held.control.entries:
            for ghost in _own_ghost(consumer, held, entry):
                before = found.get(entry.name)
                listings = (*before.listings, *ghost.listings) if before is not None else ghost.listings
                found[entry.name] = msgspec.structs.replace(ghost, listings=listings)
    return tuple(found.values())


def _own_ghost(consumer: Consumer, held: HeldSet, entry: ListedName) -> Iterator[Ghost]:
    control = held.control
    if control.kind in ("hosted_allowed", "hosted_approval") or held.knows(entry):
        return
    listing = (Listing(control, entry),)
    if control.kind in ("mcp_filter", "mcp_approval"):
        if held.raw_names is not None and entry.name not in held.raw_names:
            reason = f"nothing of that name on MCP server `{control.server}`"
            yield Ghost(name=entry.name, reason=reason, listings=listing)
        return
    if entry.name in held.scope.visible:
        return
    absence = held.absence(entry)
    keys = tuple(key for holder, key in absence.tools if holder == consumer.id)
    yield Ghost(name=entry.name, reason=absence.reason, listings=listing, tools=keys)


def _in_columns(listings: Sequence[Listing], before: ToolControls = UNLISTED) -> ToolControls:
    if not listings:
        return before
    columns: dict[Column, list[Listing]] = {
        "stop": list(before.stop),
        "approval": list(before.approval),
        "enable": list(before.enable),
        "other": list(before.other),
    }
    for listing in listings:
        columns[_COLUMNS.get(listing.set.kind, "other")].append(listing)
    return ToolControls(**{column: tuple(found) for column, found in columns.items()})
