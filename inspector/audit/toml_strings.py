"""The keys and strings of a TOML text by their offsets."""

import re
from collections.abc import Iterator

from inspector.audit.data_strings import ITEM, DataString, unescaped
from inspector.audit.occurrence import Step
from inspector.sources.toml_nodes import parse_toml

_TOKEN = re.compile(
    r'(?P<comment>\#[^\n]*)|(?P<string>"""(?:[^\\]|\\.)*?"""+|\'\'\'.*?\'\'\'+|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\')'
    r"|(?P<newline>\n)|(?P<mark>\[\[|\]\]|[\[\]{}=,.])|(?P<bare>[A-Za-z0-9_+:-]+)",
    re.S,
)


def toml_strings(text: str) -> Iterator[DataString]:
    """In the order of the text; raises Malformed."""
    parse_toml(text)
    yield from _Toml(text).strings()


class _Toml:
    """Follows the keys of a TOML text token by token; it is known to be valid."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._table: tuple[Step, ...] = ()
        self._key: list[DataString] = []
        """Parts of the key that is being read."""
        self._holders: list[tuple[Step, ...]] = []
        """Of each bracket that is open within a value: what its elements stand under."""
        self._kinds: list[str] = []
        self._value_of: tuple[Step, ...] | None = None
        """What the value stands under that is being read; None while a key is."""
        self._header = ""

    def strings(self) -> Iterator[DataString]:
        for token in _TOKEN.finditer(self._text):
            kind = token.lastgroup
            if kind in ("string", "bare"):
                yield from self._word(token, is_bare=kind == "bare")
            elif kind == "newline":
                self._line_ends()
            elif kind == "mark":
                self._mark(token[0])

    def _word(self, token: re.Match[str], *, is_bare: bool) -> Iterator[DataString]:
        value = token[0] if is_bare else _unquoted(token[0])
        if self._value_of is None:
            above = self._holders[-1] if self._holders else () if self._header else self._table
            steps = (*above, *(Step("key", one.value) for one in self._key))
            found = DataString(*token.span(), value, True, steps)
            self._key.append(found)
            yield found
        elif not is_bare:
            yield DataString(*token.span(), value, False, self._value_of)

    def _mark(self, mark: str) -> None:
        if self._value_of is None and not self._holders:
            if mark in ("[", "[["):
                self._header = mark
            elif mark in ("]", "]]") and self._header:
                item = (ITEM,) if self._header == "[[" else ()
                self._table = (*(Step("key", one.value) for one in self._key), *item)
                self._key, self._header = [], ""
            elif mark == "=":
                self._starts_value(self._table)
            return
        if mark == "=":
            self._starts_value(self._holders[-1] if self._holders else self._table)
        elif mark in ("[", "[[", "{"):
            self._opens(mark)
        elif mark in ("]", "]]", "}"):
            self._closes(len(mark))
        elif mark == "," and self._kinds and self._kinds[-1] == "{":
            self._key, self._value_of = [], None

    def _starts_value(self, above: tuple[Step, ...]) -> None:
        self._value_of = (*above, *(Step("key", one.value) for one in self._key))
        self._key = []

    def _opens(self, mark: str) -> None:
        for each in mark:
            above = self._value_of or ()
            self._kinds.append(each)
            if each == "{":
                self._holders.append(above)
                self._key, self._value_of = [], None
            else:
                self._holders.append(above)
                self._value_of = (*above, ITEM)

    def _closes(self, count: int) -> None:
        for _ in range(count):
            if self._kinds:
                self._kinds.pop()
                self._value_of = self._holders.pop()

    def _line_ends(self) -> None:
        if not self._kinds:
            self._key, self._value_of, self._header = [], None, ""


def _unquoted(text: str) -> str:
    if text[:3] in ('"""', "'''"):
        inner = text[3:-3]
        return unescaped(inner) if text[0] == '"' else inner
    return unescaped(text[1:-1]) if text[0] == '"' else text[1:-1]
