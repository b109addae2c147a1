"""What a recorded container tells of its reads."""

from typing import Any, Protocol


class Tracker(Protocol):
    """Knows where the container stands in its context."""

    def note(self, step: "tuple[str, Any]") -> None:
        """What a step from here leads to is read."""

    def child(self, step: "tuple[str, Any]", value: Any) -> Any:
        """A value of it, as it is to be handed out."""

    def replaces(self, child: Any) -> bool:
        """Whether a child is to be kept in the container in place of the value."""

    def wrote(self) -> None:
        """The container is changed."""
