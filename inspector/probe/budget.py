"""The time that everything explored shares, with a way to say how far it is."""

import time
from typing import Any, Callable, Optional


class Budget:
    """Counts down from the moment it is made; one for all that a root explores."""

    def __init__(
        self,
        seconds: float,
        *,
        progress: "Optional[Callable[[str], None]]" = None,
    ) -> None:
        self.seconds = seconds
        self.lost: dict[Any, tuple[int, Any]] = {}
        """What took too long: how often, and what came of it last; kept from one build to the next."""
        self._end = time.monotonic() + seconds
        self._progress = progress

    @property
    def left(self) -> float:
        """Seconds."""
        return max(0.0, self._end - time.monotonic())

    @property
    def over(self) -> bool:
        """Whether nothing more is to be evaluated."""
        return self.left <= 0

    @property
    def ending(self) -> str:
        """Why nothing more is evaluated, as the end of a sentence."""
        return f"the {self.seconds:g} s that exploring may take were over"

    def say(self, step: str) -> None:
        """Tell what is being done, as `exploring is_enabled of refund`."""
        if self._progress is not None:
            self._progress(step)
