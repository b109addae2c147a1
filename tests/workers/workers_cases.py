"""What the tests of real workers share: a session with its generations, what a load answered, processes."""

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inspector.model import Consumer, LoadFailure, RootResult, SeenInSource
from inspector.wire.messages import Done, LoadRequest, Log, Message, Progress, Ready, RootDone, Scanned
from inspector.workers.session import WorkerSession

BROKEN = Path(__file__).parents[2] / "sample_projects" / "broken"


@dataclass
class Loaded:
    """Everything that one load answered."""

    messages: list[Message] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def results(self) -> list[RootResult]:
        return [message.result for message in self.messages if isinstance(message, RootDone)]

    @property
    def consumers(self) -> dict[str, Consumer]:
        return {consumer.name: consumer for result in self.results for consumer in result.consumers}

    @property
    def failures(self) -> dict[str, LoadFailure]:
        return {failure.ref: failure for result in self.results for failure in result.failures}

    @property
    def seen(self) -> list[SeenInSource]:
        return [seen for result in self.results for seen in result.seen]

    @property
    def logs(self) -> list[Log]:
        return [message for message in self.messages if isinstance(message, Log)]

    @property
    def output(self) -> str:
        return "".join(log.text for log in self.logs)

    @property
    def steps(self) -> list[str]:
        return [message.step for message in self.messages if isinstance(message, Progress)]

    @property
    def ended(self) -> bool:
        return bool(self.messages) and isinstance(self.messages[-1], Done)


@dataclass
class Worker:
    """A session with growing generation numbers."""

    session: WorkerSession
    generation: int = 0

    def request(self, project: Path, **options: Any) -> Iterator[Message]:
        """`options`: other fields of the LoadRequest."""
        self.generation += 1
        return self.session.load(LoadRequest(generation=self.generation, project=str(project), **options))

    def load(self, project: Path, **options: Any) -> Loaded:
        began = time.monotonic()
        loaded = Loaded(list(self.request(project, **options)))
        loaded.seconds = time.monotonic() - began
        assert isinstance(loaded.messages[0], Ready)
        assert sum(isinstance(message, Scanned) for message in loaded.messages) == 1
        return loaded


def is_alive(pid: int) -> bool:
    """Whether the process exists and is no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(condition: Callable[[], bool], seconds: float = 5.0) -> bool:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def processes_with(text: str) -> list[int]:
    """Living processes whose command line mentions `text`."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            command = (entry / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if text in command and int(entry.name) != os.getpid() and is_alive(int(entry.name)):
            found.append(int(entry.name))
    return found
