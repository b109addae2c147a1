"""Handing the terminal to the user's editor and taking it back."""

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import SuspendNotSupported

from inspector.tui import editor

if TYPE_CHECKING:
    from inspector.tui.app import ToolInspectApp


def open_editor(app: "ToolInspectApp", path: Path, line: int | None) -> None:
    """Open `path` at `line`; whatever prevents it is said, and the app goes on."""
    words = editor.command(path, line)
    if words is None:
        app.say("Neither $VISUAL nor $EDITOR is set.", "warning")
        return
    try:
        with app.suspend():
            trouble = _run(words)
    except SuspendNotSupported:
        app.say("This terminal can't be handed to an editor.", "warning")
    else:
        if trouble:
            app.say(trouble, "warning")


def _run(words: list[str]) -> str:
    """What went wrong, or nothing; raises no OSError or ValueError, after which Textual wouldn't resume."""
    try:
        code = subprocess.run(words, check=False).returncode
    except FileNotFoundError:
        return f"{words[0]}: no such file."
    except (OSError, ValueError) as error:
        return f"{words[0]} could not be started: {getattr(error, 'strerror', None) or error}."
    return f"{words[0]} ended with exit code {code}." if code else ""
