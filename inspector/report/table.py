"""A plain table of consumers and their tools."""

from collections.abc import Iterator, Sequence

from inspector.inspection.result import Inspection
from inspector.model import Consumer, SdkInfo, Tool
from inspector.report import notes
from inspector.report.columns import fit, pad, shorten, width, wrap
from inspector.report.escape import visible
from inspector.report.style import Style
from inspector.report.summary import nothing, stand_ins, summary
from inspector.rules.fate import fate
from inspector.rules.junk import described
from inspector.rules.stopping import stops

_HEADERS = ("Visible", "Qualified", "Business id", "Stop", "Approval", "Enable", "Origin", "State")
_FLOORS = (12, 16, 11, 4, 8, 6, 8, 20)
_OPTIONAL = ("Business id", "Enable", "Stop", "Approval")
"""Columns that go when no row fills them."""
_DROPPED = (*_OPTIONAL, "Origin", "Qualified")
"""Columns that go, in this order, when the width doesn't suffice."""
_VISIBLE, _STATE = _HEADERS.index("Visible"), _HEADERS.index("State")
_SHORTEST_STATE = 8
"""Columns that a long visible name leaves to the state."""


def render(inspection: Inspection, style: Style) -> Iterator[str]:
    """Lines without line ends."""
    registry = inspection.registry
    by_tool = _codes(inspection)
    yield from _header(inspection, style)
    for consumer in registry.consumers:
        yield _heading(consumer, style)
        yield from _failing(consumer, registry.info, style)
        yield from _table(consumer, by_tool, style)
        yield ""
    yield from notes.render(registry, style)
    for line in nothing(inspection):
        yield from wrap(line, style.width, indent="")
    yield summary(inspection, style, lists_seen=True)


def _header(inspection: Inspection, style: Style) -> Iterator[str]:
    """What the tables below rest on, where that isn't the project alone."""
    for line in stand_ins(inspection):
        yield from wrap(line, style.width, indent="")
        yield ""


def _codes(inspection: Inspection) -> dict[tuple[str | None, str], list[str]]:
    codes: dict[tuple[str | None, str], list[str]] = {}
    for finding in inspection.findings:
        for key in finding.tools:
            listed = codes.setdefault((finding.consumer, key), [])
            if finding.code not in listed:
                listed.append(finding.code)
    return codes


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


def _table(consumer: Consumer, codes: dict[tuple[str | None, str], list[str]], style: Style) -> Iterator[str]:
    if not consumer.tools:
        yield "  no tools"
        return
    rows = [_row(tool, consumer, codes.get((consumer.id, tool.key), [])) for tool in consumer.tools]
    total = style.width - 2 if style.bounded else None
    headers, rows, floors = _chosen(rows, total)
    widths = fit(headers, rows, total, floors)
    yield "  " + style.paint(_line(headers, widths, style), "dim")
    for row in rows:
        yield "  " + _line(row, widths, style)


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


def _row(tool: Tool, consumer: Consumer, codes: Sequence[str]) -> tuple[str, ...]:
    enable = {True: "", False: "off", None: "?"}[tool.enabled]
    if tool.predicate and tool.enabled is True:
        enable = "on"
    cells = (
        tool.visible,
        tool.function or tool.type,
        tool.business_id or "",
        "stop" if stops(tool, consumer) else "",
        "" if tool.approval == "none" else tool.approval,
        enable,
        tool.origin,
        " ".join((fate(tool), *codes)),
    )
    return tuple(visible(cell) for cell in cells)
