"""The line of every key, table and array element in TOML text, which tomli doesn't tell."""

import re
from bisect import bisect_left
from collections.abc import Mapping

import tomli

KeyPath = tuple[str, ...]
"""Keys from the top of the document; the index of an array's element is a key such as "0"."""

_BLANK = re.compile(r"[ \t]*")
_GAP = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_QUOTED_KEY = re.compile(r""""(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_STRING = re.compile(
    r'"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""(?:"{1,2})?'
    r"|'''[^']*(?:'(?!'')[^']*)*'''(?:'{1,2})?"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^\s,\[\]{}#=][^,\[\]{}#=\r\n]*")


def places(text: str) -> dict[KeyPath, int]:
    """1-based line of each key, table and array element of `text`, by its full path.

    A table has the line of its header, else of the first key or header that implies it; an array of tables
    that of its first one. Of text that isn't valid TOML, what comes before the mistake.
    """
    scanner = _Scanner(text)
    try:
        scanner.document()
    except _Lost:
        return scanner.lines
    return scanner.lines


def line_of(lines: Mapping[KeyPath, int], path: KeyPath) -> int | None:
    """The line of `path`, else of the nearest table or key around it."""
    for end in range(len(path), -1, -1):
        if path[:end] in lines:
            return lines[path[:end]]
    return None


class _Lost(Exception):
    """The text goes on in a way that TOML doesn't."""


class _Scanner:
    """One pass over a document; `lines` holds what it has met."""

    def __init__(self, text: str) -> None:
        self.lines: dict[KeyPath, int] = {}
        self._text = text
        self._at = 0
        self._ends = [match.start() for match in re.finditer("\n", text)]
        self._last: dict[KeyPath, int] = {}
        """Index of the newest element of each array of tables, by the array's path."""

    def document(self) -> None:
        """Scan to the end; raises _Lost."""
        table: KeyPath = ()
        self._skip(_GAP)
        while self._at < len(self._text):
            if self._next("["):
                table = self._header()
            else:
                self._pair(table)
            self._skip(_GAP)

    def _header(self) -> KeyPath:
        """The path that the keys below a header stand under."""
        start = self._at
        is_array = self._text.startswith("[[", start)
        self._at += 2 if is_array else 1
        *around, name = self._key()
        path: KeyPath = ()
        for part in around:
            path = (*path, part)
            self.lines.setdefault(path, self._line(start))
            path = self._newest(path)
        path = (*path, name)
        if is_array:
            self.lines.setdefault(path, self._line(start))
            self._last[path] = self._last.get(path, -1) + 1
            path = self._newest(path)
        self.lines[path] = self._line(start)
        self._expect("]]" if is_array else "]")
        return path

    def _newest(self, path: KeyPath) -> KeyPath:
        """`path`, or where it is an array of tables, the element that is being written."""
        index = self._last.get(path)
        return path if index is None else (*path, str(index))

    def _pair(self, table: KeyPath) -> None:
        start = self._at
        path = table
        for part in self._key():
            path = (*path, part)
            self.lines.setdefault(path, self._line(start))
        self._expect("=")
        self._skip(_BLANK)
        self._value(path)

    def _key(self) -> list[str]:
        parts = []
        while True:
            self._skip(_BLANK)
            parts.append(self._key_part())
            self._skip(_BLANK)
            if not self._next("."):
                return parts
            self._at += 1

    def _key_part(self) -> str:
        if bare := _BARE_KEY.match(self._text, self._at):
            self._at = bare.end()
            return bare.group()
        quoted = self._take(_QUOTED_KEY)
        try:
            return str(tomli.loads(f"key = {quoted}")["key"])
        except tomli.TOMLDecodeError:
            raise _Lost from None

    def _value(self, path: KeyPath) -> None:
        if self._next("["):
            self._array(path)
        elif self._next("{"):
            self._inline_table(path)
        elif string := _STRING.match(self._text, self._at):
            self._at = string.end()
        else:
            self._take(_SCALAR)

    def _array(self, path: KeyPath) -> None:
        self._at += 1
        self._skip(_GAP)
        index = 0
        while not self._next("]"):
            element = (*path, str(index))
            self.lines[element] = self._line(self._at)
            self._value(element)
            self._end_of_element("]")
            index += 1
        self._at += 1

    def _inline_table(self, path: KeyPath) -> None:
        self._at += 1
        self._skip(_GAP)
        while not self._next("}"):
            self._pair(path)
            self._end_of_element("}")
        self._at += 1

    def _end_of_element(self, closing: str) -> None:
        self._skip(_GAP)
        if not self._next(closing):
            self._expect(",")
            self._skip(_GAP)

    def _next(self, text: str) -> bool:
        return self._text.startswith(text, self._at)

    def _expect(self, text: str) -> None:
        self._skip(_BLANK)
        if not self._next(text):
            raise _Lost
        self._at += len(text)

    def _skip(self, pattern: re.Pattern[str]) -> None:
        if match := pattern.match(self._text, self._at):
            self._at = match.end()

    def _take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self._text, self._at)
        if match is None:
            raise _Lost
        self._at = match.end()
        return match.group()

    def _line(self, position: int) -> int:
        return bisect_left(self._ends, position) + 1
