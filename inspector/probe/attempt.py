"""One try at loading a root, followed from its start to what it left behind."""

import json
import os
import selectors
import time
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional

from . import channel, deadline
from .launch import Child
from .output import BoundedOutput

CHUNK = 1 << 20
SDK_IMPORT_LIMIT = 60.0
"""Seconds that a fresh interpreter may take before it begins on the project."""
READING_REFERENCE = "reading reference"
"""Progress step of each reference of the config, followed by the reference itself."""
SLOW_DUMP = 2.0
"""Seconds more for a process that hasn't yet written where it hangs."""
NAMED = 20
"""Parts of an exploration that are named one by one; of more of them the number is told."""


@dataclass
class Root:
    """An import root over all attempts at it."""

    job: Dict[str, Any]
    output: BoundedOutput = field(default_factory=BoundedOutput)
    skip: Dict[str, Dict[str, Any]] = field(default_factory=dict)
    hung: int = 0
    spent: float = 0.0
    """Seconds that attempts took which ended by themselves."""
    unasked: str = ""
    """How an attempt ended that asked the predicates; the ones after it don't ask."""
    unread: Dict[str, str] = field(default_factory=dict)
    """References of the config that ended an attempt, and how."""
    last: bool = False
    """Whether no attempt may follow the one that runs."""
    seed: Optional[int] = None
    """Hash seed of a load that only serves to compare: what goes wrong with it is nobody's fault."""
    sources: List[str] = field(default_factory=list)
    """Files by which such a load finds out whether it could tell anything."""

    @property
    def name(self) -> str:
        return str(self.job["root"])


class Attempt:
    """A child process at work on a root."""

    def __init__(self, root: Root, child: Child, seconds: float, *, started: bool) -> None:
        self.root = root
        self.child = child
        self.seconds = seconds
        self.step = ""
        self.result: Optional[bytes] = None
        self.work: List[str] = []
        """What it explores after its result, in this order and in words; empty where nothing follows."""
        self.finished = 0
        """How much of that is done."""
        self.sources: List[str] = []
        """Absolute paths of the project's files that it loaded, where other hash seeds are to be tried."""
        self.third_party: List[str] = []
        self.began = time.monotonic()
        self._started = started
        self._answers_ended: Optional[float] = None
        self._lines = channel.LineBuffer()
        self.timed_out = False
        self.ended_with: Optional[int] = None
        os.set_blocking(child.answers, False)
        os.set_blocking(child.output, False)

    @property
    def deadline(self) -> float:
        """When it will be ended from outside."""
        limit = self.seconds + deadline.GRACE if self._started else SDK_IMPORT_LIMIT
        return self.began + limit

    @property
    def exploring(self) -> bool:
        """Whether its result is there and has been passed on, with more to come."""
        return self.result is not None and bool(self.work)

    @property
    def left(self) -> List[str]:
        """What of its exploration isn't done; the first of it was in work."""
        return self.work[self.finished :]

    def unfinished(self, ending: str) -> List[str]:
        """What was in work, with how that ended, and what comes after it, each in words."""
        if not self.left:
            return []
        first, *rest = self.left
        told = [f"{first}: {ending}", *(f"{each}: not reached" for each in rest[:NAMED])]
        more = len(rest) - NAMED
        return [*told, f"{more} more: not reached"] if more > 0 else told

    def read_answers(self) -> Optional[List[bytes]]:
        """Lines that have come, to pass on; keeps a result that nothing follows. None at the end."""
        data = read_available(self.child.answers)
        if data is None:
            self._answers_ended = self._answers_ended or time.monotonic()
            return None
        return self._take(data)

    def read_remaining(self) -> List[bytes]:
        """As `read_answers`, for all that stands in the pipe of an ended process."""
        passed = []
        while data := read_available(self.child.answers):
            passed.extend(self._take(data))
        return passed

    def read_output(self) -> Optional[str]:
        """Text to show now; None at the end of the output."""
        data = read_available(self.child.output)
        return None if data is None else self.root.output.feed(data)

    def is_over(self, now: float) -> bool:
        """Whether it answered in full, ended, closed its descriptors or ran out of time."""
        if (self.result is not None and not self.left) or self.child.poll() is not None:
            return True
        if self._answers_ended is not None and now > self._answers_ended + deadline.GRACE:
            return True
        late = now - self.deadline
        self.timed_out = late > 0 and (late > SLOW_DUMP or os.fstat(self.child.stack).st_size > 0)
        return self.timed_out

    def end(self) -> None:
        """Kill it and all it started; `ended_with` is the status it had reached by itself, if any."""
        self.ended_with = self.child.poll()
        self.child.kill()

    def _take(self, data: bytes) -> List[bytes]:
        passed = []
        for line in self._lines.feed(data):
            kind, body = line[:1], line[1:]
            if kind == b"P":
                self.step = str(json.loads(body)["step"])
                passed.append(body)
            elif kind == b"R":
                self.result = body
                if self.work:
                    self.began = time.monotonic()
                    passed.append(body)
            elif kind == b"E":
                passed.append(body)
            else:
                self._note(json.loads(body))
        return passed

    def _note(self, message: Dict[str, Any]) -> None:
        if "started" in message:
            self._started = True
            self.began = time.monotonic()
        self.third_party.extend(message.get("third_party", ()))
        self.work.extend(message.get("work", ()))
        self.finished = message.get("finished", self.finished)
        self.sources.extend(message.get("sources", ()))


def read_available(fd: int) -> Optional[bytes]:
    """What can be read without waiting: empty when nothing, None at the end."""
    try:
        return os.read(fd, CHUNK) or None
    except BlockingIOError:
        return b""
    except OSError:
        return None


def watch(selector: selectors.BaseSelector, attempt: Attempt) -> None:
    selector.register(attempt.child.answers, selectors.EVENT_READ, (attempt, "answers"))
    selector.register(attempt.child.output, selectors.EVENT_READ, (attempt, "output"))


def unwatch(selector: selectors.BaseSelector, attempt: Attempt) -> None:
    for fd in (attempt.child.answers, attempt.child.output):
        if fd in selector.get_map():
            selector.unregister(fd)
