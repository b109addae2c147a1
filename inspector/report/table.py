"""A plain table of consumers and their tools."""

from collections.abc import Iterator, Sequence

from inspector.controls import Ghost, ToolControls
from inspector.inspection.result import Inspection
from inspector.model import Consumer, SdkInfo, Tool
from inspector.report import listed, notes, suggested_sets
from inspector.report.columns import fit, pad, shorten, width, wrap
from inspector.report.escape import visible
from inspector.report.found import Found
from inspector.report.style import Style
from inspector.report.summary import nothing, stand_ins, summary
from inspector.rules.fate import fate
from inspector.rules.junk import described

_HEADERS = ("Visible", "Qualified", "Business id", "Stop", "Approval", "Enable", "Origin", "State")
_FLOORS = (12, 16, 11, 4, 8, 6, 8, 24)
_OPTIONAL = ("Business id", "Enable", "Stop", "Approval")
"""Columns that go when no row fills them."""
_DROPPED = (*_OPTIONAL, "Origin", "Qualified")
"""Columns that go, in this order, when the width doesn't suffice."""
_VISIBLE, _STATE = _HEADERS.index("Visible"), _HEADERS.index("State")
_SHORTEST_STATE = 8
"""Columns that a long visible name leaves to the state."""
_APPROVAL = {"none": "", "static": "static", "dynamic": "dynamic", "table": "table"}
_ENABLED = {True: "on", False: "off", None: "?"}
_NOT_LISTED = ToolControls()


def render(inspection: Inspection, style: Style) -> Iterator[str]:
    """Lines without line ends."""
    registry = inspection.registry
    found = Found(inspection.findings)
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
    yield summary(inspection, style, lists_seen=True)


def _header(inspection: Inspection, style: Style) -> Iterator[str]:
    """What the tables below rest on, where that isn't the project alone."""
    for line in stand_ins(inspection):
        yield from wrap(line, style.width, indent="")
        yield ""


def _heading(consumer: Consumer, style: Style) -> str:
    name = style.paint(visible(consumer.name), "bold")
    kind = "" if consumer.kind == "agent" else f" [{consumer.kind}]"
    where = f" {consumer.location}" if consumer.location else ""
    partial = " (its module failed to load)" if consumer.partial else ""
    return f"{name}{kind}  {style.paint(visible(consumer.id + where), 'dim')}{partial}"


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
    total = style.width - 2 if style.bounded else None
    headers, rows, floors = _chosen(rows, total)
    widths = fit(headers, rows, total, floors)
    yield "  " + style.paint(_line(headers, widths, style), "dim")
    for row in rows:
        yield "  " + _line(row, widths, style)


def _strays(inspection: Inspection, style: Style) -> Iterator[str]:
    """Listed names that no consumer has anything behind."""
    if not inspection.join.strays:
        return
    yield style.paint("Listed, but no tool anywhere", "bold")
    for stray in inspection.join.strays:
        sources = ", ".join(dict.fromkeys(one.set.source for one in stray.listings))
        yield from wrap(f"{stray.name}: {stray.reason} ({sources})", style.width, indent="  ")
    yield ""


def _chosen(
    rows: list[tuple[str, ...]], total: int | None
) -> tuple[tuple[str, ...], list[tuple[str, ...]], tuple[int, ...]]:
    """Headers, rows and floors of the columns worth their width; `total` None: all that are filled."""
    chosen = list(range(len(_HEADERS)))
    widest = [
        max([width(header), *(width(row[index]) for row in rows)]) for index, header in enumerate(_HEADERS)
    ]
    floors = [min(least, most) for least, most in zip(_FLOORS, widest, strict=True)]
    for name in _OPTIONAL:
        if all(not row[_HEADERS.index(name)] for row in rows):
            chosen.remove(_HEADERS.index(name))
    if total is not None:
        # The name that the model sees is what a reader looks for: all else gives way to it.
        floors[_VISIBLE] = min(widest[_VISIBLE], total - 2 - _SHORTEST_STATE)
        floors[_STATE] = max(_SHORTEST_STATE, min(floors[_STATE], total - 2 - floors[_VISIBLE]))
        for index in map(_HEADERS.index, _DROPPED):
            if index in chosen and sum(floors[one] for one in chosen) + 2 * (len(chosen) - 1) > total:
                chosen.remove(index)
    return (
        tuple(_HEADERS[index] for index in chosen),
        [tuple(row[index] for index in chosen) for row in rows],
        tuple(floors[index] for index in chosen),
    )


def _line(cells: Sequence[str], widths: Sequence[int], style: Style) -> str:
    ellipsis = "..." if style.ascii else "…"
    shown = [
        # The end of a dotted name says more than its beginning.
        pad(shorten(cell, columns, ellipsis=ellipsis, tail=0.75 if "." in cell else 0.5), columns)
        for cell, columns in zip(cells, widths, strict=True)
    ]
    return "  ".join(shown).rstrip()


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
    return tuple(visible(cell) for cell in cells)


def _ghost_row(ghost: Ghost, consumer: Consumer, found: Found, style: Style) -> tuple[str, ...]:
    codes = listed.codes_of(found.on_ghost(consumer.id, ghost.name))
    stop, approval, enable, origin = listed.ghost_cells(ghost)
    name = f"{'-' if style.ascii else listed.GHOST} {ghost.name}"
    cells = (name, ghost.reason, "", stop, approval, enable, origin, " ".join(("ghost", *codes)))
    return tuple(visible(cell) for cell in cells)
