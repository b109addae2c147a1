"""Projects written to a directory from their files' texts, and where things stand in them."""

import re
from pathlib import Path

from inspector.inspection import Inspection
from inspector.model import ControlSet, Finding


def write(root: Path, files: dict[str, str]) -> Path:
    """`root`, with these files in it."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def line_of(root: Path, path: str, text: str) -> str:
    """`path:line` of the only line that has `text`, not as a part of a longer word."""
    lines = (root / path).read_text(encoding="utf-8").splitlines()
    word = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)")
    (line,) = (number for number, one in enumerate(lines, start=1) if word.search(one))
    return f"{path}:{line}"


def listed(controls: ControlSet) -> dict[str, str]:
    """Names of a set with their places."""
    return {entry.name: str(entry.location) for entry in controls.entries}


def one_set(inspection: Inspection, source: str, consumer: str | None = None) -> ControlSet:
    """The set that messages call `source`."""
    (found,) = (one for one in inspection.controls.sets if one.source == source and one.consumer == consumer)
    return found


def about(inspection: Inspection, code: str, consumer: str | None) -> list[Finding]:
    """Findings of a code about the consumer of that name."""
    return [one for one in inspection.findings if (one.code, one.consumer_name) == (code, consumer)]
