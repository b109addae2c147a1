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
            code = subprocess.run(words, check=False).returncode
    except SuspendNotSupported:
        app.say("This terminal can't be handed to an editor.", "warning")
    except OSError as error:
        app.say(f"{words[0]} could not be started: {error.strerror}.", "warning")
    else:
        if code:
            app.say(f"{words[0]} ended with exit code {code}.", "warning")
