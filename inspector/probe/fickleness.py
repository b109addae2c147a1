"""Notices when the project's code asks for what is another thing each time: the time, random numbers."""

import asyncio
import contextlib
import datetime
import gc
import random
import sys
import time
import types
from collections.abc import Callable, Generator, Iterator
from types import FrameType
from typing import Any

from .plain import is_a

CLOCK = "it asks for the time, so its answer may be another one later"
LOTS = "it draws random numbers, so its answer may be another one each time"
_CLOCKS = ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns")
_CLOCKS_OF_DATES = ("now", "utcnow", "today")
_CLOCKS_UNLESS_TOLD = {"localtime": 1, "gmtime": 1, "ctime": 1, "strftime": 2}
"""Name to the arguments with which it is told what time to speak of."""
_DRAWS = ("random", "getrandbits")
_GLOBAL = getattr(random.random, "__self__", None)
"""The generator behind the functions of `random`: one of the project's own may well have a fixed seed."""
_SEEDING = random.Random.seed.__code__
_RUN = "_run"
"""The method of asyncio's handles that runs a callback or a step of a task."""
_NOT_THEIRS = (
    "asyncio",
    "concurrent",
    "logging",
    "multiprocessing",
    "queue",
    "random",
    "selectors",
    "subprocess",
    "threading",
    __name__.partition(".")[0],
)
"""Packages that ask for the time for their own ends; `random` seeds new generators by it."""


class Fickleness:
    """Watches one evaluation after the other; `doubt` says what the last ones asked for."""

    def __init__(self) -> None:
        self.clock = False
        self.lots = False
        self.resting = False
        """Whether nothing is noticed: what is asked has been asked under the same flags before."""

    @property
    def doubt(self) -> str:
        """Empty where nothing of that kind was asked for."""
        return LOTS if self.lots else CLOCK if self.clock else ""

    @contextlib.contextmanager
    def noticed(self) -> Iterator[None]:
        """Notices what is called within the block, in this thread.

        No event loop is to run in it: Python 3.11 may crash when tasks end under a profile function.
        """
        if self.resting:
            yield
            return
        before = sys.getprofile()
        sys.setprofile(self.notice)
        try:
            yield
        finally:
            sys.setprofile(before)

    @types.coroutine
    def watched(self, work: Any) -> Generator[Any, Any, Any]:
        """The result of an awaitable, of which what is called in each of its steps is noticed."""
        steps = _awaited(work)
        step: Callable[[Any], Any] = steps.send
        given: Any = None
        while True:
            try:
                with self.noticed():
                    wanted = step(given)
            except StopIteration as end:
                return end.value
            try:
                step, given = steps.send, (yield wanted)
            except GeneratorExit:
                steps.close()
                raise
            except BaseException as error:
                step, given = steps.throw, error

    def notice(self, frame: FrameType, event: str, called: Any) -> None:
        """A profile function."""
        if event != "c_call":
            return
        name = getattr(called, "__name__", "")
        if name in _DRAWS:
            self.lots = self.lots or getattr(called, "__self__", None) is _GLOBAL
        elif name == "urandom":
            self.lots = self.lots or getattr(called, "__module__", "") in ("posix", "nt")
        elif name == "seed":
            self.lots = self.lots or (frame.f_code is _SEEDING and frame.f_locals.get("a") is None)
        elif name == "generate_time_safe" or (_is_clock(called, name, frame) and not _is_theirs(frame)):
            self.clock = True


async def _awaited(work: Any) -> Any:
    return await work


@contextlib.contextmanager
def noticed() -> Iterator[Fickleness]:
    """Gives what notices all calls within the block, in this thread, but for those of tasks.

    Event loops may run in it; what is awaited in one is noticed if it is `watched`.
    """
    found = Fickleness()
    run = getattr(asyncio.Handle, _RUN)

    def unnoticed(handle: asyncio.Handle) -> None:
        before = sys.getprofile()
        sys.setprofile(None)
        try:
            run(handle)
        finally:
            sys.setprofile(before)

    with found.noticed():
        setattr(asyncio.Handle, _RUN, unnoticed)
        try:
            yield found
        finally:
            setattr(asyncio.Handle, _RUN, run)


def _is_clock(called: Any, name: str, frame: FrameType) -> bool:
    owner = getattr(called, "__self__", None)
    if owner is time:
        told = _CLOCKS_UNLESS_TOLD.get(name)
        return name in _CLOCKS if told is None else _arguments(frame) < told
    return name in _CLOCKS_OF_DATES and is_a(owner, type) and issubclass(owner, datetime.date)


def _arguments(frame: FrameType) -> int:
    """How many positional arguments the call has at which a frame stands."""
    code = frame.f_code.co_code
    return code[frame.f_lasti + 1] if 0 <= frame.f_lasti < len(code) - 1 else 0


def _is_theirs(frame: FrameType) -> bool:
    if any(getattr(called, "__code__", None) is frame.f_code for called in gc.callbacks):
        return True  # it is called wherever garbage happens to be collected
    name = frame.f_globals.get("__name__")
    return is_a(name, str) and name.partition(".")[0] in _NOT_THEIRS
