"""Bulleted lists of tools in a prompt."""

import re
from collections.abc import Container, Iterator
from typing import Literal

import msgspec

from inspector.controls.enumerations import MARKS, before_enumeration
from inspector.controls.mention_spans import Span

_MOST_LINES = 60
_ITEM = re.compile(
    r"(?P<indent>[ \t]*)(?:[-*•–▪◦+]|\d+[.)]|[a-zA-Z][.)])[ \t]*[`'\"*_\[]*(?P<name>[A-Za-z_][\w.-]*)"
)
_BARE = re.compile(
    r"(?P<indent>[ \t]*)[`'\"*_]*(?P<name>[A-Za-z]\w*_\w*)[`'\"*_]*(?:\([^)\n]*\))?\s*[:–—-]\s"
)
_LEAD = re.compile(rf"(?P<indent>[ \t]*)(?P<bullet>(?:[-*•–▪◦+]|\d+[.)]|[a-zA-Z][.)])?)[ \t]*{MARKS}$")
_LONGEST_LEAD = 200
_BULLET = re.compile(r"(?P<indent>[ \t]*)(?:[-*•–▪◦+]|\d+[.)]|[a-zA-Z][.)])[ \t]")
_HEADING = re.compile(r"^\s*#|:[\s*_]*$|^\s*\*\*.*\*\*\s*$")
_COLON_AFTER = re.compile(r"[`'\"*_\]]*(?:\([^)\n]*\))?[`'\"*_\]]*\s*(?::|–|—|-\s|->|→)")
_OF_TOOLS = re.compile(
    r"\b(?:tools|functions|handoffs|tool (?:usage|use|list|calls?)|herramientas|funciones"
    r"|ferramentas|outils|werkzeuge|инструменты)\b|ツール|工具",
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


def place_in_list(
    text: str, span: Span, visible: Container[str]
) -> Literal["member", "item", "beside"] | None:
    """What a list makes of the name that one of its items begins with.

    `item` in a list of tools, by its heading or by most items; `member` where the heading says so and
    another item is a tool; `beside` where another item is one, and no more.
    """
    start = text.rfind("\n", max(0, span.start - 2 * _LONGEST_LEAD), span.start) + 1
    if span.start - start > _LONGEST_LEAD:
        return None
    lead = _LEAD.match(before_enumeration(text[start : span.start]))
    if lead is None or not (lead["bullet"] or _COLON_AFTER.match(text, span.end)):
        return None
    indent = len(lead["indent"])
    beside: list[str] = []
    headed = False
    for line in _upwards(text, start):
        if line.indent < indent or (line.name is None and line.indent == indent):
            if any(word in visible for word in _WORD.findall(line.text)):
                return None
            headed = _heads_tools(line.text)
            break
        if line.indent == indent and line.name is not None:
            beside.append(line.name)
    beside += [line.name for line in _downwards(text, span.end, indent) if line.name is not None]
    tools = sum(1 for name in beside if name in visible)
    if headed:
        return "member" if tools else "item"
    if tools > 1 and 2 * tools > len(beside):
        return "item"
    return "beside" if tools else None


def heading(text: str, position: int) -> str | None:
    """The line that introduces the list which a position is in; None outside of lists, or without one."""
    start = text.rfind("\n", max(0, position - 2 * _LONGEST_LEAD), position) + 1
    item = _BULLET.match(text, start)
    if item is None:
        return None
    for line in _upwards(text, start):
        if line.indent < len(item["indent"]):
            return line.text if _HEADING.search(line.text) else None
        if line.indent == len(item["indent"]) and not _BULLET.match(line.text):
            return line.text if _HEADING.search(line.text) else None
    return None


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
