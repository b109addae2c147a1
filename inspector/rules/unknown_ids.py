"""TI404: entries of the id table that no tool answers to."""

import re
from collections.abc import Iterable, Iterator

from inspector.controls.names import Names
from inspector.controls.nearest import Nearest
from inspector.model import Controls, Finding, ListedName, Registry, Tool
from inspector.rules.findings import about_project
from inspector.rules.owners import owner


def check_registry(registry: Registry, controls: Controls, names: Names | None = None) -> Iterator[Finding]:
    """One finding per key; silent while parts of the project, and so maybe the function, are not known.

    `names` is the index of this registry, if there is one.
    """
    if not controls.ids:
        return
    names = names or Names(registry)
    if not names.whole or any(consumer.junk for consumer in registry.consumers):
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
    free = _by_last_part(name for name in known if name not in taken)
    for entry in unknown:
        shown = [tool for _, tool in names.project.visible.get(entry.name, ())]
        yield _finding(entry, shown, _nearest(entry.name, free, names.likeness))


def _nearest(key: str, free: dict[str, str], likeness: Nearest) -> str | None:
    """By the last part of the names: equal modules don't make functions alike."""
    found = likeness.of(_last(key), free)
    return free[found] if found is not None else None


def _by_last_part(names: Iterable[str]) -> dict[str, str]:
    """The longest of the names that end in each part."""
    by_last: dict[str, str] = {}
    for name in names:
        last = _last(name)
        if len(name) >= len(by_last.get(last, "")):
            by_last[last] = name
    return by_last


def _last(name: str) -> str:
    return re.split(r"[./:]", name)[-1]


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
