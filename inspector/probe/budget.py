"""The time that everything explored shares, with a way to say how far it is and to be told to stop."""

import time
from typing import Any, Callable, Optional


class Budget:
    """Counts down from the moment it is made; one for all that a root explores."""

    def __init__(
        self,
        seconds: float,
        *,
        progress: "Optional[Callable[[str], None]]" = None,
        cancelled: "Optional[Callable[[], bool]]" = None,
    ) -> None:
        self.seconds = seconds
        self.lost: dict[Any, tuple[int, Any]] = {}
        """What took too long: how often, and what came of it last; kept from one build to the next."""
        self._end = time.monotonic() + seconds
        self._progress = progress
        self._cancelled = cancelled

    @property
    def left(self) -> float:
        """Seconds; none once it was cancelled."""
        if self._cancelled is not None and self._cancelled():
            return 0.0
        return max(0.0, self._end - time.monotonic())

    @property
    def over(self) -> bool:
        """Whether nothing more is to be evaluated."""
        return self.left <= 0

    @property
    def ending(self) -> str:
        """Why nothing more is evaluated, as the end of a sentence."""
        if self._cancelled is not None and self._cancelled():
            return "it was cancelled"
        return f"the {self.seconds:g} s that exploring may take were over"

    def say(self, step: str) -> None:
        """Tell what is being done, as `exploring is_enabled of refund`."""
        if self._progress is not None:
            self._progress(step)
