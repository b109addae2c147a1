"""Inspect a project: start its worker, load it, and hold the rules against what it answers."""

import itertools
import threading
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from inspector.flags.legal_scenarios import is_legal
from inspector.inspection.answers import Listener, collect
from inspector.inspection.errors import LoadAbandoned, TargetError, WorkerError
from inspector.inspection.options import InspectOptions, Settings, settle
from inspector.inspection.result import Inspection
from inspector.model import Scenario
from inspector.sources.project_text import ProjectText
from inspector.wire.messages import Message
from inspector.workers.interpreter import InterpreterError, choose
from inspector.workers.session import ProtocolError, SessionClosed, WorkerDied, WorkerSession


class _Start(msgspec.Struct, frozen=True):
    """What a worker is started with; another needs another worker."""

    project: Path
    base: Path
    python: str | None
    environment: dict[str, str]


class Inspector:
    """One project that can be loaded again and again; methods may be called from any thread.

    Construction finds the project and reads its config; it raises TargetError or ConfigError.
    """

    def __init__(self, options: InspectOptions) -> None:
        self.settings: Settings = settle(options)
        self._lock = threading.Lock()
        """Guards everything below; held only for what doesn't wait."""
        self._generations = itertools.count(1)
        self._generation = 0
        """Of the newest load; any other is abandoned."""
        self._number = 0
        self._cancelled = 0
        self._closed = False
        self._chosen: Scenario | None = None
        self._text = ProjectText(self.settings.target.project)
        self._session: WorkerSession | None = None
        self._start: _Start | None = None

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def open(self) -> None:
        """Start the worker and return at once; undoes `close`.

        Raises TargetError for an interpreter that can't be used, and ConfigError.
        """
        with self._lock:
            self._closed = False
            generation = self._generation
        try:
            self._serve(self.settings, generation)
        except LoadAbandoned:
            # A load that came meanwhile starts the worker, or `close` means that there shall be none.
            return

    def load(self, on_message: Listener | None = None, *, number: int | None = None) -> Inspection:
        """Load the project once more; blocks until every root has answered, and ends an older load.

        The config is read anew. `on_message` hears every message of the worker. `number` stands for this load
        in `cancel`: of the caller's choice, never falling, by default one more than the last.

        Raises LoadAbandoned when a newer load, `cancel` of its number or `close` came first, be it before
        this one began; WorkerError when the worker can't serve; TargetError for an interpreter or a PATH that
        can't be used; and ConfigError.
        """
        generation = self._begin(number)
        settings = self._as_chosen(settle(self.settings.options))
        self._serve(settings, generation)
        try:
            return collect(self._send(settings, generation), settings, self._text, on_message)
        except InterpreterError as error:
            raise WorkerError(str(error)) from None
        except (WorkerDied, ProtocolError) as error:
            raise WorkerError(
                str(error), do="Try again; if it stays so, look at the module that loads last"
            ) from None

    def cancel(self, number: int | None = None) -> None:
        """End the load of this number and those before it, begun or not; default: the newest begun."""
        with self._lock:
            last = self._number if number is None else number
            self._cancelled = max(self._cancelled, last)
            if self._number <= last:
                self._generation = next(self._generations)
                if self._session is not None:
                    self._session.cancel()

    def choose(self, scenario: Scenario) -> None:
        """Load with this scenario from now on, as long as the config has it."""
        with self._lock:
            self._chosen = scenario

    def close(self) -> None:
        """End the worker and every load; no other starts one until `open`."""
        with self._lock:
            self._closed = True
            self._generation = next(self._generations)
            session, self._session = self._session, None
        if session is not None:
            session.close()

    def _as_chosen(self, settings: Settings) -> Settings:
        """With the scenario that was chosen, where it is a legal one."""
        with self._lock:
            scenario = self._chosen
        if scenario is None or settings.space is None or not is_legal(settings.space, scenario):
            return settings
        return msgspec.structs.replace(settings, scenario=scenario)

    def _begin(self, number: int | None) -> int:
        """The generation of a load that becomes the newest; raises LoadAbandoned for one that is late."""
        with self._lock:
            wanted = max(self._number, self._cancelled) + 1 if number is None else number
            if self._closed or wanted < self._number or wanted <= self._cancelled:
                raise LoadAbandoned
            self._number = wanted
            self._generation = next(self._generations)
            return self._generation

    def _serve(self, settings: Settings, generation: int) -> None:
        """See to a worker that fits the settings; raises LoadAbandoned when `generation` isn't the newest."""
        start = _Start(settings.target.project, settings.base, settings.config.python, settings.environment())
        with self._lock:
            self._check(generation)
            if self._session is not None and self._start == start:
                self.settings = settings
                return
            self.settings = settings
            before, self._session = self._session, None
        if before is not None:
            before.close()
        session = WorkerSession(start.project, _interpreter(settings), env=start.environment)
        with self._lock:
            self._check(generation)
            if self._session is not None:
                # Opened by another thread at the same time.
                return
            try:
                session.start()
            except InterpreterError as error:
                raise TargetError(str(error)) from None
            self._session, self._start = session, start

    def _send(self, settings: Settings, generation: int) -> Iterator[Message]:
        with self._lock:
            self._check(generation)
            if self._session is None:
                raise LoadAbandoned
            try:
                return self._session.load(settings.request(generation))
            except SessionClosed:
                raise LoadAbandoned from None

    def _check(self, generation: int) -> None:
        """The lock is held."""
        if self._closed or generation != self._generation:
            raise LoadAbandoned


def inspect_project(options: InspectOptions, *, on_message: Listener | None = None) -> Inspection:
    """Load a project once; raises what Inspector does."""
    with Inspector(options) as inspector:
        return inspector.load(on_message)


def _interpreter(settings: Settings) -> Path:
    named, configured = settings.options.python, settings.config.python
    try:
        if named is not None:
            return choose(settings.target.project, named)
        return choose(settings.target.project, configured, relative_to=settings.base)
    except InterpreterError as error:
        if named is None and configured is not None:
            raise settings.refused("python", _without_option(str(error))) from None
        raise TargetError(str(error)) from None
    except (RuntimeError, ValueError, OSError) as error:
        # The home directory of nobody, or a text that is no path.
        problem = f"`{named or configured}` can't be used ({error})"
        if named is None:
            raise settings.refused("python", problem) from None
        raise TargetError(problem, where="--python") from None


def _without_option(text: str) -> str:
    """What is wrong with an interpreter that the config names, which no option did."""
    return text.removeprefix("--python: ").removeprefix("--python ")
