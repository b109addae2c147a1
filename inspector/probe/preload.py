"""Third-party modules that a project imports, imported once in the zygote for all later forks."""

import importlib
import itertools
import json
import os
import signal
import sys
import threading
import time
from typing import List, NoReturn, Tuple

from . import channel, deadline, guards, launch

LIMIT = 20.0
"""Seconds that all of them together may take."""


def thread_count() -> int:
    """Threads of this process, those that Python doesn't know of included."""
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return threading.active_count()


def rehearse(names: List[str], path: List[str]) -> launch.Child:
    """Import them in a fork, up to the first whose import is not safe to repeat here; see `answer_of`."""

    def run(answers: int, stack: int) -> NoReturn:
        try:
            guards.apply(network=False, shield=frozenset((answers,)))
            sys.path[:] = path
            safe = list(itertools.takewhile(_is_safe, names))
            channel.write_all(answers, channel.encode({"safe": safe, "tried": names[: len(safe) + 1]}))
        finally:
            os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("a killed process goes no further")

    return launch.fork(run)


def answer_of(line: bytes) -> Tuple[List[str], List[str]]:
    """(names that a rehearsal found safe, those it tried)."""
    answer = json.loads(line)
    return list(map(str, answer["safe"])), list(map(str, answer["tried"]))


def import_here(names: List[str], path: List[str]) -> None:
    """Import them in this process, within `LIMIT` seconds, as far as that goes without a thread."""
    end = time.monotonic() + LIMIT
    before = list(sys.path)
    sys.path[:] = path
    try:
        for name in names:
            if time.monotonic() > end or thread_count() > 1:
                return
            _import(name, end - time.monotonic())
    finally:
        sys.path[:] = before


def _import(name: str, seconds: float) -> None:
    """As far as it goes: a project that needs the module will import it again and be told why not."""
    try:
        with deadline.limited(seconds):
            importlib.import_module(name)
    except (Exception, SystemExit, deadline.TooLong):
        return


def _is_safe(name: str) -> bool:
    try:
        importlib.import_module(name)
    except BaseException:
        return False
    return thread_count() == 1
