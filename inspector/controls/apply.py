"""What the declared sets say of the tools themselves: business ids, and approval by table."""

from collections.abc import Callable
from typing import Any

import msgspec

from inspector.controls.gating import gates
from inspector.controls.id_table import given_ids, keys_of, shared_names
from inspector.controls.matching import HeldSets
from inspector.controls.names import Names
from inspector.model import Consumer, Controls, Registry, Tool

Change = Callable[[Consumer, Tool], dict[str, Any]]
"""Fields of a tool that get another value; empty for none."""


def apply(registry: Registry, controls: Controls) -> Registry:
    """The registry with ids from the config and `approval="table"`; an id that a tool carries stays."""
    registry = _with_ids(registry, controls)
    tables = tuple(one for one in controls.sets if one.kind == "approval")
    if not tables:
        return registry
    return _gated(registry, HeldSets(Controls(sets=tables), Names(registry)))


def _gated(registry: Registry, tables: HeldSets) -> Registry:
    visible: dict[str | None, set[str]] = {}
    ids: dict[str | None, set[str]] = {}
    for held in tables.all:
        for entry in held.control.entries:
            if gates(entry.value) and held.by_id:
                ids.setdefault(held.control.consumer, set()).update(held.ids(entry))
            elif gates(entry.value):
                visible.setdefault(held.control.consumer, set()).update(held.visible_names(entry))

    def gated(consumer: Consumer, tool: Tool) -> dict[str, Any]:
        if tool.approval != "none":
            return {}
        for scope in (None, consumer.id):
            if tool.visible in visible.get(scope, ()) or tool.business_id in ids.get(scope, ()):
                return {"approval": "table"}
        return {}

    return _changed(registry, gated)


def _with_ids(registry: Registry, controls: Controls) -> Registry:
    ids = given_ids(controls)
    if not ids:
        return registry
    shared = shared_names(registry.consumers, ids)

    def given(_: Consumer, tool: Tool) -> dict[str, Any]:
        if tool.business_id is not None:
            return {}
        key = next((key for key in keys_of(tool, shared) if key in ids), None)
        return {"business_id": ids[key]} if key is not None else {}

    return _changed(registry, given)


def _changed(registry: Registry, change: Change) -> Registry:
    consumers = tuple(_with_changes(consumer, change) for consumer in registry.consumers)
    return msgspec.structs.replace(registry, consumers=consumers)


def _with_changes(consumer: Consumer, change: Change) -> Consumer:
    changes = [change(consumer, tool) for tool in consumer.tools]
    if not any(changes):
        return consumer
    tools = tuple(
        msgspec.structs.replace(tool, **new) if new else tool
        for tool, new in zip(consumer.tools, changes, strict=True)
    )
    return msgspec.structs.replace(consumer, tools=tools)
