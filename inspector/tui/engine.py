"""What the app needs from the engine: blocking loads, called from a thread, and the config they went by."""

from collections.abc import Callable
from typing import Protocol

from inspector.controls import Join
from inspector.inspection import Settings, Suppressed
from inspector.model import Controls, Finding, Registry, Suggestion
from inspector.wire.messages import Message


class Loaded(Protocol):
    """One finished load."""

    @property
    def registry(self) -> Registry: ...

    @property
    def findings(self) -> tuple[Finding, ...]: ...

    @property
    def suppressed(self) -> tuple[Suppressed, ...]: ...

    @property
    def controls(self) -> Controls: ...

    @property
    def join(self) -> Join: ...

    @property
    def suggestions(self) -> tuple[Suggestion, ...]: ...

    @property
    def error(self) -> str: ...

    @property
    def notices(self) -> tuple[str, ...]: ...


class Engine(Protocol):
    """Loads the project, one load at a time."""

    @property
    def settings(self) -> Settings:
        """Of the newest load; read from any thread."""

    def load(self, on_message: Callable[[Message], None], *, number: int) -> Loaded:
        """Blocks until the project is read; `on_message` is called from the same or another thread.

        Raises InspectionError for what went wrong, LoadAbandoned when cancelled.
        """

    def cancel(self, number: int) -> None:
        """End the loads up to that number, also one that has yet to begin; called from any thread."""
