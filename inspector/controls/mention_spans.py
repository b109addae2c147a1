"""Identifiers in a prompt: what could be the name of a tool, without what is code, a tag or a place."""

import re
from bisect import bisect_right
from collections.abc import Iterator

import msgspec

from inspector.controls.tool_words import shape

_IDENTIFIER = r"(?:[A-Za-z][A-Za-z0-9]*_\w*|_\w+|[a-z]{2,}[a-z0-9]*[A-Z][a-z]\w*|(?:[A-Z][a-z0-9]+){2,}\w*)"
_CANDIDATE = re.compile(
    r"`(?P<code>[A-Za-z_][\w-]*(?:\.[A-Za-z_]\w*)*)(?P<code_call>\([^`\n]*\))?`"
    rf"|(?<![\w/\\@#$&.<=`-])(?P<bare>{_IDENTIFIER}(?:\.[A-Za-z_]\w*)*)(?P<bare_call>\()?"
    r"|(?<![\w/\\@#$&.<=`-])(?P<called>[a-z][a-z0-9]+)\((?=[^()\n]*\))"
)
_SIGN = re.compile(r"[`_(]|(?<=[a-z0-9])[A-Z]")
_APART = re.compile(
    r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)"  # fenced code
    r"|\{\{[^{}]*\}\}|\{%[^{}]*%\}|\{[A-Za-z_][\w.]*(?:[:!][^{}\n]*)?\}"  # template fields
    r"|https?://\S+|www\.\S+|</?[A-Za-z_][^<>\n]*>",  # addresses and tags
    re.DOTALL,
)
_PLACE_AFTER = re.compile(r"[/\\@]\w|=(?!=)|[<{\[]")
_QUOTES = "`'\"*“”‘’«»"


class Span(msgspec.Struct, frozen=True, kw_only=True):
    """One identifier in a text; `text[start:end]` is `name`."""

    name: str
    start: int
    end: int
    after: int
    """End of the identifier with its argument list and quotes."""
    marked: bool
    """Between backticks, quotes or asterisks, or written as a call."""
    call: bool
    """Followed by an argument list."""
    fenced: bool = False
    """Within a block of code."""


def spans(text: str) -> Iterator[Span]:
    """Every identifier that may name something, in order; templates, tags and addresses left out."""
    apart: list[tuple[int, int]] | None = None
    for found in _candidates(text):
        if apart is None:
            apart = [match.span() for match in _APART.finditer(text)]
        span = _span(text, found)
        if span is None:
            continue
        zone = _zone(apart, span.start)
        if zone is None:
            yield span
        elif text.startswith(("```", "~~~"), zone):
            yield msgspec.structs.replace(span, fenced=True)


def _candidates(text: str) -> Iterator[re.Match[str]]:
    """Matches around the characters that set identifiers apart from words: trying every word is slow."""
    position = 0
    for sign in _SIGN.finditer(text):
        start = sign.start()
        if start < position:
            continue
        if text[start] != "`":
            while start > position and (text[start - 1].isalnum() or text[start - 1] == "_"):
                start -= 1
        found = _CANDIDATE.match(text, start)
        position = sign.end() if found is None else found.end()
        if found is not None:
            yield found


def marked_at(text: str, start: int, end: int) -> bool:
    """Whether quotes of a kind stand on both sides."""
    return start > 0 and end < len(text) and text[start - 1] in _QUOTES and text[end] in _QUOTES


def _span(text: str, found: re.Match[str]) -> Span | None:
    kind = "code" if found["code"] else "bare" if found["bare"] else "called"
    start, end = found.span(kind)
    name = text[start:end]
    if kind == "bare":
        if name.endswith("_") or _PLACE_AFTER.match(text, end):
            return None
        if shape(name) == "plain" and "." not in name and not name.startswith("_"):
            return None
    call = kind == "called" or bool(found["code_call"] or (kind == "bare" and found["bare_call"]))
    after = found.end()
    if call and kind != "code":
        closing = text.find(")", end)
        after = closing + 1 if 0 <= closing - end < 400 else end
    marked = kind == "code" or call or marked_at(text, start, end)
    return Span(name=name, start=start, end=end, after=after, marked=marked, call=call)


def _zone(zones: list[tuple[int, int]], position: int) -> int | None:
    index = bisect_right(zones, (position, len(zones) and 1 << 60)) - 1
    if index >= 0 and zones[index][0] <= position < zones[index][1]:
        return zones[index][0]
    return None
