"""Lines and columns of a table, and how columns share its width; knows nothing of the screen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import add

from rich.cells import cell_len, set_cell_size

_GAP = 2
_MEASURED = 400
"""Characters of a cell that are looked at: no column is wider."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column; a lower `rank` stays longer when the table gets narrow."""

    title: str
    rank: int
    minimum: int = 6
    maximum: int = 60
    right: bool = False
    keep_end: bool = False
    """Whether a cell that doesn't fit loses its beginning instead of its end."""
    codes: bool = False
    """Whether a cell that doesn't fit loses codes of findings, each whole, and counts them."""


@dataclass(frozen=True, slots=True)
class Line:
    """One row: its cells are safe to print, `styles` name a style for each."""

    key: str
    cells: tuple[str, ...]
    styles: tuple[str, ...]
    depth: int = 0
    open: bool | None = None
    """Whether the rows beneath it are shown; None for a row that has none."""
    mark: str = ""
    search: str = ""
    """Lower-case text that a filter is held against."""
    from_start: bool = False
    """Whether its cells keep their beginnings, whatever their columns say: they are sentences."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A column at its place on screen."""

    index: int
    width: int


def natural_widths(columns: Sequence[Column], lines: Sequence[Line], *, titles: bool = True) -> list[int]:
    """Cells each column would like, its title included where there are `titles`."""
    widths = [cell_len(column.title) if titles else 0 for column in columns]
    for index, cells in enumerate(zip(*(line.cells for line in lines), strict=False)):
        if index == 0:
            leads = (2 * line.depth + (0 if line.open is None else 2) for line in lines)
            widest = max(map(add, map(_cells, cells), leads), default=0)
        elif "".join(cells).isascii():
            widest = max(map(len, cells), default=0)
        else:
            widest = max(map(_cells, cells), default=0)
        widths[index] = max(widths[index], widest)
    return [min(width, column.maximum) for width, column in zip(widths, columns, strict=True)]


def _cells(text: str) -> int:
    return len(text) if text.isascii() else cell_len(text[:_MEASURED])


def place(
    columns: Sequence[Column],
    natural: Sequence[int],
    empty: Sequence[bool],
    width: int,
    *,
    stretch: bool = False,
) -> list[Placed]:
    """The columns that fit into `width` cells, in display order.

    Where not everything fits whole, columns with nothing in them go first, then those of a high rank.
    """
    order = sorted(range(len(columns)), key=lambda index: columns[index].rank)
    if sum(natural) + _GAP * (len(columns) - 1) > width:
        order = [index for index in order if not empty[index]] or order[:1]
    widths: dict[int, int] = {}
    left = width + _GAP
    for index in order:
        least = min(natural[index], max(columns[index].minimum, len(columns[index].title)))
        if left - _GAP < least and widths:
            continue
        widths[index] = min(least, max(left - _GAP, 0))
        left -= widths[index] + _GAP
    # The first column comes first; of the others, as many as possible are to be whole.
    for index in sorted(widths, key=lambda one: (one != order[0], natural[one] - widths[one])):
        more = min(natural[index] - widths[index], max(left, 0))
        widths[index] += more
        left -= more
    if stretch and 0 in widths and left > 0:
        widths[0] += left
    return [Placed(index, widths[index]) for index in sorted(widths)]


def fit(text: str, width: int, *, right: bool = False, keep_end: bool = False) -> str:
    """`text` in exactly `width` cells, with an ellipsis where something is left out."""
    if width <= 0:
        return ""
    head = text[-_MEASURED:] if keep_end and len(text) > _MEASURED else text[:_MEASURED]
    length = cell_len(head)
    if length <= width and len(head) == len(text):
        padding = " " * (width - length)
        return padding + text if right else text + padding
    if keep_end:
        return set_cell_size("…" + _tail(head, width - 1), width)
    return set_cell_size(set_cell_size(head, width - 1).rstrip() + "…", width)


def _tail(text: str, width: int) -> str:
    """The end of a sentence, path or dotted name that fits, from a separator on if there is one in it."""
    separator = next((one for one in " /" if one in text), ".")
    start = 0
    while start < len(text) and cell_len(text[start:]) > width:
        start += 1
    if start and text[start - 1] != separator:
        start = (text.find(separator, start, len(text) - 1) + 1) or start
    return text[start:]


def matches(line: Line, wanted: str) -> bool:
    """Whether a filter keeps the line: `text`, or `!text` for the lines without it."""
    if wanted.startswith("!"):
        return len(wanted) == 1 or wanted[1:].lower() not in line.search
    return wanted.lower() in line.search


def filtered(
    lines: Sequence[Line], wanted: str, *, also: Callable[[Line], bool] = lambda _line: False
) -> Sequence[Line]:
    """The lines a filter keeps, with the groups they stand under; all lines for an empty filter.

    `also` says of a line that doesn't match whether it is kept all the same.
    """
    if not wanted:
        return lines
    kept: list[Line] = []
    needed = 0
    """Depth above which a group is needed by a kept line below it; lines are walked from the end."""
    for line in reversed(lines):
        is_group = line.open is not None
        if (is_group and line.depth < needed) or matches(line, wanted) or also(line):
            kept.append(line)
            needed = line.depth
        elif line.depth < needed:
            needed = line.depth
    kept.reverse()
    return kept
