"""What the declared sets say of the tools themselves: business ids, and approval by table."""

from collections.abc import Callable
from typing import Any

import msgspec

from inspector.controls.gating import gates
from inspector.controls.id_table import given_ids, keys_of, shared_names
from inspector.controls.matching import HeldSets
from inspector.controls.names import Names
from inspector.controls.presence import live
from inspector.model import ALWAYS, NEVER, Condition, Consumer, Controls, ControlSet, Registry, Tool

Change = Callable[[Consumer, Tool], dict[str, Any]]
"""Fields of a tool that get another value; empty for none."""


def apply(registry: Registry, controls: Controls) -> Registry:
    """The registry with ids from the config and `approval="table"`; an id that a tool carries stays.

    Where a table is only there in some scenarios, the tools that it gates say in which: `gated`.
    """
    registry = _with_ids(registry, controls)
    tables = tuple(one for one in controls.sets if one.kind == "approval")
    if not tables:
        return registry
    return _gated(registry, HeldSets(Controls(sets=tables), Names(registry)))


def _gated(registry: Registry, tables: HeldSets) -> Registry:
    legal = tables.names.legal
    visible: dict[tuple[str | None, str], Condition] = {}
    ids: dict[tuple[str | None, str], Condition] = {}
    for held in tables.all:
        for entry in held.control.entries:
            if not gates(entry.value):
                continue
            index, names = (ids, held.ids(entry)) if held.by_id else (visible, held.visible_names(entry))
            for name in names:
                key = (held.control.consumer, name)
                index[key] = index.get(key, NEVER) | _holding(held.control)

    def gated(consumer: Consumer, tool: Tool) -> dict[str, Any]:
        if tool.approval != "none":
            return {}
        where = NEVER
        for scope in (None, consumer.id):
            where = where | visible.get((scope, tool.visible), NEVER)
            where = where | ids.get((scope, tool.business_id or ""), NEVER)
        if not where.possible:
            return {}
        if where is ALWAYS or not (live(consumer, tool) - where).meets(legal):
            return {"approval": "table"}
        return {"gated": where}

    return _changed(registry, gated)


def _holding(table: ControlSet) -> Condition:
    return ALWAYS if table.holds is None else table.holds


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
