"""A table of tools by scenario, laid out so that many tenants fit a narrow terminal."""

from collections.abc import Iterator, Sequence

import msgspec

from inspector.report.columns import brief, fold, pad, shorten, width
from inspector.report.escape import visible
from inspector.report.style import Style

Cell = bool | None
"""Whether the tool is there; None: its predicate gave no answer, or nothing tells."""
_GLYPHS: dict[Cell, str] = {True: "✓", False: "·", None: "?"}
_ASCII: dict[Cell, str] = {True: "+", False: ".", None: "?"}
_TOOL, _WHEN = "Tool", "When"
_LEAST_WHEN = 28
"""Columns in which a condition still reads well; with less it stands below the table."""
_LONGEST_WHEN = 200
"""Columns of a condition that a terminal shows; other readers and JSON get all of it."""
_LONGEST_COLUMN = 16
"""Columns that the name of a tenant gets on a terminal."""


class Row(msgspec.Struct, frozen=True):
    """A tool: its name, whether it is there by column, and its condition in words; raw texts."""

    name: str
    cells: tuple[Cell, ...]
    when: str


def legend(style: Style) -> str:
    """What the marks mean."""
    marks = _ASCII if style.ascii else _GLYPHS
    return f"{marks[True]} present  {marks[False]} absent  {marks[None]} not known"


def lay_out(columns: Sequence[str], rows: Sequence[Row], style: Style) -> Iterator[str]:
    """Lines of a table with a column for each scenario, by name, and the conditions beside or below it.

    Where the names don't fit, scenarios that agree in all rows share a numbered column, and a list below
    tells which they are; where even those don't fit, the table comes in several pieces.
    """
    total = style.width if style.bounded else None
    names = [brief(column) for column in columns]
    if total is not None:
        names = [shorten(name, _LONGEST_COLUMN, ellipsis=_ellipsis(style)) for name in names]
    tool = _tool_width(rows, total)
    if total is None or tool + _taken(names) + 2 + _LEAST_WHEN <= total:
        yield from _piece(names, rows, tool, style, beside=True)
        return
    groups = _agreeing(columns, rows)
    numbers = [str(number) for number in range(1, len(groups) + 1)]
    merged = [Row(row.name, tuple(row.cells[group[0]] for group in groups), row.when) for row in rows]
    if tool + _taken(numbers) + 2 + _LEAST_WHEN <= total:
        yield from _piece(numbers, merged, tool, style, beside=True)
    else:
        yield from _pieces(numbers, merged, tool, style)
        yield from _conditions(rows, style)
    for number, group in zip(numbers, groups, strict=True):
        members = ", ".join(brief(columns[index]) for index in group)
        yield from fold(members, style.width, lead=f"{pad(number, len(numbers[-1]))}  ")


def _agreeing(columns: Sequence[str], rows: Sequence[Row]) -> list[list[int]]:
    """Positions of columns whose cells are the same in every row, in order of their first."""
    groups: dict[tuple[Cell, ...], list[int]] = {}
    for index in range(len(columns)):
        groups.setdefault(tuple(row.cells[index] for row in rows), []).append(index)
    return list(groups.values())


def _pieces(names: Sequence[str], rows: Sequence[Row], tool: int, style: Style) -> Iterator[str]:
    """As many columns at a time as fit; without the conditions."""
    at_once = max((style.width - tool) // (2 + max(map(width, names))), 1)
    for start in range(0, len(names), at_once):
        piece = slice(start, start + at_once)
        cut = [Row(row.name, row.cells[piece], row.when) for row in rows]
        yield from _piece(names[piece], cut, tool, style, beside=False)


def _piece(
    names: Sequence[str], rows: Sequence[Row], tool: int, style: Style, *, beside: bool
) -> Iterator[str]:
    marks = _ASCII if style.ascii else _GLYPHS
    widths = [width(name) for name in names]
    heads = [_TOOL, *names, *([_WHEN] if beside else [])]
    yield style.paint(_line(heads, [tool, *widths, 0]), "dim")
    for row in rows:
        name = shorten(brief(row.name), tool, ellipsis=_ellipsis(style))
        lead = _line([name, *(marks[cell] for cell in row.cells)], [tool, *widths], keep_end=True)
        when = row.when
        if beside and style.bounded:
            when = shorten(visible(when), _LONGEST_WHEN, ellipsis=_ellipsis(style), tail=0.15)
        if beside:
            columns = style.width if style.bounded else width(lead) + 2 + len(visible(row.when))
            yield from fold(when, columns, lead=f"{lead}  ")
        else:
            yield lead.rstrip()


def _conditions(rows: Sequence[Row], style: Style) -> Iterator[str]:
    for row in rows:
        if row.when:
            when = shorten(visible(row.when), _LONGEST_WHEN, ellipsis=_ellipsis(style), tail=0.15)
            yield from fold(f"{brief(row.name)}: {when}", style.width, hang=2)


def _line(cells: Sequence[str], widths: Sequence[int], *, keep_end: bool = False) -> str:
    text = "  ".join(pad(cell, columns) for cell, columns in zip(cells, widths, strict=False))
    return text if keep_end else text.rstrip()


def _tool_width(rows: Sequence[Row], total: int | None) -> int:
    widest = max([len(_TOOL), *(width(brief(row.name)) for row in rows)])
    return widest if total is None else min(widest, total // 2)


def _taken(names: Sequence[str]) -> int:
    return sum(2 + width(name) for name in names)


def _ellipsis(style: Style) -> str:
    return "..." if style.ascii else "…"
