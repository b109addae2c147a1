"""Excerpts of the project's source text, read by the host and safe to print."""

from dataclasses import dataclass
from pathlib import Path

from inspector.model import Location
from inspector.report.escape import visible

_LARGEST = 4_000_000
"""Bytes; a larger file is not read."""
_WIDEST = 400


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines around a place; `focus` is the 1-based number of the line meant."""

    first: int
    lines: tuple[str, ...]
    focus: int


def absolute(root: str, path: str) -> Path:
    """Where a location's path, relative to the project or absolute, really is."""
    return Path(root) / path


def excerpt(root: str, location: Location | None, before: int = 2, after: int = 9) -> Excerpt | None:
    """Lines around `location`; None when it has no line or the file can't be read."""
    if location is None or location.line is None:
        return None
    path = absolute(root, location.path)
    try:
        if not path.is_file() or path.stat().st_size > _LARGEST:
            return None
        lines = path.read_bytes().decode("utf-8", "replace").split("\n")
    except OSError:
        return None
    if location.line > len(lines):
        return None
    first = max(location.line - before, 1)
    chosen = lines[first - 1 : location.line + after]
    while chosen and not chosen[-1].strip():
        chosen.pop()
    shown = tuple(visible(line.rstrip("\r").expandtabs(4)[:_WIDEST]) for line in chosen)
    return Excerpt(first, shown, location.line)
