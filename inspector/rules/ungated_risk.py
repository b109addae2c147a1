"""TI501: high-risk tools that nothing reviews before they run."""

import functools
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase, translate

from inspector.controls.gating import gates
from inspector.model import Consumer, Controls, ControlSet, Finding, ListedName, Registry, Tool
from inspector.rules.findings import about_consumer
from inspector.rules.liveness import when
from inspector.rules.origins import RENAMED_TYPES
from inspector.rules.owners import owner

_HANDOFF = "transfer_to_"
"""How the SDK begins the names of handoffs: `transfer_*` means tools that transfer something."""
Line = tuple[ControlSet, ListedName]


def check_registry(registry: Registry, controls: Controls) -> Iterator[Finding]:
    """One finding per consumer and tool; a tool that another one shadows never runs."""
    if not controls.risk:
        return
    tables: dict[str | None, list[ControlSet]] = defaultdict(list)
    for one in controls.sets:
        if one.kind == "approval":
            tables[one.consumer].append(one)
    for consumer in registry.consumers:
        yield from _check(consumer, [*tables[None], *tables[consumer.id]], controls)


def _check(consumer: Consumer, tables: Sequence[ControlSet], controls: Controls) -> Iterator[Finding]:
    for tool in consumer.tools:
        if not tool.live or tool.shadowed_by is not None or tool.approval != "none":
            continue
        matched = next(_matches(tool, controls.risk), None)
        if matched is not None and not _guarded(tool) and not _denied(tool, tables, controls):
            yield _finding(consumer, tool, matched, tables)


def _matches(tool: Tool, patterns: Sequence[str]) -> Iterator[tuple[str, str]]:
    """(pattern, what of the tool it matches) in the order of the patterns."""
    names = [("business id", tool.business_id)]
    if tool.origin != "handoff":
        names.append(("function", tool.function))
    if tool.type in RENAMED_TYPES:
        names.append(("server label", tool.server))
    else:
        names.append(("name", tool.visible))
    any_of = _any_of(tuple(patterns))
    if not any(name and any_of.match(name) for _, name in names):
        return
    for pattern in patterns:
        for what, name in names:
            if name and fnmatchcase(name, pattern) and not _means_another(tool, what, pattern):
                yield pattern, what


@functools.lru_cache(maxsize=16)
def _any_of(patterns: tuple[str, ...]) -> re.Pattern[str]:
    """One expression for all patterns: most tools match none."""
    return re.compile("|".join(map(translate, patterns)))


def _means_another(tool: Tool, what: str, pattern: str) -> bool:
    """Whether a pattern hits a handoff only by the words that the SDK puts before every handoff's name."""
    if tool.origin != "handoff" or what != "name" or tool.overridden:
        return False
    literal = pattern.partition("*")[0].partition("?")[0].partition("[")[0]
    return not literal.startswith(_HANDOFF)


def _guarded(tool: Tool) -> bool:
    return bool(tool.contract.input_guardrails) and tool.contract.guardrails_run


def _denied(tool: Tool, tables: Sequence[ControlSet], controls: Controls) -> bool:
    """Whether tables that refuse what they don't list leave the tool to that refusal."""
    return controls.approval_default == "deny" and bool(tables) and _waved_through(tool, tables) is None


def _waved_through(tool: Tool, tables: Sequence[ControlSet]) -> Line | None:
    """The entry that lists the tool by its visible name or id, and asks for no approval."""
    for table in tables:
        for entry in table.entries:
            if not gates(entry.value) and (
                fnmatchcase(tool.visible, entry.name) or entry.name == tool.business_id
            ):
                return table, entry
    return None


def _other_name(tool: Tool, tables: Sequence[ControlSet]) -> tuple[Line, str] | None:
    """The entry that would gate the tool, if it weren't for the name it goes by there."""
    others: dict[str | None, str] = {
        tool.function: "the function behind it",
        tool.function_name: "the function behind it",
        **dict.fromkeys(tool.variables, "the variable that holds it"),
        tool.business_id: "its business id",
        tool.raw_name: "its name within the MCP server",
        tool.name: "its name without the namespace",
    }
    for table in tables:
        for entry in table.entries:
            what = others.get(entry.name)
            if what is not None and entry.name != tool.visible and gates(entry.value):
                return (table, entry), what
    return None


def _finding(
    consumer: Consumer, tool: Tool, matched: tuple[str, str], tables: Sequence[ControlSet]
) -> Finding:
    pattern, what = matched
    by = "" if what == "name" else f" by its {what}"
    if what == "business id":
        by += f" `{tool.business_id}`"
    listed, hole, fix = _hole(tool, tables)
    return about_consumer(
        "TI501",
        consumer,
        names=(tool.visible,),
        message=(
            f"`{tool.visible}` on `{consumer.name}`, {owner(tool)}, is high-risk{by} (`{pattern}`) and runs "
            f"unreviewed: {hole}."
        ),
        fix=fix,
        locations=(listed[1].location or listed[0].location if listed else None, tool.location),
        condition=when(tool),
        tools=(tool,),
    )


def _hole(tool: Tool, tables: Sequence[ControlSet]) -> tuple[Line | None, str, str]:
    """(the entry to blame, what is missing, what to do)."""
    other = _other_name(tool, tables)
    if other is not None:
        (table, entry), what = other
        return (
            (table, entry),
            f"the approval table {table.source} lists `{entry.name}`, {what}, while approval goes by the "
            "visible "
            f"name `{tool.visible}`, and {_no_gate(tool)}",
            f"List `{tool.visible}` in {table.source}, or set `needs_approval=True` on the tool.",
        )
    waved = _waved_through(tool, tables)
    if waved is not None:
        table, entry = waved
        return (
            waved,
            f"the approval table {table.source} lets `{entry.name}` through (`{_value(entry)}`), and "
            f"{_no_gate(tool)}",
            f"Ask for approval in {table.source}, or set `needs_approval=True` on the tool.",
        )
    unlisted = "no approval table lists it, and " if tables else ""
    return None, f"{unlisted}{_no_gate(tool)}", _gate(tool, tables)


def _no_gate(tool: Tool) -> str:
    match tool.origin:
        case "handoff":
            return "the SDK knows no approval for handoffs"
        case "hosted" if tool.type == "HostedMCPTool":
            return '`require_approval` is "never"'
        case "hosted":
            return "the SDK knows no approval for hosted tools"
        case _ if tool.contract.input_guardrails:
            return "it has no `needs_approval`, and the SDK never runs its input guardrail"
        case _:
            return "it has no `needs_approval` and no input guardrail"


def _gate(tool: Tool, tables: Sequence[ControlSet]) -> str:
    listed = f", or list `{tool.visible}` in {tables[0].source}" if tables else ""
    match tool.origin:
        case "handoff":
            return f"Gate the tools that the target agent uses{listed}."
        case "hosted" if tool.type == "HostedMCPTool":
            return f'Set `"require_approval": "always"` and answer the requests{listed}.'
        case "hosted":
            return f"Wrap the work in a function tool with `needs_approval=True`{listed}."
        case "mcp":
            return f"Set `require_approval=` on the MCP server{listed}."
        case "agent_tool":
            return f"Pass `needs_approval=True` to `as_tool()`{listed}."
        case _:
            return f"Set `needs_approval=True` on the tool or give it an input guardrail{listed}."


def _value(entry: ListedName) -> str:
    return entry.value if isinstance(entry.value, str) else str(entry.value).lower()
