"""Reads a condition in words as a person would, to hold it against the condition itself."""

import re
from collections.abc import Mapping

from inspector.model import FlagValue

_TOKEN = re.compile(r"""\s*("[^"]*"|'[^']*'|[(){},]|[^\s(){},]+)""")


def holds(words: str, values: Mapping[str, FlagValue]) -> bool:
    """In a scenario, given by the value of every flag, and of the tenant where it has a name."""
    if words in ("", "never"):
        return not words
    reader = _Reader(_TOKEN.findall(words), values)
    found = reader.either()
    assert not reader.left, f"left over in {words!r}: {reader.left}"
    return found


class _Reader:
    def __init__(self, tokens: list[str], values: Mapping[str, FlagValue]) -> None:
        self.left = tokens
        self._values = values

    def either(self) -> bool:
        found = self._all()
        while self._accept("or"):
            found = self._all() or found
        return found

    def _all(self) -> bool:
        found = self._one()
        while self._accept("and"):
            found = self._one() and found
        return found

    def _one(self) -> bool:
        if self._accept("("):
            found = self.either()
            assert self._accept(")")
            return found
        if self._accept("not"):
            return self._value_of(self._next()) is False
        if self._accept("any"):
            return self._next() in self._values
        if self._accept("no"):
            return self._next() not in self._values
        return self._about(self._next())

    def _about(self, name: str) -> bool:
        if self._accept("is"):
            other = self._accept("not")
            return (self._shown(name) == self._next()) is not other
        other = self._accept("not")
        if self._accept("in"):
            return (self._shown(name) in self._set()) is not other
        return self._value_of(name) is True

    def _set(self) -> set[str]:
        assert self._accept("{")
        found = {self._next()}
        while self._accept(","):
            found.add(self._next())
        assert self._accept("}")
        return found

    def _shown(self, name: str) -> str:
        """As the words would have the value; empty for a tenant without a name."""
        value = self._value_of(name)
        if value is None:
            return ""
        if not isinstance(value, str):
            return str(value).lower()
        plain = re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", value) and value not in ("not", "or", "in", "and")
        return value if plain else f'"{value}"'

    def _value_of(self, name: str) -> FlagValue | None:
        return self._values.get(name.strip("\"'"))

    def _next(self) -> str:
        return self.left.pop(0)

    def _accept(self, token: str) -> bool:
        if self.left and self.left[0] == token:
            self.left.pop(0)
            return True
        return False
