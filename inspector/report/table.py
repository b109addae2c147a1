"""A plain table of consumers and their tools."""

from collections.abc import Iterator

from inspector.controls import Ghost, ToolControls
from inspector.inspection.result import Inspection
from inspector.inspection.scenarios import findings_here
from inspector.model import Consumer, SdkInfo, Tool
from inspector.report import exploration_text, listed, notes, suggested_sets
from inspector.report.columns import brief, wrap
from inspector.report.escape import visible
from inspector.report.found import Found
from inspector.report.style import Style
from inspector.report.summary import nothing, stand_ins, summary
from inspector.report.table_columns import lay_out
from inspector.rules.fate import fate
from inspector.rules.junk import described

_APPROVAL = {"none": "", "static": "static", "dynamic": "dynamic", "table": "table"}
_ENABLED = {True: "on", False: "off", None: "?"}
_NOT_LISTED = ToolControls()


def render(inspection: Inspection, style: Style) -> Iterator[str]:
    """Lines without line ends."""
    registry = inspection.registry
    here = findings_here(inspection)
    found = Found(here)
    yield from _header(inspection, style)
    for consumer in registry.consumers:
        yield _heading(consumer, style)
        yield from _failing(consumer, registry.info, style)
        yield from _table(inspection, consumer, found, style)
        yield ""
    yield from _strays(inspection, style)
    yield from suggested_sets.render(inspection.suggestions, style)
    yield from notes.render(registry, style)
    for line in nothing(inspection):
        yield from wrap(line, style.width, indent="")
    yield summary(inspection, style, lists_seen=True, here=len(here))


def _header(inspection: Inspection, style: Style) -> Iterator[str]:
    """What the tables below rest on, where that isn't the project alone."""
    for line in stand_ins(inspection):
        yield from wrap(line, style.width, indent="")
        yield ""
    yield from exploration_text.header(inspection, style)


def _heading(consumer: Consumer, style: Style) -> str:
    name = style.paint(brief(consumer.name), "bold")
    kind = "" if consumer.kind == "agent" else f" [{consumer.kind}]"
    where = f" {consumer.location}" if consumer.location else ""
    partial = " (its module failed to load)" if consumer.partial else ""
    return f"{name}{kind}  {style.paint(brief(consumer.id) + visible(where), 'dim')}{partial}"


def _failing(consumer: Consumer, info: SdkInfo, style: Style) -> Iterator[str]:
    """What the SDK raises for the whole set of tools."""
    resolution = consumer.resolution
    error = resolution.run_error
    if error is None and info.collision_policy == "error" and consumer.kind != "realtime":
        error = resolution.strict_error
    if error is None:
        error = next((described(one, consumer, info) for one in consumer.junk if one.effect == "error"), None)
    if error is not None:
        yield from wrap(f"Every run fails: {error}", style.width, indent="  ")
    elif resolution.wire_error is not None:
        yield from wrap(
            f"The Responses converter refuses the tools: {resolution.wire_error}", style.width, indent="  "
        )


def _table(inspection: Inspection, consumer: Consumer, found: Found, style: Style) -> Iterator[str]:
    """The outer join: every tool, then every name that a set lists without a tool behind it."""
    joined = inspection.join.consumers.get(consumer.id)
    ghosts = joined.ghosts if joined is not None else ()
    if not consumer.tools and not ghosts:
        yield "  no tools"
        return
    controls = joined.tools if joined is not None else {}
    rows = [
        _row(tool, consumer, controls.get(tool.key, _NOT_LISTED), found, style) for tool in consumer.tools
    ]
    rows += [_ghost_row(ghost, consumer, found, style) for ghost in ghosts]
    gate_missing = any(
        listed.gate_missing(tool, found.on_tool(consumer.id, tool.key)) for tool in consumer.tools
    )
    for line in lay_out(rows, style, gate_missing=gate_missing):
        yield f"  {line}"


def _strays(inspection: Inspection, style: Style) -> Iterator[str]:
    """Listed names that no consumer has anything behind; none where other consumers weren't looked at."""
    if inspection.registry.part or not inspection.join.strays:
        return
    yield style.paint("Listed, but no tool anywhere", "bold")
    for stray in inspection.join.strays:
        sources = ", ".join(dict.fromkeys(one.set.source for one in stray.listings))
        yield from wrap(f"{listed.named(stray.name)}: {stray.reason} ({sources})", style.width, indent="  ")
    yield ""


def _row(
    tool: Tool, consumer: Consumer, controls: ToolControls, found: Found, style: Style
) -> tuple[str, ...]:
    findings = found.on_tool(consumer.id, tool.key)
    approval = listed.approval_cell(tool, controls, _APPROVAL)
    severity = listed.gate_missing(tool, findings)
    if severity is not None:
        approval = f"{style.sign(severity)} {approval or 'none'}"
    cells = (
        tool.visible,
        tool.function or tool.type,
        tool.business_id or "",
        listed.stop_cell(consumer, tool, controls),
        approval,
        listed.enable_cell(tool, controls, _ENABLED),
        tool.origin,
        " ".join((fate(tool), *listed.codes_of(findings))),
    )
    return tuple(brief(cell) for cell in cells)


def _ghost_row(ghost: Ghost, consumer: Consumer, found: Found, style: Style) -> tuple[str, ...]:
    codes = listed.codes_of(found.on_ghost(consumer.id, ghost.name))
    stop, approval, enable, origin = listed.ghost_cells(ghost)
    name = f"{'-' if style.ascii else listed.GHOST} {listed.named(ghost.name)}"
    cells = (name, ghost.reason, "", stop, approval, enable, origin, " ".join(("ghost", *codes)))
    return tuple(brief(cell) for cell in cells)
