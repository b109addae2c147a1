"""The strings and keys of data files by their offsets, each with the path of keys that it stands under."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ruamel.yaml import YAML, nodes
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from inspector.audit.occurrence import Language, Step
from inspector.sources.errors import Malformed


class DataString(NamedTuple):
    """A key or a value, as it is written: with its quotes, if it has any."""

    start: int
    end: int
    value: str
    is_key: bool
    steps: tuple[Step, ...]
    """The keys above it; of a value its own one too."""


_ITEM = Step("item")
_JSON = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]', re.S)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.S)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_TOML = re.compile(
    r'(?P<comment>\#[^\n]*)|(?P<string>"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\')'
    r"|(?P<newline>\n)|(?P<mark>\[\[|\]\]|[\[\]{}=,.])|(?P<bare>[A-Za-z0-9_+:-]+)",
    re.S,
)
_LINE = re.compile(r"[^\n]*\n?")
_ENTRY = re.compile(r"\s*(?:export\s+)?(?P<key>[^=:#;\s\[][^=:]*?)\s*[=:]\s*(?P<value>[^\r\n]*?)\s*$")
_SECTION = re.compile(r"\s*\[(?P<name>[^\]\r\n]+)\]")
_PART = re.compile(r"[^,;\s\"']+")


def strings_in(text: str, language: Language) -> tuple[DataString, ...]:
    """In the order of the text; raises Malformed, as far as a format's own rules are looked at."""
    return tuple(sorted(_READERS[language](text)))


def _json(text: str) -> Iterator[DataString]:
    """Keys follow `{` or `,` in an object; whatever else is a string is a value."""
    path: list[Step] = []
    is_object: list[bool] = []
    waits_for_key = False
    for token in _JSON.finditer(text):
        mark = token[0]
        if mark[0] == '"':
            value = unescaped(mark[1:-1])
            if waits_for_key:
                path[-1] = Step("key", value)
                yield DataString(*token.span(), value, True, tuple(path[:-1]))
            else:
                yield DataString(*token.span(), value, False, tuple(path))
        elif mark in "{[":
            is_object.append(mark == "{")
            path.append(_ITEM)
        elif mark in "}]":
            if not is_object or is_object.pop() != (mark == "}"):
                raise Malformed(text.count("\n", 0, token.start()) + 1, f"has a `{mark}` that closes nothing")
            path.pop()
        waits_for_key = mark in "{," and bool(is_object) and is_object[-1]


def unescaped(text: str) -> str:
    """What JSON's and TOML's escapes stand for."""

    def one(found: re.Match[str]) -> str:
        return chr(int(found[1], 16)) if found[1] else _ESCAPES.get(found[2], found[2])

    return _ESCAPE.sub(one, text) if "\\" in text else text


def _yaml(text: str) -> Iterator[DataString]:
    try:
        for document in YAML(typ="safe", pure=True).compose_all(text):
            if document is not None:
                yield from _node(document, (), set())
    except MarkedYAMLError as error:
        mark = error.problem_mark
        raise Malformed(mark.line + 1 if mark is not None else None, str(error.problem)) from None
    except (YAMLError, ValueError, RecursionError) as error:
        raise Malformed(None, str(error).splitlines()[0]) from None


def _node(node: nodes.Node, steps: tuple[Step, ...], met: set[int]) -> Iterator[DataString]:
    if id(node) in met:
        return  # An alias: it is written where its anchor is.
    met.add(id(node))
    if isinstance(node, nodes.ScalarNode):
        yield _scalar(node, steps, is_key=False)
    elif isinstance(node, nodes.SequenceNode):
        for item in node.value:
            yield from _node(item, (*steps, _ITEM), met)
    else:
        for key, value in node.value:
            if isinstance(key, nodes.ScalarNode):
                yield _scalar(key, steps, is_key=True)
            yield from _node(value, (*steps, Step("key", str(key.value))), met)


def _scalar(node: nodes.ScalarNode, steps: tuple[Step, ...], *, is_key: bool) -> DataString:
    return DataString(node.start_mark.index, node.end_mark.index, str(node.value), is_key, steps)


class _Toml:
    """Follows the keys of a TOML text token by token; what isn't TOML at all is read as far as it goes."""

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
        for token in _TOML.finditer(self._text):
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
                item = (_ITEM,) if self._header == "[[" else ()
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
                self._value_of = (*above, _ITEM)

    def _closes(self, count: int) -> None:
        for _ in range(count):
            if self._kinds:
                self._kinds.pop()
                self._value_of = self._holders.pop()

    def _line_ends(self) -> None:
        if not self._kinds:
            self._key, self._value_of, self._header = [], None, ""


def _toml(text: str) -> Iterator[DataString]:
    return _Toml(text).strings()


def _unquoted(text: str) -> str:
    if text[:3] in ('"""', "'''"):
        inner = text[3:-3]
        return unescaped(inner) if text[0] == '"' else inner
    return unescaped(text[1:-1]) if text[0] == '"' else text[1:-1]


def _entries(text: str) -> Iterator[DataString]:
    """Of `.env` and INI files: a value is taken apart where it lists several."""
    section: tuple[Step, ...] = ()
    for line in _LINE.finditer(text):
        header = _SECTION.match(line[0])
        if header is not None:
            section = (Step("section", header["name"].strip()),)
            continue
        entry = _ENTRY.match(line[0])
        if entry is None or line[0].lstrip()[:1] in ("#", ";"):
            continue
        key = entry["key"]
        at = line.start()
        yield DataString(at + entry.start("key"), at + entry.end("key"), key, True, section)
        steps = (*section, Step("key", key))
        for part in _PART.finditer(entry["value"]):
            start = at + entry.start("value") + part.start()
            yield DataString(start, start + len(part[0]), part[0], False, steps)


_READERS: dict[Language, Callable[[str], Iterator[DataString]]] = {
    "json": _json,
    "yaml": _yaml,
    "toml": _toml,
    "env": _entries,
    "ini": _entries,
}
