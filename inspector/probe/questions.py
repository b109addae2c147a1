"""Asks the project's callables over and over, each within a time limit, with one timer for all of them."""

import asyncio
import contextlib
import contextvars
import inspect
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
"""Seconds between looks at how long the callable that is just being asked has taken."""


class Questions:
    """To be used within `watching`, by one task of a running loop; each question has a context of its own."""

    def __init__(self) -> None:
        self._end = math.inf
        """When the callable that is being asked has taken too long."""
        self._seconds = 0.0
        self._prompt: set[Any] = set()
        """Keys of those that are awaited but never wait: they need no task."""
        self._watched = False
        self.fickleness = Fickleness()
        """Notices what the callables do, but for tasks they start; the one who asks puts in a new one."""

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Nothing is interrupted where the thread isn't the main one."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.getsignal(signal.SIGALRM)
        self._watched = True
        self._arm()
        try:
            yield
        finally:
            self._watched = False
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    async def ask(self, key: Any, seconds: float, function: Callable[..., Any], *arguments: Any) -> Any:
        """What the function gives, awaited where it is to be; raises what it raises, and `deadline.TooLong`.

        Functions with one `key` are of one kind as to whether they wait for something.
        """
        answer = self._call(seconds, function, *arguments)
        if not inspect.isawaitable(answer):
            return answer
        if key in self._prompt and inspect.iscoroutine(answer):
            done, result = self._call(seconds, _driven, answer)
            if done:
                return result
            # It was ended where it began to wait; from now on it is asked in a task.
            self._prompt.discard(key)
            answer = self._call(seconds, function, *arguments)
        return await self._awaited(key, seconds, answer)

    async def _awaited(self, key: Any, seconds: float, work: Any) -> Any:
        turns: list[int] = []
        began = time.monotonic()
        result = await deadline.awaited(_noting_turns(self.fickleness.watched(work), turns), seconds)
        if time.monotonic() - began > seconds:
            raise _too_long(seconds)  # it has caught what was to end it
        if not turns:
            self._prompt.add(key)
        return result

    def _call(self, seconds: float, function: Callable[..., Any], *arguments: Any) -> Any:
        self._seconds = seconds
        # Whatever ran since the last question may have used the timer for itself.
        if self._watched and not (
            signal.getitimer(signal.ITIMER_REAL)[1] and signal.getsignal(signal.SIGALRM) == self._tick
        ):
            self._arm()
        try:
            end = self._end = time.monotonic() + seconds
            with self.fickleness.noticed():
                answer = contextvars.copy_context().run(function, *arguments)
        finally:
            self._end = math.inf
        if time.monotonic() >= end:  # it has caught what was to end it, or switched that off
            raise _too_long(seconds)
        return answer

    def _arm(self) -> None:
        signal.signal(signal.SIGALRM, self._tick)
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)

    def _tick(self, number: int, frame: FrameType | None) -> None:
        if time.monotonic() >= self._end and _is_called(frame):
            raise _too_long(self._seconds)


def _too_long(seconds: float) -> deadline.TooLong:
    return deadline.TooLong(f"no end after {seconds:g} s")


def _is_called(frame: FrameType | None) -> bool:
    """Whether what runs was called by a question, and not to notice what that does."""
    while frame is not None and frame.f_code is not Questions._call.__code__:
        if frame.f_code is Fickleness.notice.__code__:
            return False
        frame = frame.f_back
    return frame is not None


def _driven(work: Any) -> tuple[bool, Any]:
    """(whether a coroutine came to its end without waiting, its result); one that waits is ended."""
    try:
        work.send(None)
    except StopIteration as end:
        return True, end.value
    with contextlib.suppress(Exception):
        work.close()
    return False, None


async def _noting_turns(work: Any, turns: list[int]) -> Any:
    """What the work gives; `turns` gets an element if the loop went on to other things meanwhile."""
    handle = asyncio.get_running_loop().call_soon(turns.append, 1)
    try:
        return await work
    finally:
        handle.cancel()
