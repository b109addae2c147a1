"""Where names stand in the cells of Jupyter notebooks."""

import json
import re
from collections.abc import Collection

from inspector.audit.data_strings import strings_in
from inspector.audit.occurrence import Occurrence, Step
from inspector.audit.python_occurrences import is_quoted
from inspector.model import ReferenceRole
from inspector.sources.errors import Malformed
from inspector.sources.text_lines import TextLines
from inspector.sources.words import spans

_STRING = re.compile(r"\\?[\"'](?:[^\"'\\]|\\[^\"'])*\\?[\"']")
_LINE_END = re.compile(r"\\[nr]")
_PATH = ("cells", "", "source")


def in_notebook(text: str, path: str, names: Collection[str]) -> tuple[Occurrence, ...]:
    """Those in sources of cells, not in outputs; raises Malformed for what is no notebook."""
    hits = list(spans(text, names))
    if not hits:
        return ()
    kinds = _kinds(text)
    lines = TextLines(text)
    found = []
    sources = [one for one in strings_in(text, "json") if _is_source(tuple(step.name for step in one.steps))]
    numbers = _numbers(text)
    for start, end, name in hits:
        source = next((one for one in sources if one.start < start < one.end), None)
        if source is None or source.is_key:
            continue
        cell = sum(at <= start for at in numbers) - 1
        kind = kinds[cell] if 0 <= cell < len(kinds) else "raw"
        line, column = lines.position(start)
        role, exact = _role(text, source.start + 1, start, end, kind)
        found.append(
            Occurrence(
                path=path,
                line=line,
                column=column,
                start=start,
                end=end,
                name=name,
                text=lines.shown(line),
                role=role,
                exact=exact,
                steps=(Step("cell", f"{kind} {cell + 1}"),),
                quoted=is_quoted(text, start, end) or exact,
                language="notebook",
            )
        )
    return tuple(one for one in found if one.role != "prose" or not one.steps[0].name.startswith("code"))


def _kinds(text: str) -> list[str]:
    try:
        document = json.loads(text)
        return [str(cell.get("cell_type", "raw")) for cell in document["cells"]]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Malformed(getattr(error, "lineno", None), "is no notebook") from None


def _is_source(path: tuple[str, ...]) -> bool:
    return path[:3] == _PATH


def _numbers(text: str) -> list[int]:
    """Where each cell begins: at its key `cell_type`, or before it where keys are in another order."""
    found = []
    for one in strings_in(text, "json"):
        names = tuple(step.name for step in one.steps)
        if one.is_key and names == _PATH[:2]:
            found.append((one.start, one.value))
    return _firsts(found)


def _firsts(keys: list[tuple[int, str]]) -> list[int]:
    """The first key of each cell: one that the cell has already begins the next."""
    starts: list[int] = []
    seen: set[str] = set()
    for at, key in keys:
        if not starts or key in seen:
            starts.append(at)
            seen = set()
        seen.add(key)
    return starts


def _role(text: str, beginning: int, start: int, end: int, kind: str) -> tuple[ReferenceRole, bool]:
    """(role, whether the whole string is the name) of a word of a cell's line."""
    if kind != "code":
        return "prose", False
    line_start = max([beginning, *(one.end() for one in _LINE_END.finditer(text, beginning, start))])
    before = text[line_start:start]
    for string in _STRING.finditer(text, line_start):
        if string.start() >= start:
            break
        if string.end() >= end:
            inner = string[0].replace("\\", "")[1:-1]
            return "string", inner == text[start:end]
    if "#" in before:
        return "comment", False
    return "prose", False
