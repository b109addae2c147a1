"""Small numbers in place of object addresses, so that two loads give equal reports."""

from collections.abc import Hashable
from typing import Any

from .source import identity_of


class Identities:
    """Numbers objects by first sight; keeps them alive, so that no address is seen twice."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._kept: list[Any] = []

    @property
    def last(self) -> int:
        """The highest number that was given."""
        return len(self._numbers)

    def copy(self) -> "Identities":
        """One that goes on with the same numbers for the same objects."""
        made = Identities()
        made._numbers, made._kept = dict(self._numbers), list(self._kept)
        return made

    def of(self, value: Any) -> int:
        """The number of this very object, from 1."""
        return self._number(("object", id(value)), value)

    def of_callable(self, value: Any) -> int:
        """The same for a callable: two bound methods of one object and function are one."""
        return self._number(("callable", *identity_of(value)), value)

    def _number(self, key: Hashable, value: Any) -> int:
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._numbers) + 1
            self._kept.append(value)
        return number
