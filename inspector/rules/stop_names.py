"""TI201, TI209, TI210: stop lists that stop nothing, or more than they say."""

from collections.abc import Iterator, Sequence

from inspector.controls.globs import is_pattern
from inspector.controls.kinds import STOPPABLE
from inspector.controls.matching import HeldSet, HeldSets
from inspector.controls.names import Place, some
from inspector.model import Finding, ListedName, Tool
from inspector.rules.listed_names import (
    Miss,
    about_entry,
    behind,
    called,
    claim,
    distinct,
    matched_by,
    misses,
    replaced,
)
from inspector.rules.owners import owner, subject


def check_registry(sets: HeldSets) -> Iterator[Finding]:
    """One finding per name and code, of StopAtTools and of declared `stop` sets."""
    for held in sets.of("stop"):
        # Of a string that no tool's name is a part of, one finding says all.
        for miss in () if held.is_text else misses(held):
            yield _invisible(miss)
        for entry in {one.name: one for one in held.control.entries}.values():
            tools = held.tools(entry)
            if held.is_text:
                yield _text(held, entry, tools)
            elif not tools:
                yield from _never_matches(held, entry)
            elif entry.name in held.scope.parts:
                yield from _too_wide(held, entry, tools)


def _invisible(miss: Miss) -> Finding:
    held, entry = miss.held, miss.entry
    pattern = ", whole and without patterns" if is_pattern(entry.name) and not held.is_pattern(entry) else ""
    return about_entry(
        "TI201",
        held,
        entry,
        message=f"{claim(miss)}; the stop list matches {matched_by(held)}{pattern}, so {_effect(miss)}.",
        fix=replaced(miss),
        tools=miss.absence.tools,
        ghost=True,
    )


def _effect(miss: Miss) -> str:
    if not miss.absence.explained:
        return "the entry stops nothing"
    return f"the run goes on after {some(tool.visible for tool in distinct(behind(miss)))}"


def _never_matches(held: HeldSet, entry: ListedName) -> Iterator[Finding]:
    places = [place for place in held.scope.visible.get(entry.name, ()) if place[1].origin not in STOPPABLE]
    offered: Sequence[Place] = held.scope.hosted.get(entry.name, ())
    if not places and not offered:
        return
    first = places[0][1] if places else offered[0][1]
    what = owner(first) if places else f"a tool of {_server(first)}"
    yield about_entry(
        "TI209",
        held,
        entry,
        message=(
            f"`{entry.name}` in {called(held.control)} is {what}: StopAtTools is only asked about function "
            f"tools, agents as tools and tools of MCP servers that the SDK calls itself, never about "
            f"{_kind(first)}, so the entry stops nothing."
        ),
        fix=(
            "Take the name out: a handoff ends this agent's turn by itself."
            if first.origin == "handoff"
            else "Take the name out; for the run to end there, wrap the work in a function tool, and list it."
        ),
        tools=_keys(places or offered),
    )


def _server(tool: Tool) -> str:
    where = f" ({tool.location})" if tool.location is not None else ""
    return f"hosted MCP server `{tool.server or tool.visible}`{where}"


def _kind(tool: Tool) -> str:
    match tool.origin:
        case "handoff":
            return "handoffs"
        case "hosted":
            return "hosted tools"
        case _:
            return "tools of this kind"


def _too_wide(held: HeldSet, entry: ListedName, tools: Sequence[Place]) -> Iterator[Finding]:
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


def _text(held: HeldSet, entry: ListedName, tools: Sequence[Place]) -> Finding:
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
        message=(
            f"{called(held.control)} is the string `{entry.name}`, not a list, and the SDK looks for the "
            f"tool's name inside it: {stopped}."
        ),
        fix=f'Write a list: `stop_at_tool_names=["{entry.name}"]`.',
        tools=_keys(tools),
    )


def _keys(places: Sequence[Place]) -> list[tuple[str, str]]:
    return [(holder, tool.key) for holder, tool in places]
