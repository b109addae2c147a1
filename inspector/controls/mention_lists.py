"""Bulleted lists of tools in a prompt."""

import re
from collections.abc import Container, Iterator

import msgspec

from inspector.controls.mention_spans import Span

_MOST_LINES = 60
_ITEM = re.compile(
    r"(?P<indent>[ \t]*)(?:[-*•–▪◦+]|\d+[.)]|[a-zA-Z][.)])[ \t]*[`'\"*_\[]*(?P<name>[A-Za-z_][\w.-]*)"
)
_BARE = re.compile(
    r"(?P<indent>[ \t]*)[`'\"*_]*(?P<name>[A-Za-z]\w*_\w*)[`'\"*_]*(?:\([^)\n]*\))?\s*[:–—-]\s"
)
_LEAD = re.compile(
    r"(?P<indent>[ \t]*)(?P<bullet>(?:[-*•–▪◦+]|\d+[.)]|[a-zA-Z][.)])?)[ \t]*(?:[`'\"*_\[]*[A-Za-z]\w*_\w*[`'\"*_\]]*(?:\([^)\n]*\))?[`'\"*_]*\s*(?:[/,|&]|and|or)\s*)*[`'\"*_\[]*$"
)
_COLON_AFTER = re.compile(r"[`'\"*_\]]*(?:\([^)\n]*\))?[`'\"*_\]]*\s*(?::|–|—|-\s|->|→)")
_OF_TOOLS = re.compile(
    r"\b(?:tools|functions|handoffs|tool (?:usage|use|list|calls?)|herramientas|funciones|ferramentas|outils|werkzeuge|инструменты)\b"
    r"|ツール|工具",
    re.IGNORECASE,
)
_OF_DATA = re.compile(
    r"\b(?:returns?|outputs?|fields?|parameters?|arguments?|args|contains?|includes?|results?|response|format"
    r"|schema|json|keys?|columns?|inputs?|their|its)\b",
    re.IGNORECASE,
)
_CALL_COLON = re.compile(r"\b(?:call|use|using|invoke|run)\s*:\s*$", re.IGNORECASE)
_WORD = re.compile(r"\w+")


class _Line(msgspec.Struct):
    text: str
    indent: int
    name: str | None
    """Identifier that a list item begins with; None for other lines."""


def stands_in_tool_list(text: str, span: Span, visible: Container[str]) -> bool:
    """Whether it begins an item of a list whose heading speaks of tools, or whose other items are tools."""
    start = text.rfind("\n", 0, span.start) + 1
    lead = _LEAD.match(text, start, span.start)
    if lead is None or not (lead["bullet"] or _COLON_AFTER.match(text, span.end)):
        return False
    indent = len(lead["indent"])
    for line in _upwards(text, start):
        if line.indent < indent or (line.name is None and line.indent == indent):
            if any(word in visible for word in _WORD.findall(line.text)):
                return False
            if _heads_tools(line.text):
                return True
            break
        if line.indent == indent and line.name in visible:
            return True
    return any(line.name in visible for line in _downwards(text, span.end, indent) if line.name is not None)


def _heads_tools(line: str) -> bool:
    return _CALL_COLON.search(line) is not None or (
        _OF_TOOLS.search(line) is not None and _OF_DATA.search(line) is None
    )


def _read(line: str) -> _Line:
    found = _ITEM.match(line) or _BARE.match(line)
    if found is None:
        return _Line(line, len(line) - len(line.lstrip()), None)
    return _Line(line, len(found["indent"]), found["name"])


def _upwards(text: str, start: int) -> Iterator[_Line]:
    """Lines above, nearest first, without blank ones and the continuation of items."""
    for _ in range(_MOST_LINES):
        if start <= 0:
            return
        above = text.rfind("\n", 0, start - 1) + 1
        line = text[above : start - 1]
        start = above
        if line.strip():
            yield _read(line)


def _downwards(text: str, position: int, indent: int) -> Iterator[_Line]:
    for line in text[position : position + 3000].split("\n")[1:_MOST_LINES]:
        if not line.strip():
            continue
        read = _read(line)
        if read.indent < indent or (read.name is None and read.indent <= indent):
            return
        if read.indent == indent:
            yield read
