"""Whether a change of files is worth a reload, or only the trace of the load before it."""

import os
import time
from collections.abc import Iterable
from pathlib import Path

_IN_A_ROW = 3
"""Reloads in a row for changes that were made during a load, before following stops."""
_CLOCK_SECONDS = 0.02
"""How far file times may lag behind the clock."""
_TOLD_WITHIN = 0.5
"""Seconds within which a change is usually told."""


class Pace:
    """Stops reloads that cause each other, because importing the project writes into it."""

    def __init__(self) -> None:
        self._began = self._ended = 0.0
        """Of the newest load, in seconds since the epoch; `_ended` is 0 while it runs."""
        self._in_a_row = 0
        self.culprit = ""
        """The file that loads write, once following has stopped because of it; else empty."""

    def load_begins(self) -> None:
        self._began, self._ended = time.time(), 0.0

    def load_ended(self) -> None:
        self._ended = time.time()

    def resume(self) -> None:
        """Follow again, as after a load that the user asked for."""
        self._in_a_row, self.culprit = 0, ""

    def wants_reload(self, paths: Iterable[str]) -> bool:
        """Whether to load again for changes of these files; sets `culprit` when that would never end."""
        changed = sorted(paths)
        if not changed or not all(map(self._made_during_load, changed)):
            self.resume()
            return True
        self._in_a_row += 1
        if self._in_a_row <= _IN_A_ROW:
            return True
        self.culprit = self.culprit or changed[0]
        return False

    def _made_during_load(self, path: str) -> bool:
        end = self._ended or time.time()
        try:
            made = Path(path).stat().st_mtime
        except OSError:
            return bool(self._began) and time.time() - end < _TOLD_WITHIN
        return self._began - _CLOCK_SECONDS <= made <= end


def notice(culprit: str, project: Path) -> str:
    """What to tell the user when following has stopped; empty without a culprit."""
    if not culprit:
        return ""
    return f"importing the project writes {os.path.relpath(culprit, project)}; r reloads"
