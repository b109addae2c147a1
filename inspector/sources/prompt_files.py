"""Prompt files: text of any suffix that a model is given and that may name tools."""

import re
from pathlib import Path, PurePosixPath

from inspector.model import Location, Prompt
from inspector.sources.reading import read_text, shown
from inspector.sources.walk import files_below, is_file

SIZE_LIMIT = 1_000_000
"""Bytes; what is larger is no prompt."""
FILE_LIMIT = 2_000
"""Files that one pattern may stand for."""
_OF_SETS = re.compile(r"[\\\[&~|]")
"""What means something within brackets of a regular expression only."""
_WILD = re.compile(r"[*?\[]")


def find(pattern: str, base: Path) -> tuple[Path, ...]:
    """Absolute paths of the files that a path or glob names, sorted; `**` spans directories.

    Hidden directories and environments are left out unless the pattern spells them out before its first
    wildcard, and hidden files unless its last part begins with a dot. Links to directories are not followed.
    """
    if "\0" in pattern:
        return ()
    fixed, wild = _split(pattern)
    start = base / fixed
    if not wild:
        return (start,) if is_file(start) else ()
    matches = re.compile(_expression(wild)).fullmatch
    found = []
    for path in files_below(start, deepest=None if "**" in wild else len(wild)):
        if path.name.startswith(".") and not wild[-1].startswith("."):
            continue
        if matches(path.relative_to(start).as_posix()) and is_file(path):
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
            inner = _OF_SETS.sub(r"\\\g<0>", re.sub("--+", "-", part[at + 1 : end]))
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
