"""What stretches over several lines of a text, and which of it is around a line."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import islice

Span = tuple[int, int]
"""First and last line, 1-based."""
_MOST = 64
"""Spans around one line that are looked at: chains of calls may be thousands deep."""


class Spans:
    """Spans of one text, each within or beside the others."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._spans = sorted(set(spans), key=lambda span: (span[0], -span[1]))
        self._firsts = [first for first, _last in self._spans]
        self._around: list[int] = []
        """For each span, the index of the one that it begins in; -1 for none."""
        opened: list[int] = []
        for index, (first, _last) in enumerate(self._spans):
            while opened and self._spans[opened[-1]][1] < first:
                opened.pop()
            self._around.append(opened[-1] if opened else -1)
            opened.append(index)

    def around(self, line: int) -> Iterator[Span]:
        """Those that `line` is part of, innermost first."""
        return islice(self._climb(line), _MOST)

    def _climb(self, line: int) -> Iterator[Span]:
        index = bisect_right(self._firsts, line) - 1
        while index >= 0:
            if self._spans[index][1] >= line:
                yield self._spans[index]
            index = self._around[index]
