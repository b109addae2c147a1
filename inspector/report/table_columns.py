"""The columns of the plain table, and which of them a terminal has room for."""

from collections.abc import Sequence

from inspector.report import listed
from inspector.report.columns import fit, pad, shorten, width
from inspector.report.style import Style

Row = tuple[str, ...]
"""A cell for each of HEADERS."""
HEADERS = ("Visible", "Qualified", "Business id", "Stop", "Approval", "Enable", "Origin", "State")
_FLOORS = (12, 16, 11, 4, 8, 6, 8, 24)
_OPTIONAL = ("Business id", "Enable", "Stop", "Approval")
"""Columns that go when no row fills them."""
_DROPPED = (*_OPTIONAL, "Origin", "Qualified")
"""Columns that go, in this order, when the width doesn't suffice."""
_VISIBLE, _APPROVAL, _STATE = map(HEADERS.index, ("Visible", "Approval", "State"))
_SHORTEST_STATE = 8
"""Columns that a long visible name leaves to the state."""
_TAIL = 0.75
"""Share of a cut dotted name that its end gets: it says more than its beginning."""


def lay_out(rows: Sequence[Row], style: Style, *, gate_missing: bool) -> list[str]:
    """Lines of the header and of the rows; `gate_missing`: the Approval column says so, and stays."""
    total = style.width - 2 if style.bounded else None
    chosen, floors = _chosen(rows, total, gate_missing=gate_missing)
    headers = [HEADERS[index] for index in chosen]
    cells = [[row[index] for index in chosen] for row in rows]
    widths = fit(headers, cells, total, floors)
    lines = [style.paint(_line(headers, chosen, widths, style), "dim")]
    return lines + [_line(row, chosen, widths, style) for row in cells]


def _chosen(rows: Sequence[Row], total: int | None, *, gate_missing: bool) -> tuple[list[int], list[int]]:
    """The columns worth their width, and their floors; `total` None: all that are filled."""
    chosen = list(range(len(HEADERS)))
    widest = [
        max([width(header), *(width(row[index]) for row in rows)]) for index, header in enumerate(HEADERS)
    ]
    floors = [min(least, most) for least, most in zip(_FLOORS, widest, strict=True)]
    for name in _OPTIONAL:
        if all(not row[HEADERS.index(name)] for row in rows):
            chosen.remove(HEADERS.index(name))
    if total is not None:
        gate = floors[_APPROVAL] + 2 if gate_missing else 0
        # The name that the model sees is what a reader looks for: all else gives way to it.
        floors[_VISIBLE] = max(min(widest[_VISIBLE], total - 2 - _SHORTEST_STATE - gate), 1)
        floors[_STATE] = max(_SHORTEST_STATE, min(floors[_STATE], total - 2 - gate - floors[_VISIBLE]))
        for index in map(HEADERS.index, _DROPPED):
            is_needed = index == _APPROVAL and gate_missing
            if index in chosen and not is_needed and _least(chosen, floors) > total:
                chosen.remove(index)
    return chosen, [floors[index] for index in chosen]


def _least(chosen: Sequence[int], floors: Sequence[int]) -> int:
    """Columns that the chosen ones take at their floors."""
    return sum(floors[one] for one in chosen) + 2 * (len(chosen) - 1)


def _line(cells: Sequence[str], chosen: Sequence[int], widths: Sequence[int], style: Style) -> str:
    shown = (_cell(*one, style) for one in zip(cells, chosen, widths, strict=True))
    return "  ".join(shown).rstrip()


def _cell(text: str, column: int, columns: int, style: Style) -> str:
    if column == _STATE:
        text = listed.state_within(text, columns)
    # A sentence, which says why a listed name is no tool, is read from its beginning.
    tail = 0.0 if " " in text and column != _VISIBLE else _TAIL if "." in text else 0.5
    return pad(shorten(text, columns, ellipsis="..." if style.ascii else "…", tail=tail), columns)
