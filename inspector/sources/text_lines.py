"""Lines and offsets of a text."""

from bisect import bisect_right

_LONGEST = 200
"""Characters of a line that are shown."""


class TextLines:
    """Lines end as `str.splitlines` has it for Python's own line ends: \\n, \\r and both."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0]
        at = 0
        for line in text.splitlines(keepends=True):
            at += len(line)
            if line[-1] in "\r\n":
                self._starts.append(at)

    def position(self, offset: int) -> tuple[int, int]:
        """(line, column) of an offset in characters, both from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def start(self, line: int) -> int:
        """The offset at which a line begins."""
        return self._starts[min(line, len(self._starts)) - 1]

    def line(self, number: int) -> str:
        """Its text, with its end."""
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[self.start(number) : end]

    def shown(self, number: int, column: int = 1) -> str:
        """Without the blanks around it; of a long line what stands around a column, from 1."""
        text = self.line(number)
        if len(text) <= _LONGEST:
            return text.strip()
        start = max(column - 1 - _LONGEST // 2, 0)
        cut = text[start : start + _LONGEST].strip()
        return f"…{cut}…" if start else f"{cut}…"

    def offset(self, line: int, column: int) -> int:
        """Of a position as `ast` has it: the column is in bytes of UTF-8, from 0."""
        text = self.line(line)
        is_plain = text.isascii()
        characters = column if is_plain else len(text.encode()[:column].decode(errors="ignore"))
        return self.start(line) + characters
