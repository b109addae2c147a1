"""What the app needs from the engine: blocking loads, called from a thread, and the config they went by."""

from collections.abc import Callable
from typing import Protocol

from inspector.inspection import Inspection, Settings
from inspector.model import Scenario
from inspector.wire.messages import Message


class Engine(Protocol):
    """Loads the project, one load at a time."""

    @property
    def settings(self) -> Settings:
        """Of the newest load; read from any thread."""

    def load(self, on_message: Callable[[Message], None], *, number: int) -> Inspection:
        """Blocks until the project is read; `on_message` is called from the same or another thread.

        Raises InspectionError for what went wrong, LoadAbandoned when cancelled.
        """

    def cancel(self, number: int) -> None:
        """End the loads up to that number, also one that has yet to begin; called from any thread."""

    def choose(self, scenario: Scenario) -> None:
        """Load with this scenario from now on, as long as the config has it; called from any thread."""
