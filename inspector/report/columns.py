"""Text laid out in terminal columns."""

import re
import textwrap
import unicodedata
from collections.abc import Sequence

from inspector.report.escape import visible

_LONGEST_NAME, _LONGEST_TEXT = 200, 12_000
"""Characters of a word or name, and of a whole text, that a text report prints; JSON has all of them."""
_KEPT_END = 40
_LONG_WORD = re.compile(rf"[^\s`'\":;,()]{{{_LONGEST_NAME + 1},}}")


def width(text: str) -> int:
    """Terminal columns that escaped text takes: wide characters take two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) == "Me":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def shorten(text: str, columns: int, *, ellipsis: str = "…", tail: float = 0.5) -> str:
    """`text` in at most `columns`, with an ellipsis in its middle when something had to go.

    `tail` is the share of the room that the end of the text gets.
    """
    if width(text) <= columns:
        return text
    if columns <= width(ellipsis):
        return ellipsis[:columns]
    room = columns - width(ellipsis)
    end = _take(text[::-1], int(room * tail))[::-1]
    return f"{_take(text, room - width(end))}{ellipsis}{end}"


def _take(text: str, columns: int) -> str:
    used = 0
    for index, character in enumerate(text):
        used += _columns(character)
        if used > columns:
            return text[:index]
    return text


def pad(text: str, columns: int) -> str:
    """`text` filled up with spaces to `columns`."""
    return text + " " * max(columns - width(text), 0)


def brief(text: str) -> str:
    """A name on one line, made visible; the middle of one that goes on and on is left out, and told so."""
    if len(text) <= _LONGEST_NAME:
        return visible(text)
    begins, ends = text[: _LONGEST_NAME - _KEPT_END], text[-_KEPT_END:]
    return f"{visible(begins)}…{visible(ends)} ({len(text):,} characters)"


def wrap(text: str, columns: int, *, indent: str = "") -> list[str]:
    """Escaped `text` in lines of at most `columns`, each with `indent`; long names in it are shortened."""
    text = _LONG_WORD.sub(lambda word: brief(word.group()), text)
    if len(text) > _LONGEST_TEXT:
        text = f"{text[:_LONGEST_TEXT]}… {len(text) - _LONGEST_TEXT:,} more characters"
    return textwrap.wrap(
        visible(text),
        width=max(columns, 20),
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,
    ) or [indent]


def fold(text: str, columns: int, *, lead: str = "", hang: int | None = None) -> list[str]:
    """Escaped `text` in lines of at most `columns`: after the finished `lead`, then under where it began.

    `hang` is how far the further lines stand in, if not below the first.
    """
    indent = " " * (width(lead) if hang is None else hang)
    first, *more = wrap(text, columns - len(indent))
    return [f"{lead}{first}".rstrip(), *(f"{indent}{line}" for line in more)]


def fit(
    headers: Sequence[str], rows: Sequence[Sequence[str]], total: int | None, floors: Sequence[int]
) -> list[int]:
    """Column widths that fit `total`, two spaces between columns; the widest column gives way first.

    `floors` are the smallest useful widths; with all columns at their floor the sum may stay above `total`.
    Without a `total` every column gets what its widest cell takes.
    """
    widths = [
        max([width(header), *(width(row[index]) for row in rows)]) for index, header in enumerate(headers)
    ]
    if total is None:
        return widths
    excess = sum(widths) + 2 * (len(widths) - 1) - total
    while excess > 0:
        index = max(range(len(widths)), key=lambda one: widths[one] - floors[one])
        if widths[index] <= floors[index]:
            break
        widths[index] -= 1
        excess -= 1
    return widths
