"""TI501: high-risk tools that nothing reviews before they run."""

import functools
import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase, translate

from inspector.controls.kinds import RENAMED_TYPES
from inspector.controls.presence import doubt, live, rivals, shadowed
from inspector.model import Consumer, Controls, ControlSet, Finding, ListedName, Registry, Tool
from inspector.rules.approval_tables import ConsumerTables, Line, tables_of
from inspector.rules.findings import about_consumer, held
from inspector.rules.liveness import when
from inspector.rules.owners import owner

_HANDOFF = "transfer_to_"
"""How the SDK begins the names of handoffs: `transfer_*` means tools that transfer something."""


def check_registry(registry: Registry, controls: Controls) -> Iterator[Finding]:
    """One finding per consumer and tool; a tool that another one shadows never runs."""
    if not controls.risk:
        return
    tables = tables_of(controls.sets, (consumer.id for consumer in registry.consumers))
    for consumer in registry.consumers:
        yield from _check(consumer, tables[consumer.id], controls)


def _check(consumer: Consumer, tables: ConsumerTables, controls: Controls) -> Iterator[Finding]:
    denies = controls.default_for(consumer.id) == "deny" and bool(tables.sets)
    rivals_of = rivals(consumer)
    for tool in consumer.tools:
        if not tool.live or tool.approval != "none":
            continue
        matched = next(_matches(tool, controls.risk), None)
        if matched is None or _guarded(tool):
            continue
        holds = live(consumer, tool) - shadowed(consumer, tool, rivals_of)
        if tool.gated is not None:
            holds = holds - tool.gated
        if denies:
            # A table that refuses what it doesn't list gates whatever it doesn't wave through.
            holds = holds - tables.refusing(tool)
        if holds.possible:
            described = tables.one_state(holds)
            finding = _finding(consumer, tool, matched, tables.within(described))
            yield held(finding, holds, doubt=doubt(consumer, tool) or tables.doubt, described=described)


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


def _finding(consumer: Consumer, tool: Tool, matched: tuple[str, str], tables: ConsumerTables) -> Finding:
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
            f"`{tool.visible}` on `{consumer.name}`, {owner(tool)}, is high-risk{by} (`{pattern}`) "
            f"and runs unreviewed: {hole}."
        ),
        fix=fix,
        locations=(listed[1].location or listed[0].location if listed else None, tool.location),
        condition=when(tool),
        tools=(tool,),
    )


def _hole(tool: Tool, tables: ConsumerTables) -> tuple[Line | None, str, str]:
    """(the entry to blame, what is missing, what to do)."""
    other = tables.other_name(tool)
    if other is not None:
        (table, entry), what = other
        return (
            (table, entry),
            f"the approval table {table.source} lists `{entry.name}`, {what}, while approval goes by "
            f"the visible name `{tool.visible}`, and {_no_gate(tool)}",
            f"List `{tool.visible}` in {table.source}, or set `needs_approval=True` on the tool.",
        )
    waved = tables.waved_through(tool)
    if waved is not None:
        table, entry = waved
        return (
            waved,
            f"the approval table {table.source} lets `{entry.name}` through (`{_value(entry)}`), "
            f"and {_no_gate(tool)}",
            f"Ask for approval in {table.source}, or set `needs_approval=True` on the tool.",
        )
    unlisted = "no approval table lists it, and " if tables.sets else ""
    return None, f"{unlisted}{_no_gate(tool)}", _gate(tool, tables.sets)


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
