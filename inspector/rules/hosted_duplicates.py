"""TI108: duplicates that no collision policy sees, since they aren't dispatched by function name."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from inspector.controls.kinds import BY_NAME, RENAMED_TYPES
from inspector.controls.presence import any_of, doubt, live, two_of, witness
from inspector.model import Consumer, Finding, SdkInfo, Tool
from inspector.rules.findings import about_tools, held
from inspector.rules.liveness import coexist
from inspector.rules.owners import owner, owners

_SENT_TWICE = frozenset(
    {"WebSearchTool", "FileSearchTool", "CodeInterpreterTool", "ImageGenerationTool", "LocalShellTool"}
)
_FIRST_RUNS = frozenset({"ShellTool", "ApplyPatchTool"})
_REFUSED = frozenset({"ComputerTool", "ToolSearchTool"})
"""More than one is a UserError in the Responses converter."""


def check(consumer: Consumer, info: SdkInfo) -> Iterator[Finding]:
    """One finding per duplicated type, server label or name."""
    for (type_name, label), tools in _kinds(consumer).items():
        there = [live(consumer, tool) for tool in tools] if len(tools) > 1 else []
        holds = two_of(there)
        if not holds.possible:
            continue
        around, is_there = witness(holds, there)
        present = [tool for tool, does in zip(tools, is_there, strict=True) if does]
        if text := _same_kind(type_name, label, present, info):
            finding = _finding(consumer, present, text, _keep_one(type_name, label))
            yield held(finding, holds, doubt=doubt(consumer, *tools), described=around)
    yield from _like_functions(consumer)


def runs(tools: Sequence[Tool]) -> Tool | None:
    """Which of several tools of one kind runs, for kinds that run here; None for the others."""
    if tools[0].type in _FIRST_RUNS:
        return tools[0]
    return tools[-1] if tools[0].origin == "custom" else None


def order(tools: Sequence[Tool]) -> tuple[Tool, ...]:
    """The tools so that each runs where none before it is there; empty for kinds that don't run here."""
    first = runs(tools)
    if first is None:
        return ()
    return tuple(tools) if first is tools[0] else tuple(reversed(tools))


def kinds_that_run(consumer: Consumer) -> Iterator[tuple[Tool, ...]]:
    """Groups of duplicates that a process of the project's executes."""
    return (tuple(tools) for tools in _kinds(consumer).values() if len(tools) > 1 and runs(tools) is not None)


def _kinds(consumer: Consumer) -> dict[tuple[str, str], list[Tool]]:
    groups: dict[tuple[str, str], list[Tool]] = defaultdict(list)
    for tool in consumer.tools:
        if tool.live and tool.origin not in BY_NAME:
            groups[_kind(tool)].append(tool)
    return groups


def _kind(tool: Tool) -> tuple[str, str]:
    if tool.type == "HostedMCPTool":
        return tool.type, tool.server or ""
    return tool.type, tool.name if tool.origin == "custom" else ""


def _same_kind(type_name: str, label: str, tools: Sequence[Tool], info: SdkInfo) -> str | None:
    count = len(tools)
    if type_name == "HostedMCPTool":
        return f"{count} hosted MCP tools share the server label `{label}`: {owners(tools)}. All are sent"
    winner = runs(tools)
    if winner is not None:
        which = "first" if winner is tools[0] else "last"
        called = f" called `{label}`" if label else ""
        return (
            f"{count} {type_name}s{called}: {owners(tools)}. All are sent, and the {which}, "
            f"{owner(winner)}, runs"
        )
    if type_name in _SENT_TWICE:
        return f"{count} {type_name}s: {owners(tools)}. All are sent"
    if type_name in _REFUSED:
        return (
            f"{count} {type_name}s: {owners(tools)}. The Responses converter of SDK {info.sdk} refuses them"
        )
    return None


def _keep_one(type_name: str, label: str) -> str:
    if type_name == "HostedMCPTool":
        return f"Give each server its own `server_label`, or keep one of `{label}`."
    return f"Rename one of the `{label}` tools." if label else f"Keep one {type_name}."


def _like_functions(consumer: Consumer) -> Iterator[Finding]:
    special: dict[str, list[Tool]] = defaultdict(list)
    for tool in consumer.tools:
        if tool.live and tool.origin not in BY_NAME and tool.type not in RENAMED_TYPES:
            special[tool.visible].append(tool)
    if not special:
        return
    functions: dict[str, list[Tool]] = defaultdict(list)
    for tool in consumer.tools:
        if tool.live and tool.origin in BY_NAME and tool.namespace is None and tool.visible in special:
            functions[tool.visible].append(tool)
    for name, tools in functions.items():
        others = [live(consumer, tool) for tool in special[name]]
        own = [live(consumer, tool) for tool in tools]
        holds = any_of(others) & any_of(own)
        if not holds.possible:
            continue
        around, is_there = witness(holds, [*others, *own])
        present = [tool for tool, does in zip([*special[name], *tools], is_there, strict=True) if does]
        other = next(tool for tool in present if tool.origin not in BY_NAME)
        functions_there = [tool for tool in present if tool.origin in BY_NAME]
        text = (
            f"`{name}` is both {owner(other)} and {owners(functions_there)}. Both are sent, and the type of "
            "the call alone tells which runs"
        )
        fix = f"Rename the tool behind {owner(functions_there[0])}."
        finding = _finding(consumer, [other, *functions_there], text, fix)
        yield held(finding, holds, doubt=doubt(consumer, *special[name], *tools), described=around)


def _finding(consumer: Consumer, tools: Sequence[Tool], text: str, fix: str) -> Finding:
    meeting = coexist(consumer, tools)
    return about_tools(
        "TI108",
        consumer,
        tools,
        names=[tool.server or tool.visible for tool in tools],
        message=f"`{consumer.name}` has a duplicate that no collision policy sees. {text}.",
        fix=fix,
        condition=meeting.condition if meeting else None,
    )
