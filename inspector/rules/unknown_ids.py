"""TI404: entries of the id table that no tool answers to."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from inspector.config.likeness import most_like
from inspector.model import Controls, Finding, ListedName, Registry, Tool
from inspector.rules.findings import about_project
from inspector.rules.owners import owner

_MOST_SOUGHT = 50
"""Unknown keys up to which each is compared with every function."""


def check_registry(registry: Registry, controls: Controls) -> Iterator[Finding]:
    """One finding per key; silent while parts of the project, and so maybe the function, are not known."""
    if not controls.ids or _incomplete(registry):
        return
    known = _known(registry)
    unseen = _unseen_servers(registry)
    unknown = [
        entry
        for entry in controls.ids
        if entry.name not in known and entry.name.rpartition("/")[0] not in unseen
    ]
    if not unknown:
        return
    # What has an id already is not what the key means.
    taken = {tool.function for one in registry.consumers for tool in one.tools if tool.business_id}
    free = [name for name in known if name not in taken]
    visible: dict[str, list[Tool]] = defaultdict(list)
    for consumer in registry.consumers:
        for tool in consumer.tools:
            visible[tool.visible].append(tool)
    for entry in unknown:
        nearest = _nearest(entry.name, free) if len(unknown) <= _MOST_SOUGHT else None
        yield _finding(entry, visible.get(entry.name, []), nearest)


def _nearest(key: str, known: Iterable[str]) -> str | None:
    """By the last part of the names: equal modules don't make functions alike."""
    by_last: dict[str, str] = {}
    for name in known:
        last = _last(name)
        if len(name) >= len(by_last.get(last, "")):
            by_last[last] = name
    found = most_like(_last(key), by_last)
    return by_last[found] if found is not None else None


def _last(name: str) -> str:
    return re.split(r"[./:]", name)[-1]


def _incomplete(registry: Registry) -> bool:
    return bool(
        registry.part
        or registry.failures
        or registry.seen
        or registry.stubbed
        or any(part.severity == "warning" for part in registry.not_inspected)
    )


def _known(registry: Registry) -> dict[str, None]:
    """Everything that a key may name: functions, their bare names, `server/tool` and agents."""
    known: dict[str, None] = {}
    for consumer in registry.consumers:
        known.update({consumer.name: None, consumer.id: None})
        for tool in consumer.tools:
            names = (tool.function, tool.function_name, tool.target)
            known.update(dict.fromkeys(name for name in names if name))
            if tool.server and tool.raw_name:
                known[f"{tool.server}/{tool.raw_name}"] = None
    for built in registry.unlisted:
        known.update(dict.fromkeys(name for name in (built.function, built.function_name) if name))
    return known


def _unseen_servers(registry: Registry) -> frozenset[str]:
    """MCP servers whose tools were not listed, and hosted ones, whose tools only the service knows."""
    return frozenset(
        name
        for consumer in registry.consumers
        for name in (
            *(server.name for server in consumer.mcp_servers if not server.started),
            *(tool.server for tool in consumer.tools if tool.origin == "hosted" and tool.server),
        )
    )


def _finding(entry: ListedName, shown: list[Tool], nearest: str | None) -> Finding:
    if shown:
        why = f"it is what the model sees; the code behind it is {owner(shown[0])}"
        fix = f"List `{shown[0].function}` instead." if shown[0].function else "List the function instead."
    else:
        why = f"the nearest is `{nearest}`" if nearest else "nothing is called like it"
        fix = f"List `{nearest}` instead, or drop the entry." if nearest else "Correct the entry, or drop it."
    value = f" the id `{entry.value}`" if isinstance(entry.value, str) else " an id"
    return about_project(
        "TI404",
        names=(entry.name,),
        message=f"The id table gives `{entry.name}`{value}, but no tool has a function of that name: {why}.",
        fix=fix,
        locations=(entry.location,),
    )
