"""Runs loads in a thread of its own; only the newest one's result counts."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from textual.message import Message as Event

from inspector.config import ConfigError
from inspector.inspection import Inspection, InspectionError, LoadAbandoned
from inspector.tui.engine import Engine
from inspector.wire.messages import Message


@dataclass
class LoadHeard(Event):
    """The worker said something during a load."""

    number: int
    message: Message


@dataclass
class LoadFinished(Event):
    """A load ended, with a result or with the error that prevented one."""

    number: int
    loaded: Inspection | None
    error: str = ""


class Loader:
    """A daemon thread, not Textual's: a load that hangs must not keep the app from quitting."""

    def __init__(self, engine: Engine, post: Callable[[Event], object]) -> None:
        """`post` hands an event to the app and may be called from any thread."""
        self._engine = engine
        self._post = post
        self._wanted = threading.Condition()
        self._thread: threading.Thread | None = None
        self.number = 0
        """Of the newest load; 0 before the first."""
        self._stopped = 0
        """Number of the last load that `stop` ended."""
        self.loading = False
        """Whether the newest load has yet to be shown."""

    def start(self) -> None:
        """Load; older loads are cancelled, and their results, should they have any, dropped."""
        with self._wanted:
            self.number += 1
            overtaken, self.loading = self.loading, True
            self._wanted.notify()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="loader", daemon=True)
            self._thread.start()
        elif overtaken:
            self._engine.cancel(self.number - 1)

    def stop(self) -> None:
        """End the newest load; nothing more comes of it."""
        self._stopped, self.loading = self.number, False
        self._engine.cancel(self.number)

    def is_newest(self, number: int) -> bool:
        """Whether what comes of that load counts."""
        return number == self.number and number > self._stopped

    def _run(self) -> None:
        done = 0
        while True:
            with self._wanted:
                while self.number == done:
                    self._wanted.wait()
                done = self.number
            event = self._load(done)
            if self.is_newest(done):
                self._post(event)

    def _load(self, number: int) -> LoadFinished:
        try:
            loaded = self._engine.load(lambda message: self._hear(number, message), number=number)
            return LoadFinished(number, loaded)
        except LoadAbandoned:
            # Dropped when a newer load is the reason; else somebody ended it who is no part of the app.
            return LoadFinished(number, None, "the load was ended before it was done; r tries again")
        except (InspectionError, ConfigError) as error:
            return LoadFinished(number, None, str(error))
        except Exception as error:  # noqa: BLE001 - whatever it is, the app stays and shows it
            return LoadFinished(number, None, f"{type(error).__name__}: {error}")

    def _hear(self, number: int, message: Message) -> None:
        if self.is_newest(number):
            self._post(LoadHeard(number, message))
