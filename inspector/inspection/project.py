"""Inspect a project: start its worker, load it, and hold the rules against what it answers."""

import itertools
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Self

from inspector.config import ConfigError
from inspector.inspection import suppression
from inspector.inspection.errors import LoadAbandoned, TargetError, WorkerError
from inspector.inspection.merge import merge
from inspector.inspection.options import InspectOptions, Settings, settle
from inspector.inspection.result import Inspection
from inspector.model import RootResult, SdkInfo
from inspector.rules import evaluate
from inspector.wire.messages import Done, Fatal, Log, Message, Ready, RootDone, Scanned
from inspector.workers.interpreter import InterpreterError, choose
from inspector.workers.session import ProtocolError, WorkerDied, WorkerSession

Listener = Callable[[Message], None]


class Inspector:
    """One project that can be loaded again and again; methods may be called from any thread.

    Construction finds the project and reads its config; it raises TargetError or ConfigError.
    """

    def __init__(self, options: InspectOptions) -> None:
        self.settings: Settings = settle(options)
        self._generations = itertools.count(1)
        self._session: WorkerSession | None = None
        self._environment: dict[str, str] = {}
        """What the session was started with."""

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
        """Start the worker and return at once. Raises TargetError for an interpreter that can't be used."""
        if self._session is not None:
            return
        settings = self.settings
        try:
            named = settings.options.python
            python = (
                choose(settings.target.project, named)
                if named is not None
                else choose(settings.target.project, settings.config.python, relative_to=settings.base)
            )
            self._environment = settings.environment()
            session = WorkerSession(settings.target.project, python, env=self._environment)
            session.start()
        except InterpreterError as error:
            raise TargetError(str(error)) from None
        self._session = session

    def load(self, on_message: Listener | None = None) -> Inspection:
        """Load the project once more; blocks until every root has answered, and ends an older load.

        The config is read anew. `on_message` hears every message of the worker. Raises LoadAbandoned when a
        newer load, `cancel` or `close` came first, WorkerError when the worker can't serve, and ConfigError.
        """
        self._follow_config()
        self.open()
        session = self._session
        if session is None:
            raise LoadAbandoned
        try:
            messages = session.load(self.settings.request(next(self._generations)))
            return self._collect(messages, on_message)
        except InterpreterError as error:
            raise WorkerError(str(error)) from None
        except (WorkerDied, ProtocolError) as error:
            raise WorkerError(
                str(error), do="Try again; if it stays so, look at the module that loads last"
            ) from None

    def _follow_config(self) -> None:
        """Read the config again; another interpreter or environment needs another worker."""
        settings = settle(self.settings.options)
        before, self.settings = self.settings, settings
        moved = (settings.base, settings.config.python) != (before.base, before.config.python)
        if self._session is not None and (moved or settings.environment() != self._environment):
            self.close()

    def cancel(self) -> None:
        """End the load that runs, if any."""
        if self._session is not None:
            self._session.cancel()

    def close(self) -> None:
        """End the worker; the inspector can be opened again."""
        session, self._session = self._session, None
        if session is not None:
            session.close()

    def _collect(self, messages: Iterator[Message], on_message: Listener | None) -> Inspection:
        info: SdkInfo | None = None
        results: list[RootResult] = []
        log: list[str] = []
        for message in messages:
            if on_message is not None:
                on_message(message)
            match message:
                case Ready():
                    info = _info(message)
                case Scanned() if message.missing:
                    self._refuse(message.missing)
                case Scanned() if message.uncaptured:
                    _refuse_capture(message.uncaptured)
                case Log():
                    log.append(message.text)
                case RootDone():
                    results.append(message.result)
                case Fatal():
                    raise WorkerError(message.message)
                case Done() if info is not None:
                    return self._inspection(info, results, log)
                case _:
                    continue
        raise LoadAbandoned

    def _refuse(self, missing: tuple[str, ...]) -> None:
        """Raise for references of the user's that name nothing."""
        settings = self.settings
        wanted = ", ".join(f"`{name}`" for name in missing)
        if settings.target.part or settings.config_path is None:
            raise TargetError(f"{wanted} names nothing in {settings.target.project}", do="Check the path")
        raise ConfigError(settings.config_path, None, "agents", f"{wanted} names no file of the project")

    def _inspection(self, info: SdkInfo, results: list[RootResult], log: list[str]) -> Inspection:
        registry = merge(self.settings.target.project, info, results, context=self.settings.config.context)
        findings, suppressed = suppression.apply(evaluate(registry), self.settings.config)
        return Inspection(registry=registry, findings=findings, suppressed=suppressed, log=tuple(log))


def inspect_project(options: InspectOptions, *, on_message: Listener | None = None) -> Inspection:
    """Load a project once; raises what Inspector does."""
    with Inspector(options) as inspector:
        return inspector.load(on_message)


def _refuse_capture(uncaptured: dict[str, tuple[str, ...]]) -> None:
    """Raise TargetError for the first reference that names no function."""
    reference, nearest = next(iter(uncaptured.items()))
    choices = " or ".join(f"`{name}`" for name in nearest)
    raise TargetError(
        f"`{reference}` names no function of the project",
        where="--capture",
        do=f"Did you mean {choices}?" if choices else "Write `module:function` or `path/to/file.py:function`",
    )


def _info(ready: Ready) -> SdkInfo:
    return SdkInfo(
        sdk=ready.sdk,
        python=ready.python,
        executable=ready.executable,
        collision_policy="warn" if ready.strict_available else "none",
        strict_available=ready.strict_available,
    )
