"""TI201, TI209, TI210: stop lists that stop nothing, or more than they say."""

from collections.abc import Iterator, Sequence

from inspector.controls.matching import Held, is_pattern
from inspector.controls.names import STOPPABLE, Names, Place, some
from inspector.model import Controls, Finding, ListedName
from inspector.rules.listed_names import Miss, about_entry, behind, called, claim, held_sets, misses, replaced
from inspector.rules.owners import owner, subject


def check_registry(controls: Controls, names: Names) -> Iterator[Finding]:
    """One finding per name and code, of StopAtTools and of declared `stop` sets."""
    for held in held_sets(controls, names, "stop"):
        for miss in misses(held, names):
            yield _invisible(miss, names)
        for entry in {one.name: one for one in held.control.entries}.values():
            tools = held.tools(entry)
            if held.is_text:
                yield _text(held, entry, tools, names)
            elif not tools:
                yield from _never_matches(held, entry, names)
            elif entry.name in held.scope.parts:
                yield from _too_wide(held, entry, tools, names)


def _invisible(miss: Miss, names: Names) -> Finding:
    held, entry = miss.held, miss.entry
    matched = "business ids" if held.by_id else "visible names"
    pattern = ", whole and without patterns" if is_pattern(entry.name) and not held.is_pattern(entry) else ""
    return about_entry(
        "TI201",
        held,
        entry,
        names,
        message=(
            f"{claim(miss, names)}; the stop list matches {matched}{pattern}, so {_effect(miss, names)}."
        ),
        fix=replaced(miss, names),
        tools=miss.absence.tools,
        ghost=True,
    )


def _effect(miss: Miss, names: Names) -> str:
    if not miss.absence.explained:
        return "the entry stops nothing"
    return f"the run goes on after {some(tool.visible for tool in behind(miss, names))}"


def _never_matches(held: Held, entry: ListedName, names: Names) -> Iterator[Finding]:
    places = [place for place in held.scope.visible.get(entry.name, ()) if place[1].origin not in STOPPABLE]
    if not places:
        return
    first = places[0][1]
    kind = "handoffs" if first.origin == "handoff" else "tools of this kind"
    yield about_entry(
        "TI209",
        held,
        entry,
        names,
        message=(
            f"`{entry.name}` in {called(held.control)} is {owner(first)}: StopAtTools is only asked about "
            f"function tools, agents as tools and MCP tools, never about {kind}, so the entry stops nothing."
        ),
        fix=(
            "Take the name out: a handoff ends this agent's turn by itself."
            if first.origin == "handoff"
            else "Take the name out; to stop there, pass a function as `tool_use_behavior` or wrap the tool."
        ),
        tools=_keys(places),
    )


def _too_wide(held: Held, entry: ListedName, tools: Sequence[Place], names: Names) -> Iterator[Finding]:
    visible = dict.fromkeys(tool.visible for _, tool in tools)
    inner = [place for place in tools if place[1].namespace is not None and place[1].name == entry.name]
    if len(visible) < 2 or not inner or held.by_id:
        return
    others = some(dict.fromkeys(tool.visible for _, tool in inner))
    bare = [tool for _, tool in tools if tool.visible == entry.name]
    also = f"{subject(bare[0])} and also" if bare else "several tools:"
    yield about_entry(
        "TI210",
        held,
        entry,
        names,
        message=(
            f"`{entry.name}` in {called(held.control)} stops {also} {others}: a bare name matches the tool "
            "of that name in every namespace."
        ),
        fix=(
            f"Rename `{entry.name}` if it alone is meant; else list every full name, as "
            f"`{inner[0][1].visible}`, in place of the bare one."
            if bare
            else f"List the full names of those that are meant, as `{inner[0][1].visible}`."
        ),
        tools=_keys(tools),
    )


def _text(held: Held, entry: ListedName, tools: Sequence[Place], names: Names) -> Finding:
    hits = dict.fromkeys(tool.visible for _, tool in tools)
    stopped = (
        f"every tool whose name is a part of it ends the run, here {some(hits)}"
        if hits
        else "no tool has a name that is a part of it"
    )
    return about_entry(
        "TI210",
        held,
        entry,
        names,
        message=(
            f"{called(held.control)} is the string `{entry.name}`, not a list, and the SDK looks for the "
            f"tool's name inside it: {stopped}."
        ),
        fix=f'Write a list: `stop_at_tool_names=["{entry.name}"]`.',
        tools=_keys(tools),
    )


def _keys(places: Sequence[Place]) -> list[tuple[str, str]]:
    return [(holder, tool.key) for holder, tool in places]
