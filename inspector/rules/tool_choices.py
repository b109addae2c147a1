"""TI206: a forced tool choice that names no tool the model is given."""

from collections.abc import Iterator, Sequence

from inspector.controls.kinds import UNFORCED
from inspector.controls.matching import HeldSet, HeldSets
from inspector.controls.names import Place
from inspector.controls.presence import any_of, live
from inspector.model import Condition, Finding, ListedName, Tool
from inspector.rules import server_choices
from inspector.rules.listed_names import Miss, about_entry, called, explained, instead, standing
from inspector.rules.owners import owner

_HOSTED = {
    "web_search": frozenset({"WebSearchTool"}),
    "web_search_preview": frozenset({"WebSearchTool"}),
    "file_search": frozenset({"FileSearchTool"}),
    "computer_use_preview": frozenset({"ComputerTool"}),
    "computer_use": frozenset({"ComputerTool"}),
    "computer": frozenset({"ComputerTool"}),
    "image_generation": frozenset({"ImageGenerationTool"}),
    "code_interpreter": frozenset({"CodeInterpreterTool"}),
    "mcp": frozenset({"HostedMCPTool"}),
    "shell": frozenset({"ShellTool", "LocalShellTool"}),
    "apply_patch": frozenset({"ApplyPatchTool"}),
    "programmatic_tool_calling": frozenset({"ProgrammaticToolCallingTool"}),
}
"""Reserved choices, with the SDK classes that they force."""


def check_registry(sets: HeldSets) -> Iterator[Finding]:
    """One finding per choice: an agent's own against its tools, the RunConfig's against all agents' tools."""
    for held in sets.of("tool_choice"):
        consumer = held.control.consumer
        if consumer is not None and sets.names.consumers[consumer].kind == "realtime":
            continue
        server = held.control.server
        for entry in held.control.entries:
            yield from _check(held, entry) if server is None else server_choices.check(held, entry, server)


def _check(held: HeldSet, entry: ListedName) -> Iterator[Finding]:
    name, scope = entry.name, held.scope
    if name in UNFORCED:
        return
    places = scope.visible.get(name, ())
    holds = standing(held) - _there(held, [place for place in places if not _refused(place[1])])
    holds = holds - _there(held, _hosted(name, held))
    if not holds.meets(held.names.legal):
        return
    tools = [tool for _, tool in places]
    deferred = [place for place in places if _refused(place[1]) and place[1].live]
    inner = [tool for _, tool in scope.parts.get(name, ())]
    if deferred and (refused := holds & _there(held, deferred)).possible:
        found = [tool for _, tool in deferred]
        yield _finding(
            held, entry, _deferred(found), fix=_DEFERRED_FIX, tools=found, holds=holds, described=refused
        )
    elif tools:
        yield _off(held, entry, tools, holds)
    elif inner:
        fix = f"Force `{inner[0].visible}`."
        yield _finding(held, entry, _part(name, inner), fix=fix, tools=inner, holds=holds)
    else:
        yield from _missing(held, entry, holds)


_DEFERRED_FIX = "Force a tool that the model is given from the start, or don't defer this one."


def _refused(tool: Tool) -> bool:
    return tool.deferred or tool.type == "ToolSearchTool"


def _hosted(name: str, held: HeldSet) -> Sequence[Place]:
    """Hosted tools that a reserved choice forces."""
    types = _HOSTED.get(name, frozenset())
    if not types:
        return ()
    return [place for places in held.scope.visible.values() for place in places if place[1].type in types]


def _there(held: HeldSet, places: Sequence[Place]) -> Condition:
    """Where any of the tools is on."""
    return any_of(live(held.names.consumers[holder], tool) for holder, tool in places if tool.live)


def _deferred(tools: Sequence[Tool]) -> str:
    return (
        f"is {owner(tools[0])}, which is deferred: the SDK refuses to force what the model still has to "
        "search for, with a UserError on every run"
    )


def _part(name: str, tools: Sequence[Tool]) -> str:
    first = tools[0]
    what = "a namespace" if name == first.namespace else f"the inner name of `{first.visible}`"
    return (
        f"is {what}: since 0.11.0 the SDK refuses that with a UserError on every run, and takes only the "
        "full name"
    )


def _off(held: HeldSet, entry: ListedName, tools: Sequence[Tool], holds: Condition) -> Finding:
    tool = tools[0]
    switch = f"`{tool.predicate}` turns it off" if tool.predicate else "`is_enabled` is False"
    where = f"off here ({switch})" if tool.presence is None else "not there in every scenario"
    says_more = tool.predicate and tool.presence is None
    return _finding(
        held,
        entry,
        f"is {owner(tool)}, which is {where}: the request forces a tool that isn't in it",
        fix="Force it only where the tool is on, or leave the tool on.",
        tools=tools,
        condition=f"when `{tool.predicate}` doesn't allow it" if says_more else None,
        holds=holds,
    )


def _missing(held: HeldSet, entry: ListedName, holds: Condition) -> Iterator[Finding]:
    absence = held.absence(entry)
    offered = held.scope.hosted.get(entry.name)
    if offered is not None and not absence.explained:
        yield _of_server(held, entry, offered[0][1], holds)
        return
    if not held.scope.complete and not absence.explained:
        return
    miss = Miss(held, entry, absence)
    if absence.explained:
        why = f"is {explained(miss)}; the request forces a name that no tool in it has"
    elif entry.name in _HOSTED:
        why = f"forces a hosted tool, and no {' or '.join(sorted(_HOSTED[entry.name]))} is there"
    elif held.control.consumer is None:
        why = "names a tool that no agent sees: the SDK sends it unchecked"
    elif absence.kind == "elsewhere":
        why = f"names no tool that this agent sees: {absence.reason}"
    else:
        why = "names no tool that this agent sees: the SDK sends it unchecked"
    meant = instead(miss)
    keys = absence.tools if absence.explained else ()
    yield about_entry(
        "TI206",
        held,
        entry,
        message=_message(held, entry, why),
        fix=f"Force `{meant}`." if meant else "Force a tool that is there, or drop the tool choice.",
        tools=keys,
        ghost=True,
        holds=holds,
    )


def _of_server(held: HeldSet, entry: ListedName, tool: Tool, holds: Condition) -> Finding:
    server = tool.server or tool.visible
    where = f" ({tool.location})" if tool.location is not None else ""
    return about_entry(
        "TI206",
        held,
        entry,
        message=_message(
            held,
            entry,
            f"is a tool of hosted MCP server `{server}`{where}; a choice by name forces a function tool, and "
            "none has that name",
        ),
        fix=f'Force it as `MCPToolChoice(server_label="{server}", name="{entry.name}")`.',
        tools=[(holder, one.key) for holder, one in held.scope.hosted[entry.name]],
        holds=holds,
    )


def _finding(
    held: HeldSet,
    entry: ListedName,
    why: str,
    *,
    fix: str,
    tools: Sequence[Tool],
    condition: str | None = None,
    holds: Condition,
    described: Condition | None = None,
) -> Finding:
    keys = {tool.key for tool in tools}
    index = (held.scope.visible, held.scope.parts)
    places = {
        (holder, tool.key): None
        for names_of in index
        for holder, tool in names_of.get(entry.name, ())
        if tool.key in keys
    }
    return about_entry(
        "TI206",
        held,
        entry,
        message=_message(held, entry, why),
        fix=fix,
        tools=places,
        condition=condition,
        holds=holds,
        described=described,
    )


def _message(held: HeldSet, entry: ListedName, why: str) -> str:
    return f"`{entry.name}`, the {called(held.control)}, {why}."
