"""Narration on stderr while something takes longer than a second."""

import sys
import time
from types import TracebackType
from typing import TextIO

from inspector.report.columns import shorten
from inspector.report.escape import visible
from inspector.wire.messages import Message, Progress, Ready, RootDone, Scanned

_PATIENCE = 1.0
"""Seconds of silence."""
_CLEAR = "\r\x1b[K"


class Narrator:
    """Shows the latest step on one line of a terminal, and clears it at the end; silent elsewhere."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._active = self._stream.isatty()
        self._started = time.monotonic()
        self._shown = False

    def __enter__(self) -> "Narrator":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._shown:
            self._stream.write(_CLEAR)
            self._stream.flush()

    def hear(self, message: Message) -> None:
        """Show what a message of the worker tells about its progress."""
        step = _step(message)
        if step is None or not self._active or time.monotonic() - self._started < _PATIENCE:
            return
        self._stream.write(f"{_CLEAR}{shorten(visible(step), 78)}")
        self._stream.flush()
        self._shown = True


def _step(message: Message) -> str | None:
    match message:
        case Ready():
            return f"SDK {message.sdk} is ready"
        case Scanned():
            return f"found {message.constructions} agents in {message.modules} modules"
        case Progress():
            return message.step
        case RootDone():
            return f"read {message.result.root}"
        case _:
            return None
