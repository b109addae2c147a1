"""Globs looked up among many names at once."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from fnmatch import translate
from functools import lru_cache
from itertools import accumulate

_WILD = re.compile(r"[*?]|\[!?\]?[^\]]*\]")
_BETWEEN = "\0"


def is_pattern(name: str) -> bool:
    """Whether a listed name is a glob."""
    return any(sign in name for sign in "*?[")


class GlobIndex:
    """Names by what they contain: a glob is only tried on those that hold its longest literal piece."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = list(dict.fromkeys(names))
        self._text = _BETWEEN.join(self._names)
        self._starts = list(accumulate((len(name) + 1 for name in self._names), initial=0))
        """Where each name begins in the text, and one past the end."""
        self._found: dict[str, list[str]] = {}

    def matching(self, pattern: str) -> list[str]:
        """The names that match, in their order, as `fnmatch.fnmatchcase` has it."""
        found = self._found.get(pattern)
        if found is None:
            matches = _matcher(pattern)
            found = self._found[pattern] = [name for name in self._holding(pattern) if matches(name)]
        return found

    def _holding(self, pattern: str) -> Iterator[str]:
        piece = max(_WILD.split(pattern), key=len)
        if not piece:
            yield from self._names
            return
        position = self._text.find(piece)
        while position >= 0:
            index = bisect_right(self._starts, position) - 1
            yield self._names[index]
            position = self._text.find(piece, self._starts[index + 1])


@lru_cache(maxsize=4096)
def _matcher(pattern: str) -> Callable[[str], object]:
    """Whether a name matches; the commonest globs, as `billing_*`, need no regular expression."""
    begin, star, end = pattern.partition("*")
    if not star or is_pattern(begin) or is_pattern(end):
        return re.compile(translate(pattern)).match
    least = len(begin) + len(end)
    return lambda name: len(name) >= least and name.startswith(begin) and name.endswith(end)
