"""One file in which the words of a prompt may stand."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property
from heapq import merge
from itertools import chain
from sys import maxsize

from inspector.sources.python_module import PythonModule

_FAR = 400
"""Characters around a name that are compared."""
_FEW = 20
"""So many words are sooner looked for one by one, before those of a text are."""
_WORD = re.compile(r"\w+")
_ESCAPES = {"\\n": "\n", '\\"': '"', "\\'": "'", "\\\\": "\\"}


class WantedWords:
    """The words that are looked for in every text, all in one pass."""

    def __init__(self, names: Iterable[str]) -> None:
        self._words = frozenset(map(longest_word, names))

    def offsets(self, text: str) -> dict[str, list[int]]:
        """Where each of them stands in a text; without those that don't."""
        found: dict[str, list[int]] = {}
        if len(self._words) <= _FEW and not any(word in text for word in self._words):
            return found
        for match in _WORD.finditer(text):
            if match.group() in self._words:
                found.setdefault(match.group(), []).append(match.start())
        return found


def longest_word(name: str) -> str:
    """What a file that has the name has among its words."""
    return max(_WORD.findall(name), key=len, default=name)


class TextFile:
    """Its text, and where the wanted names stand in it."""

    def __init__(self, path: str, module: PythonModule, wanted: WantedWords) -> None:
        self.path = path
        self.text = module.text
        self._module = module
        self._wanted = wanted
        self._found: dict[str, tuple[list[int], list[int]]] = {}
        """(offsets, their lines) by name."""

    @cached_property
    def words(self) -> dict[str, list[int]]:
        """Offsets of the wanted words in it."""
        return self._wanted.offsets(self.text)

    def places(self, name: str, near: int | None) -> Iterator[tuple[int, int]]:
        """(offset, line) of each place that has the name as a word, nearest to the line `near` first.

        Those in the statement around that line come before those in the block around it, and so on. Of a
        module only strings count.
        """
        if name not in self._found:
            self._found[name] = self._all(name)
        offsets, lines = self._found[name]
        order = range(len(lines)) if near is None else self._nearest(lines, near)
        return ((offsets[index], lines[index]) for index in order)

    def _all(self, name: str) -> tuple[list[int], list[int]]:
        offsets: list[int] = []
        lines: list[int] = []
        word = longest_word(name)
        within, is_there = name.find(word), re.compile(rf"(?<!\w){re.escape(name)}(?!\w)").match
        for at in self.words.get(word, ()):
            line = self._module.offsets.at(at)
            is_text = self._strings is None or line in self._strings
            if is_text and at >= within and is_there(self.text, at - within):
                offsets.append(at - within)
                lines.append(line)
        return offsets, lines

    @cached_property
    def _strings(self) -> frozenset[int] | None:
        """Lines that a string has a part of; None where any line counts."""
        is_code = self.path.endswith(".py") and self._module.tree is not None
        return self._module.string_lines if is_code else None

    def _nearest(self, lines: list[int], near: int) -> Iterator[int]:
        """Indexes of `lines`, by how much of the code around `near` has to be left to get there."""

        def distance(index: int) -> int:
            return abs(lines[index] - near)

        done_from = done_to = bisect_left(lines, near)
        for start, end in chain(((one[0], one[1]) for one in self._module.around(near)), ((0, maxsize),)):
            new_from = min(bisect_left(lines, start), done_from)
            new_to = max(bisect_right(lines, end), done_to)
            upwards, downwards = range(done_from - 1, new_from - 1, -1), range(done_to, new_to)
            yield from merge(upwards, downwards, key=distance)
            done_from, done_to = new_from, new_to

    def alike(self, at: int, text: str, start: int, end: int) -> tuple[int, bool]:
        """How many characters around offset `at` are those around `start` to `end`, and whether all are."""
        before = _alike_before(self.text, at, text, start)
        after = _alike_after(self.text, at + end - start, text, end)
        return before + after, before + after >= min(start, _FAR) + min(len(text) - end, _FAR)


def _alike_before(source: str, at: int, text: str, start: int) -> int:
    most = min(start, _FAR)
    if at >= most and source[at - most : at] == text[start - most : start]:
        return most
    count = 0
    while count < most and at > 0:
        wanted = text[start - count - 1]
        if at > 1 and _ESCAPES.get(source[at - 2 : at]) == wanted:
            at -= 2
        elif source[at - 1] == wanted:
            at -= 1
        else:
            break
        count += 1
    return count


def _alike_after(source: str, at: int, text: str, end: int) -> int:
    most = min(len(text) - end, _FAR)
    if source[at : at + most] == text[end : end + most]:
        return most
    count = 0
    while count < most and at < len(source):
        wanted = text[end + count]
        if _ESCAPES.get(source[at : at + 2]) == wanted:
            at += 2
        elif source[at] == wanted:
            at += 1
        else:
            break
        count += 1
    return count
