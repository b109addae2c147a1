"""The keys and strings of a JSON text by their offsets; comments, as in editors' settings, are allowed."""

import re
from collections.abc import Iterator

from inspector.audit.data_strings import ITEM, DataString, unescaped
from inspector.audit.occurrence import Step
from inspector.sources.errors import Malformed

_TOKEN = re.compile(
    r'(?P<string>"(?:[^"\\\r\n]|\\.)*")|(?P<mark>[{}\[\]:,])|(?P<gap>\s+|//[^\n]*|/\*.*?\*/)'
    r"|(?P<other>true|false|null|-?Infinity|NaN|-?[0-9][-+.0-9eE]*)(?!\w)",
    re.S,
)


def json_strings(text: str) -> Iterator[DataString]:
    """In the order of the text; raises Malformed for what is no token of JSON, or closes nothing."""
    path: list[Step] = []
    is_object: list[bool] = []
    waits_for_key = False
    for token in _tokens(text):
        mark = token[0]
        if token["string"]:
            value = unescaped(mark[1:-1])
            if waits_for_key:
                path[-1] = Step("key", value)
                yield DataString(*token.span(), value, True, tuple(path[:-1]))
            else:
                yield DataString(*token.span(), value, False, tuple(path))
        elif mark in "{[":
            is_object.append(mark == "{")
            path.append(ITEM)
        elif mark in "}]":
            if not is_object or is_object.pop() != (mark == "}"):
                raise Malformed(_line(text, token.start()), f"has a `{mark}` that closes nothing")
            path.pop()
        waits_for_key = mark in "{," and bool(is_object) and is_object[-1]
    if is_object:
        raise Malformed(None, "ends too early, as a file does that is written only half")


def _tokens(text: str) -> Iterator[re.Match[str]]:
    """All but what stands between them."""
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise Malformed(_line(text, at), f"has `{text[at]}` where JSON has none")
        at = token.end()
        if token["gap"] is None:
            yield token


def _line(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1
