"""What the banner says of the newest load."""

import os
from collections.abc import Sequence
from pathlib import Path

from inspector.model import LoadFailure
from inspector.tui.snapshot import Snapshot
from inspector.tui.text_screen import failure_line

_LONGEST = 160
KEPT = "The last good version is shown"
LEFT_OUT = "The declared sets are left out"


def trouble(error: str, broken: Sequence[LoadFailure], *, state: str, project: Path) -> str:
    """The error that ended the load, else the first new failure; raw text, empty where all is well.

    `state`, which is what the screen shows in spite of it, comes first; paths are relative to the project.
    """
    text = _relative(error, project) or (failure_line(broken) if broken else "")
    return f"{state}. {text}" if text and state else text


def shown_instead(snapshot: Snapshot | None, error: str) -> str:
    """What there is to see in spite of an error or a failure; empty: nothing, or the newest version."""
    if snapshot is None:
        return ""
    if error and snapshot.error:
        return LEFT_OUT
    return KEPT if error or snapshot.stale else ""


def first_line(error: str, project: Path) -> str:
    """The beginning of an error, for a sentence that ends with it; raw text."""
    lines = _relative(error, project).splitlines()
    text = lines[0].rstrip(".:") if lines else ""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _relative(text: str, project: Path) -> str:
    """`text` without the project's directory before the paths in it."""
    root = str(project)
    return text.replace(f"{root}{os.sep}", "") if len(root) > 1 else text
