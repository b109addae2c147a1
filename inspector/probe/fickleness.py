"""Notices when the project's code asks for what is another thing each time: the time, random numbers."""

import contextlib
import datetime
import random
import sys
import time
from collections.abc import Iterator
from types import FrameType
from typing import Any

from .plain import is_a

CLOCK = "it asks for the time, so its answer may be another one later"
LOTS = "it draws random numbers, so its answer may be another one each time"
_CLOCKS = ("time", "time_ns", "now", "utcnow", "today")
_DRAWS = ("random", "getrandbits")
_GLOBAL = getattr(random.random, "__self__", None)
"""The generator behind the functions of `random`: one of the project's own may well have a fixed seed."""
_NOT_THEIRS = ("asyncio", "logging", "random")
"""Packages that ask for their own ends; `random` seeds new generators by the clock."""


class Fickleness:
    """Watches one evaluation after the other; `found` says what the last ones asked for."""

    def __init__(self) -> None:
        self.clock = False
        self.lots = False

    @property
    def doubt(self) -> str:
        """Empty where nothing of that kind was asked for."""
        return LOTS if self.lots else CLOCK if self.clock else ""

    @contextlib.contextmanager
    def noticed(self) -> Iterator[None]:
        """Notices what is called within the block, in this thread.

        Nothing is to be awaited in it: Python 3.11 may crash when tasks end under a profile function.
        """
        before = sys.getprofile()
        sys.setprofile(self.notice)
        try:
            yield
        finally:
            sys.setprofile(before)

    def notice(self, frame: FrameType, event: str, called: Any) -> None:
        """A profile function."""
        if event != "c_call":
            return
        name = getattr(called, "__name__", "")
        if name in _CLOCKS and _is_clock(called) and not _is_theirs(frame):
            self.clock = True
        elif name in _DRAWS and getattr(called, "__self__", None) is _GLOBAL:
            self.lots = True


def _is_clock(called: Any) -> bool:
    owner = getattr(called, "__self__", None)
    return owner is time or (is_a(owner, type) and issubclass(owner, datetime.date))


def _is_theirs(frame: FrameType) -> bool:
    name = frame.f_globals.get("__name__")
    return is_a(name, str) and name.partition(".")[0] in _NOT_THEIRS
