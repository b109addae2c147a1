"""The command that opens the user's editor at a line."""

import os
import shlex
from collections.abc import Mapping
from pathlib import Path

_PLUS = frozenset(
    {"vi", "vim", "nvim", "gvim", "nano", "pico", "emacs", "emacsclient", "micro", "kak", "joe", "mg", "ne"}
)
_GOTO = frozenset({"code", "code-insiders", "codium", "vscodium", "cursor", "windsurf"})
_COLON = frozenset({"hx", "helix", "subl", "sublime_text", "zed", "atom"})


def command(path: Path, line: int | None, environment: Mapping[str, str] = os.environ) -> list[str] | None:
    """Arguments to run, from $VISUAL or $EDITOR, as one word when its quotes don't match; None without."""
    configured = environment.get("VISUAL") or environment.get("EDITOR")
    if not configured:
        return None
    try:
        words = shlex.split(configured)
    except ValueError:
        words = [configured]
    if not words:
        return None
    return words + _target(Path(words[0]).stem, str(path), line)


def _target(program: str, path: str, line: int | None) -> list[str]:
    if line is None:
        return [path]
    if program in _PLUS:
        return [f"+{line}", path]
    if program in _GOTO:
        return ["--goto", f"{path}:{line}"]
    if program in _COLON:
        return [f"{path}:{line}"]
    return [path]
