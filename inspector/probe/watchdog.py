"""Ends calls of the project's code that take too long, with one timer for all of them."""

import contextlib
import math
import signal
import threading
import time
from collections.abc import Iterator
from types import FrameType
from typing import Any, Callable

from . import deadline
from .fickleness import Fickleness

TICK = 0.05
"""Seconds between looks at how long the innermost call has taken."""
_handler = getattr(signal.getsignal, "__wrapped__", signal.getsignal)
"""Without making an enum of what it gives, which takes longer than all the rest of a call."""
_SOON = 0.001
"""Seconds after which a timer fires that is overdue when it is put back."""


class Watchdog:
    """Arming a timer for each of very many calls would take longer than most of them do."""

    def __init__(self) -> None:
        self._end = math.inf
        """When the call that is being made has taken too long."""
        self._seconds = 0.0
        self._watching = False

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Within the block one timer ticks; nothing is interrupted where the thread isn't the main one."""
        if self._watching or threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.getsignal(signal.SIGALRM)
        self._watching = True
        self._arm()
        try:
            yield
        finally:
            self._watching = False
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def call(self, seconds: float, function: Callable[..., Any], *arguments: Any) -> Any:
        """What the function gives; raises what it raises, and `deadline.TooLong`.

        A call within another one ends with that at the latest.
        """
        if not self._watching:
            with limited(seconds):
                return function(*arguments)
        # Whatever ran since the last call may have used the timer for itself.
        if not (signal.getitimer(signal.ITIMER_REAL)[1] and _handler(signal.SIGALRM) == self._tick):
            self._arm()
        outer, outer_seconds = self._end, self._seconds
        end = time.monotonic() + seconds
        try:
            self._seconds, self._end = seconds, min(end, outer)
            given = function(*arguments)
        finally:
            self._end, self._seconds = outer, outer_seconds
        if time.monotonic() >= end:  # it has caught what was to end it, or switched that off
            raise _too_long(seconds)
        return given

    def _arm(self) -> None:
        signal.signal(signal.SIGALRM, self._tick)
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)

    def _tick(self, number: int, frame: FrameType | None) -> None:
        if time.monotonic() >= self._end and _is_called(frame):
            raise _too_long(self._seconds)


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """As `deadline.limited`; a timer that is running goes on after the block, as long as it had left."""
    with timer_put_back(), deadline.limited(seconds):
        yield


@contextlib.contextmanager
def timer_put_back() -> Iterator[None]:
    """The block may use the timer; one that is running goes on after it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    # Stopped at once: it must not fire once the handler is another's.
    left, interval = signal.setitimer(signal.ITIMER_REAL, 0)
    began = time.monotonic()
    try:
        yield
    finally:
        if left:
            left = max(left - (time.monotonic() - began), _SOON)
            signal.setitimer(signal.ITIMER_REAL, left, interval)


def _too_long(seconds: float) -> deadline.TooLong:
    return deadline.TooLong(f"no end after {seconds:g} s")


def _is_called(frame: FrameType | None) -> bool:
    """Whether what runs was called by a watchdog, and not to notice what that does."""
    while frame is not None and frame.f_code is not Watchdog.call.__code__:
        if frame.f_code is Fickleness.notice.__code__:
            return False
        frame = frame.f_back
    return frame is not None
