"""Where names stand in the strings and comments of a Python module; identifiers in its code are none."""

import ast
from bisect import bisect_right
from collections.abc import Collection, Iterator

from inspector.audit.occurrence import Occurrence
from inspector.audit.python_strings import PythonString, strings_of
from inspector.model import ReferenceRole
from inspector.sources.errors import Malformed
from inspector.sources.python_module import parse, syntax_error
from inspector.sources.text_lines import TextLines
from inspector.sources.words import spans


def in_python(
    text: str, path: str, names: Collection[str], tree: ast.Module | None = None
) -> tuple[Occurrence, ...]:
    """In the order of the text, of which `tree` is what it parses to, if that is known.

    Raises Malformed for what this Python can't read.
    """
    hits = list(spans(text, names))
    if not hits:
        return ()
    tree = tree if tree is not None else parse(text)
    if tree is None:
        raise Malformed(*syntax_error(text))
    lines = TextLines(text)
    wanted = [lines.position(start)[0] for start, _end, _name in hits]
    return tuple(_Search(path, lines, sorted(strings_of(tree, lines, wanted))).occurrences(hits))


def is_quoted(text: str, start: int, end: int) -> bool:
    """Whether a word stands in backticks or quotes, or is called."""
    before, after = text[start - 1 : start], text[end : end + 1]
    return after == "(" or (before == after and before in ("`", '"', "'"))


class _Search:
    def __init__(self, path: str, lines: TextLines, strings: list[PythonString]) -> None:
        self._path = path
        self._lines = lines
        self._strings = strings
        self._starts = [one.start for one in strings]

    def occurrences(self, hits: list[tuple[int, int, str]]) -> Iterator[Occurrence]:
        text = self._lines.text
        for start, end, name in hits:
            string = self._around(start)
            if string is not None:
                if string.value is not None or not _in_braces(text[string.start : start]):
                    role: ReferenceRole = "docstring" if string.is_docstring else "string"
                    yield self._made(start, end, name, role, string)
            elif self._is_comment(start):
                yield self._made(start, end, name, "comment", None)

    def _made(
        self, start: int, end: int, name: str, role: ReferenceRole, string: PythonString | None
    ) -> Occurrence:
        line, column = self._lines.position(start)
        return Occurrence(
            path=self._path,
            line=line,
            column=column,
            start=start,
            end=end,
            name=name,
            text=self._lines.shown(line, column),
            role=role,
            exact=string is not None and string.value == name,
            steps=string.steps if string is not None else (),
            quoted=is_quoted(self._lines.text, start, end),
            language="python",
        )

    def _around(self, offset: int) -> PythonString | None:
        at = bisect_right(self._starts, offset) - 1
        return self._strings[at] if at >= 0 and offset < self._strings[at].end else None

    def _is_comment(self, offset: int) -> bool:
        """Whether a `#` that is in no string stands before it on its line."""
        line, _column = self._lines.position(offset)
        at = self._lines.start(line)
        while (at := self._lines.text.find("#", at, offset)) >= 0:
            if self._around(at) is None:
                return True
            at += 1
        return False


def _in_braces(before: str) -> bool:
    """Whether the text of an f-string so far has an open replacement field."""
    without = before.replace("{{", "").replace("}}", "")
    return without.count("{") > without.count("}")
