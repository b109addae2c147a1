"""What the app needs from the engine: one blocking load, called from a thread."""

from collections.abc import Callable
from typing import Protocol

from inspector.model import Finding, Registry
from inspector.wire.messages import Message


class Loaded(Protocol):
    """One finished load."""

    @property
    def registry(self) -> Registry: ...

    @property
    def findings(self) -> tuple[Finding, ...]: ...


class Engine(Protocol):
    """Loads the project, one load at a time."""

    def load(self, on_message: Callable[[Message], None]) -> Loaded:
        """Blocks until the project is read; `on_message` is called from the same or another thread.

        Raises InspectionError for what went wrong, LoadAbandoned when cancelled.
        """

    def cancel(self) -> None:
        """End the load that runs, if any; called from any thread."""
