"""What the declared sets say of the tools themselves: business ids, and approval by table."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from inspector.controls.gating import gates
from inspector.controls.matching import Held
from inspector.controls.names import Names
from inspector.model import Consumer, Controls, ControlSet, Registry, Tool

Change = Callable[[Consumer, Tool], dict[str, Any]]
"""Fields of a tool that get another value; empty for none."""


def apply(registry: Registry, controls: Controls) -> Registry:
    """The registry with ids from the config and `approval="table"`; an id that a tool carries stays."""
    registry = _with_ids(registry, controls)
    tables = [one for one in controls.sets if one.kind == "approval"]
    return _gated(registry, tables) if tables else registry


def _gated(registry: Registry, tables: Iterable[ControlSet]) -> Registry:
    names = Names(registry)
    visible: dict[str | None, set[str]] = {}
    ids: dict[str | None, set[str]] = {}
    for table in tables:
        if table.consumer is not None and table.consumer not in names.consumers:
            continue
        held = Held(table, names)
        for entry in table.entries:
            if gates(entry.value) and held.by_id:
                ids.setdefault(table.consumer, set()).add(entry.name)
            elif gates(entry.value):
                visible.setdefault(table.consumer, set()).update(held.visible_names(entry))

    def gated(consumer: Consumer, tool: Tool) -> dict[str, Any]:
        if tool.approval != "none":
            return {}
        for scope in (None, consumer.id):
            if tool.visible in visible.get(scope, ()) or tool.business_id in ids.get(scope, ()):
                return {"approval": "table"}
        return {}

    return _changed(registry, gated)


def _with_ids(registry: Registry, controls: Controls) -> Registry:
    ids = {entry.name: entry.value for entry in controls.ids if isinstance(entry.value, str) and entry.value}
    if not ids:
        return registry
    shared = _ambiguous(registry.consumers, ids)

    def given(_: Consumer, tool: Tool) -> dict[str, Any]:
        if tool.business_id is not None:
            return {}
        bare = tool.function_name if tool.function_name not in shared else None
        for key in (tool.function, bare, tool.target):
            if key is not None and key in ids:
                return {"business_id": ids[key]}
        return {}

    return _changed(registry, given)


def _ambiguous(consumers: Iterable[Consumer], ids: dict[str, str]) -> set[str]:
    """Bare function names that several functions have: they name none of them."""
    functions: dict[str, set[str | None]] = {}
    for consumer in consumers:
        for tool in consumer.tools:
            if tool.function_name is not None and tool.function_name in ids:
                functions.setdefault(tool.function_name, set()).add(tool.function)
    return {name for name, found in functions.items() if len(found) > 1}


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
