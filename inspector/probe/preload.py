"""Third-party modules that a project imports, imported once in the zygote for all later forks."""

import importlib
import itertools
import json
import os
import selectors
import signal
import sys
import threading
import time
from typing import Iterable, List, NoReturn, Optional, Set, Tuple

from . import channel, deadline, guards, launch
from .attempt import read_available

LIMIT = 20.0
"""Seconds that all of them together may take, in a rehearsal and here."""


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


class Preloads:
    """What this process has imported for its forks, and the rehearsal that comes before more of it."""

    def __init__(self, path: List[str], selector: selectors.BaseSelector, *, forking: bool) -> None:
        self.forking = forking
        """Whether this process may be forked: it has one thread, and forks are wanted."""
        self._path = path
        self._selector = selector
        self._tried: Set[str] = set()
        self._modules: Set[str] = set()
        self._rehearsal: Optional[launch.Child] = None
        self._names: List[str] = []
        self._lines = channel.LineBuffer()
        self._end = 0.0

    @property
    def modules(self) -> List[str]:
        """Names of all modules that were preloaded."""
        return sorted(self._modules)

    @property
    def running(self) -> bool:
        return self._rehearsal is not None

    def rehearse(self, third_party: Iterable[str]) -> None:
        """Try in a fork to import those of the modules that are new."""
        names = [
            name for name in dict.fromkeys(third_party) if name not in self._tried and name not in sys.modules
        ]
        if not (names and self.forking):
            return
        try:
            child = rehearse(names, self._path)
        except OSError:  # no process to be had: loads go on without
            return
        self._names, self._rehearsal, self._lines = names, child, channel.LineBuffer()
        self._end = time.monotonic() + LIMIT
        for fd in (child.answers, child.output):
            os.set_blocking(fd, False)
            self._selector.register(fd, selectors.EVENT_READ, self)

    def on_ready(self, fd: int) -> None:
        """Take the answer; what the modules print is of no interest."""
        if self._rehearsal is None:
            return
        data = read_available(fd)
        if fd == self._rehearsal.output:
            if data is None:
                self._selector.unregister(fd)
            return
        lines = self._lines.feed(data or b"")
        if lines or data is None:
            self.stop()
            self._learn(lines)

    def advance(self) -> None:
        """Give up a rehearsal that takes too long."""
        if self._rehearsal is not None and time.monotonic() > self._end:
            self.stop()
            self._learn([])

    def stop(self) -> None:
        """End a rehearsal that runs; its modules may be tried again."""
        child, self._rehearsal = self._rehearsal, None
        if child is not None:
            for fd in (child.answers, child.output):
                if fd in self._selector.get_map():
                    self._selector.unregister(fd)
            child.kill()
            child.close()

    def _learn(self, answer: List[bytes]) -> None:
        if not answer:  # one of them ended the process, or never ended: do without them all
            self._tried.update(self._names)
            return
        safe, tried = answer_of(answer[0])
        self._tried.update(tried)
        before = set(sys.modules)
        import_here(safe, self._path)
        self._modules |= set(sys.modules) - before
        self.forking = thread_count() == 1
