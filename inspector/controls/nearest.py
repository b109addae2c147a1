"""Names most like others, for as long as the comparisons are affordable."""

from collections.abc import Collection

from inspector.config.likeness import most_like

_AFFORDABLE = 1_000_000
"""Pairs of names that one load compares: about a tenth of a second."""


class Nearest:
    """The look-ups of one load: thousands of wrong names are not compared with thousands of tools."""

    def __init__(self) -> None:
        self._left = _AFFORDABLE

    def of(self, name: str, among: Collection[str]) -> str | None:
        """The one of `among` that is most like `name`; None without a likeness, or once it costs too much."""
        if len(among) > self._left:
            return None
        self._left -= len(among)
        return most_like(name, among)
