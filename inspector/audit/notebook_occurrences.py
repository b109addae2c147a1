"""Where names stand in the cells of Jupyter notebooks."""

import json
import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from inspector.audit.data_strings import DataString
from inspector.audit.json_strings import json_strings
from inspector.audit.occurrence import Occurrence, Step
from inspector.audit.python_occurrences import in_python
from inspector.audit.text_occurrences import in_text
from inspector.sources.errors import Malformed
from inspector.sources.text_lines import TextLines

_CHARACTER = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|[^\\]", re.S
)
_MAGIC = re.compile(r"^(\s*)[%!?]", re.M)
_CELL = ("cells", "")


class _Cell(NamedTuple):
    name: str
    """Its kind and number, as "code 3"."""
    source: str
    places: list[int]
    """The offset of each character in the file."""


def in_notebook(text: str, path: str, names: Collection[str]) -> tuple[Occurrence, ...]:
    """Those in sources of cells, not in outputs; raises Malformed for what is no notebook."""
    lines = TextLines(text)
    found = (
        _moved(one, cell, lines) for cell in _cells(text) for one in _in_cell(cell, path, frozenset(names))
    )
    return tuple(one for one in found if text[one.start : one.end] == one.name)


def _in_cell(cell: _Cell, path: str, names: frozenset[str]) -> tuple[Occurrence, ...]:
    if not cell.name.startswith("code"):
        return in_text(cell.source, path, names, "markdown")
    try:
        # A line that is IPython's own becomes a comment of the same length.
        return in_python(_MAGIC.sub(r"\1#", cell.source), path, names)
    except Malformed:
        return in_text(cell.source, path, names)


def _moved(one: Occurrence, cell: _Cell, lines: TextLines) -> Occurrence:
    """With places in the file instead of the cell; the text stays the cell's line."""
    start, end = cell.places[one.start], cell.places[one.end - 1] + 1
    line, column = lines.position(start)
    return one._replace(
        line=line,
        column=column,
        start=start,
        end=end,
        steps=(Step("cell", cell.name), *one.steps),
        language="notebook",
    )


def _cells(text: str) -> Iterator[_Cell]:
    named = _named(text)
    sources: list[list[DataString]] = []
    for one in json_strings(text):
        above = tuple(step.name for step in one.steps)
        if one.is_key and one.value == "source" and above == _CELL:
            sources.append([])
        elif not one.is_key and above[:3] == (*_CELL, "source"):
            sources[-1].append(one)
    for name, parts in zip(named, sources, strict=False):
        characters = [
            found for part in parts for found in _CHARACTER.finditer(text, part.start + 1, part.end - 1)
        ]
        # One character each, whatever it stands for: half a surrogate pair is no part of a name.
        source = "".join(_meant(found[0]) for found in characters)
        yield _Cell(name, source, [found.start() for found in characters])


def _named(text: str) -> list[str]:
    """The kind and number of each cell that has a source."""
    try:
        cells = json.loads(text)["cells"]
        return [
            f"{one.get('cell_type', 'raw')} {number}"
            for number, one in enumerate(cells, 1)
            if "source" in one
        ]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Malformed(getattr(error, "lineno", None), "is no notebook") from None


def _meant(written: str) -> str:
    if len(written) == 1:
        return written
    meant = str(json.loads(f'"{written}"'))
    return "\N{REPLACEMENT CHARACTER}" if "\ud800" <= meant <= "\udfff" else meant
