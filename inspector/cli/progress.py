"""Narration on stderr while something takes longer than a second."""

import sys
import threading
from types import TracebackType
from typing import Self, TextIO

from inspector.report.columns import shorten
from inspector.report.escape import visible
from inspector.report.summary import counted
from inspector.wire.messages import Explored, Message, Progress, Ready, RootDone, Scanned

_PATIENCE = 1.0
"""Seconds of silence."""
_CLEAR = "\r\x1b[K"


class Narrator:
    """Shows the latest step on one line of a terminal, and clears it at the end; silent elsewhere."""

    def __init__(self, stream: TextIO | None = None, *, patience: float = _PATIENCE) -> None:
        self._stream = stream or sys.stderr
        self._step = "starting the project's interpreter"
        self._speaking = False
        self._lock = threading.Lock()
        self._timer = threading.Timer(patience, self._speak) if self._stream.isatty() else None

    def __enter__(self) -> Self:
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
        with self._lock:
            # A timer that is already running finds nothing more to say.
            self._timer = None
            if self._speaking:
                self._write(_CLEAR)

    def hear(self, message: Message) -> None:
        """Remember, and once it takes long show, what a message of the worker tells about its progress."""
        step = _step(message)
        if step is not None:
            self.step(step)

    def step(self, step: str) -> None:
        """Remember a step, and once it takes long show it."""
        with self._lock:
            self._step = step
            if self._speaking:
                self._show()

    def _speak(self) -> None:
        with self._lock:
            if self._timer is not None:
                self._speaking = True
                self._show()

    def _show(self) -> None:
        self._write(f"{_CLEAR}{shorten(visible(self._step), 78)}")

    def _write(self, text: str) -> None:
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError:
            self._speaking = False


def _step(message: Message) -> str | None:
    match message:
        case Ready():
            return f"SDK {message.sdk} is ready"
        case Scanned():
            return f"found {counted(message.constructions, 'agent')} in {counted(message.modules, 'module')}"
        case Progress():
            return message.step
        case RootDone():
            return f"read {message.result.root}"
        case Explored():
            return f"explored the flags of {message.part.root}"
        case _:
            return None
