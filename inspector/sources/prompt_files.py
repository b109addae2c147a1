"""Prompt files: text of any suffix that a model is given and that may name tools."""

import re
from pathlib import Path, PurePosixPath

from inspector.model import Location, Prompt
from inspector.sources.reading import read_text, shown
from inspector.sources.walk import files_below

SIZE_LIMIT = 1_000_000
"""Bytes; what is larger is no prompt."""
FILE_LIMIT = 2_000
"""Files that one pattern may stand for."""
_WILD = re.compile(r"[*?\[]")


def find(pattern: str, base: Path) -> tuple[Path, ...]:
    """Absolute paths of the files that a path or glob names, sorted; `**` spans directories.

    Hidden directories and environments are left out unless the pattern spells them out before its first
    wildcard. Links to directories are not followed.
    """
    fixed, wild = _split(pattern)
    start = base / fixed
    if not wild:
        return (start,) if start.is_file() else ()
    matches = re.compile(_expression(wild)).fullmatch
    found = []
    for path in files_below(start):
        if matches(path.relative_to(start).as_posix()) and path.is_file():
            found.append(path)
            if len(found) == FILE_LIMIT:
                break
    return tuple(sorted(found))


def read(path: Path, root: Path) -> Prompt:
    """The text of one file; raises SourceError where it can't be had."""
    name = shown(path, root)
    text = read_text(path, root=root, limit=SIZE_LIMIT, what="a prompt file")
    return Prompt(source=name, text=text, location=Location(name, 1), lines_count=True)


def _split(pattern: str) -> tuple[str, tuple[str, ...]]:
    """The directories before the first wildcard, and the parts from there on."""
    parts = PurePosixPath(pattern).parts
    first = next((index for index, part in enumerate(parts) if _WILD.search(part)), len(parts))
    return str(PurePosixPath(*parts[:first])), parts[first:]


def _expression(parts: tuple[str, ...]) -> str:
    """A regular expression over posix paths; only `**` crosses directories."""
    pieces = []
    for index, part in enumerate(parts):
        is_last = index == len(parts) - 1
        if part == "**":
            pieces.append(".*" if is_last else "(?:[^/]+/)*")
        else:
            pieces.append(_segment(part) + ("" if is_last else "/"))
    return "".join(pieces)


def _segment(part: str) -> str:
    """One path segment; a bracket that never closes stands for itself."""
    out = []
    at = 0
    while at < len(part):
        if part[at] == "*":
            out.append("[^/]*")
        elif part[at] == "?":
            out.append("[^/]")
        elif part[at] == "[" and (end := part.find("]", at + 2)) > 0:
            inner = part[at + 1 : end].replace("\\", "\\\\").replace("[", "\\[")
            out.append(_bracket(f"[{'^' + inner[1:] if inner[0] == '!' else inner}]"))
            at = end
        else:
            out.append(re.escape(part[at]))
        at += 1
    return "".join(out)


def _bracket(expression: str) -> str:
    """A range that runs backwards matches nothing but itself."""
    try:
        re.compile(expression)
    except re.error:
        return re.escape(expression)
    return expression
