"""Where names stand in prose: Markdown, templates, and text of any kind."""

import re
from collections.abc import Collection

from inspector.audit.occurrence import Language, Occurrence, Step
from inspector.audit.python_occurrences import is_quoted
from inspector.model import ReferenceRole
from inspector.sources.text_lines import TextLines
from inspector.sources.words import spans

_HEADING = re.compile(r"^#{1,6}[ \t]+(?P<title>[^\n]*?)[ \t#]*$", re.M)
_FENCE = re.compile(
    r"^[ \t]*(?P<fence>```+|~~~+)[^\n]*\n.*?(?:^[ \t]*(?P=fence)[`~]*[ \t]*$|\Z)", re.M | re.S
)
_COMMENTS = {"markdown": re.compile(r"<!--.*?-->", re.S), "jinja": re.compile(r"\{#.*?#\}", re.S)}
_Spans = list[tuple[int, int]]


def in_text(
    text: str, path: str, names: Collection[str], language: Language = "text"
) -> tuple[Occurrence, ...]:
    """In the order of the text; a name alone on its line is exact."""
    hits = list(spans(text, names))
    if not hits:
        return ()
    lines = TextLines(text)
    is_markdown = language == "markdown"
    comments: _Spans = (
        [one.span() for one in _COMMENTS[language].finditer(text)] if language in _COMMENTS else []
    )
    fences: _Spans = [one.span() for one in _FENCE.finditer(text)] if is_markdown else []
    headings = [(one.start(), one["title"]) for one in _HEADING.finditer(text)] if is_markdown else []
    found = []
    for start, end, name in hits:
        line, column = lines.position(start)
        role: ReferenceRole = "comment" if _within(start, comments) else "prose"
        title = next((title for at, title in reversed(headings) if at <= start), "")
        found.append(
            Occurrence(
                path=path,
                line=line,
                column=column,
                start=start,
                end=end,
                name=name,
                text=lines.shown(line),
                role=role,
                exact=lines.line(line).strip() == name,
                steps=(Step("section", title),) if title else (),
                quoted=is_quoted(text, start, end) or _within(start, fences),
                language=language,
            )
        )
    return tuple(found)


def _within(offset: int, those: _Spans) -> bool:
    return any(start <= offset < end for start, end in those)
