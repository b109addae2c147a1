"""The id table: which of its keys a tool goes by, and which of its ids are lost."""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator

from inspector.controls.names import some
from inspector.model import Consumer, Controls, ListedName, Registry, Tool


def given_ids(controls: Controls) -> dict[str, str]:
    """Business id by key; of several lines with one key the last counts."""
    return {one.name: one.value for one in controls.ids if isinstance(one.value, str) and one.value}


def keys_of(tool: Tool, shared: Container[str | None]) -> tuple[str, ...]:
    """What the table may call the tool, the key that counts first; `shared` holds bare names of several."""
    bare = tool.function_name if tool.function_name not in shared else None
    return tuple(dict.fromkeys(key for key in (tool.function, bare, tool.target) if key))


def shared_names(consumers: Iterable[Consumer], ids: Container[str]) -> dict[str, tuple[str, ...]]:
    """Bare names in the table that several functions have, with those: such a key names none of them."""
    functions: dict[str, dict[str, None]] = defaultdict(dict)
    for consumer in consumers:
        for tool in consumer.tools:
            if tool.function_name is not None and tool.function_name in ids:
                functions[tool.function_name][tool.function or ""] = None
    return {name: tuple(found) for name, found in functions.items() if len(found) > 1}


def lost_ids(registry: Registry, controls: Controls) -> Iterator[str]:
    """A sentence for each id that another one keeps from a tool, or that could be for several."""
    entries: dict[str, list[ListedName]] = defaultdict(list)
    for entry in controls.ids:
        if isinstance(entry.value, str) and entry.value:
            entries[entry.name].append(entry)
    for key, given in entries.items():
        if len({entry.value for entry in given}) > 1:
            yield f"the id table has several ids for `{key}`: {_each(given)}; the last one counts"
    last = {key: given[-1] for key, given in entries.items()}
    shared = shared_names(registry.consumers, last)
    for name, functions in shared.items():
        yield (
            f"the id table's `{name}` ({_place(last[name])}) is the name of {some(functions)}, and so gives "
            "an id to none of them: write the qualified names"
        )
    for consumer in registry.consumers:
        for tool in consumer.tools:
            if given := [last[key] for key in keys_of(tool, shared) if key in last]:
                yield from _lost_to(tool, given)


def _lost_to(tool: Tool, given: list[ListedName]) -> Iterator[str]:
    first = given[0]
    if len({entry.value for entry in given}) > 1:
        several = _each(given, by_key=True)
        yield f"the id table has several ids for one function: {several}; `{first.value}` counts"
    elif tool.business_id is not None and tool.business_id != first.value:
        yield (
            f"`{tool.visible}` carries the business id `{tool.business_id}`, so `{first.value}`, which the "
            f"id table gives to `{first.name}` ({_place(first)}), is not used"
        )


def _each(given: list[ListedName], *, by_key: bool = False) -> str:
    said = [f"`{entry.value}`{f' by `{entry.name}`' if by_key else ''} ({_place(entry)})" for entry in given]
    return f"{', '.join(said[:-1])} and {said[-1]}"


def _place(entry: ListedName) -> str:
    return str(entry.location) if entry.location is not None else "in the config"
