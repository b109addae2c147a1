"""Leaving in good order, with the terminal as it was, when a signal ends the app."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from types import FrameType

_SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name))
_PATIENCE = 2.0
"""Seconds for leaving in good order: a terminal that is gone takes no more output, and that may block."""


def on_signals(leave: Callable[[int], object]) -> None:
    """Call `leave` with 128 plus the signal's number in the running loop; ignored signals stay ignored."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()

    def handle(number: int, _frame: FrameType | None) -> None:
        last = threading.Timer(_PATIENCE, os._exit, (128 + number,))
        last.daemon = True
        last.start()
        loop.call_soon_threadsafe(leave, 128 + number)

    for number in _SIGNALS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, handle)


def off_signals() -> None:
    """Undo `on_signals`."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in _SIGNALS:
        if getattr(signal.getsignal(number), "__module__", "") == __name__:
            signal.signal(number, signal.SIG_DFL)
