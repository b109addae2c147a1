"""From an offset in text to its line, as editors count lines."""

import re
from bisect import bisect_right

_BREAK = re.compile(r"\r\n?|\n")


class Lines:
    """Line numbers of one text."""

    def __init__(self, text: str) -> None:
        self._ends = [match.end() for match in _BREAK.finditer(text)]

    def at(self, offset: int) -> int:
        """1-based line of the character at `offset`."""
        return bisect_right(self._ends, offset) + 1


def split_lines(text: str) -> list[str]:
    """The lines without their ends; unlike `str.splitlines`, only line feeds and returns end one."""
    return _BREAK.split(text)
