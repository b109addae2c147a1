"""Asks the project's callables over and over, each within a time limit, with one timer for all of them."""

import asyncio
import contextlib
import contextvars
import inspect
import time
from contextlib import AbstractContextManager
from typing import Any, Callable

from . import deadline
from .fickleness import Fickleness
from .watchdog import Watchdog


class Questions:
    """To be used within `watching`, by one task of a running loop; each question has a context of its own."""

    def __init__(self, watchdog: Watchdog) -> None:
        self._watchdog = watchdog
        self._prompt: set[Any] = set()
        """Keys of those that are awaited but never wait: they need no task."""
        self.fickleness = Fickleness()
        """Notices what the callables do, but for tasks they start; the one who asks puts in a new one."""

    def watching(self) -> AbstractContextManager[None]:
        """As `Watchdog.watching`."""
        return self._watchdog.watching()

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
            raise deadline.TooLong(f"no end after {seconds:g} s")  # it has caught what was to end it
        if not turns:
            self._prompt.add(key)
        return result

    def _call(self, seconds: float, function: Callable[..., Any], *arguments: Any) -> Any:
        return self._watchdog.call(seconds, self._noticed, function, *arguments)

    def _noticed(self, function: Callable[..., Any], *arguments: Any) -> Any:
        with self.fickleness.noticed():
            return contextvars.copy_context().run(function, *arguments)


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
