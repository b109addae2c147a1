"""Where a cursor belongs while what it stood on is gone."""

from typing import Generic, TypeVar

Place = TypeVar("Place")


class KeptPlace(Generic[Place]):
    """Remembers a place that a reload took away, until the cursor is moved or the place is there again."""

    def __init__(self) -> None:
        self._lost: tuple[Place, Place] | None = None
        """The place wanted, and the one where the cursor was left in its stead."""

    def wanted(self, here: Place) -> Place:
        """Where a cursor that is `here` is to be after a reload."""
        if self._lost is not None and self._lost[1] == here:
            return self._lost[0]
        return here

    def left(self, wanted: Place, here: Place) -> None:
        """Note that a cursor which is wanted somewhere was left `here`."""
        self._lost = (wanted, here) if wanted != here else None
