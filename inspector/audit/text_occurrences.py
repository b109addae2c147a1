"""Where names stand in prose: Markdown, templates, and text of any kind."""

import re
from bisect import bisect_right
from collections.abc import Collection

from inspector.audit.occurrence import Language, Occurrence, Step
from inspector.audit.python_occurrences import is_quoted
from inspector.model import ReferenceRole
from inspector.sources.text_lines import TextLines
from inspector.sources.words import spans

_LINE = re.compile(r"[^\n]*\n?")
_HEADING = re.compile(r"#{1,6}[ \t]+(?P<title>.+)")
_FENCE = re.compile(r"```+|~~~+")
_COMMENTS: dict[Language, tuple[str, str]] = {"markdown": ("<!--", "-->"), "jinja": ("{#", "#}")}
_Spans = list[tuple[int, int]]


def in_text(
    text: str, path: str, names: Collection[str], language: Language = "text"
) -> tuple[Occurrence, ...]:
    """In the order of the text; a name alone on its line is exact, a placeholder's name is none."""
    hits = list(spans(text, names))
    if not hits:
        return ()
    lines = TextLines(text)
    comments = _between(text, *_COMMENTS[language]) if language in _COMMENTS else []
    fences, headings = _structure(text) if language == "markdown" else ([], [])
    code = [_between(text, "{{", "}}"), _between(text, "{%", "%}")] if language == "jinja" else []
    found = []
    for start, end, name in hits:
        is_comment = _within(start, comments)
        if not is_comment and _is_variable(
            text, start, end, is_code=any(_within(start, one) for one in code)
        ):
            continue
        line, column = lines.position(start)
        role: ReferenceRole = "comment" if is_comment else "prose"
        title = _title(start, headings)
        found.append(
            Occurrence(
                path=path,
                line=line,
                column=column,
                start=start,
                end=end,
                name=name,
                text=lines.shown(line, column),
                role=role,
                exact=_entry(lines.line(line), path) == name,
                steps=(Step("section", title),) if title else (),
                quoted=is_quoted(text, start, end) or _within(start, fences),
                language=language,
            )
        )
    return tuple(found)


def _is_variable(text: str, start: int, end: int, *, is_code: bool) -> bool:
    """Whether a word names a template's variable: in `{name}`, or in an expression and in no quotes."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if is_code:
        return not (before == after and before in ('"', "'"))
    return before == "{" and after == "}"


def _entry(line: str, path: str) -> str:
    """What a line of a list of names holds; `#` begins a comment in those."""
    return (line.partition(" #")[0] if path.endswith(".txt") else line).strip()


def _structure(text: str) -> tuple[_Spans, list[tuple[int, str]]]:
    """(blocks of code, headings by their offset) of a Markdown text."""
    fences: _Spans = []
    headings: list[tuple[int, str]] = []
    fence, opened = "", 0
    for found in _LINE.finditer(text):
        line = found[0].strip()
        if fence:
            if line.startswith(fence) and not line.strip(fence[0]):
                fences.append((opened, found.end()))
                fence = ""
        elif (opening := _FENCE.match(line)) is not None:
            fence, opened = opening[0], found.start()
        elif (heading := _HEADING.match(line)) is not None:
            headings.append((found.start(), heading["title"].rstrip("# \t")))
    if fence:
        fences.append((opened, len(text)))
    return fences, headings


def _between(text: str, opening: str, closing: str) -> _Spans:
    """What stands between such marks, with them; in one pass, even where ends are missing."""
    found: _Spans = []
    at = 0
    while (start := text.find(opening, at)) >= 0 and (end := text.find(closing, start + len(opening))) >= 0:
        at = end + len(closing)
        found.append((start, at))
    return found


def _title(offset: int, headings: list[tuple[int, str]]) -> str:
    at = bisect_right(headings, offset, key=lambda one: one[0]) - 1
    return headings[at][1] if at >= 0 else ""


def _within(offset: int, those: _Spans) -> bool:
    """Whether one of the spans, which are in order and apart, holds the offset."""
    at = bisect_right(those, offset, key=lambda one: one[0]) - 1
    return at >= 0 and offset < those[at][1]
