"""Names as whole words of a text, found fast."""

import re
from collections.abc import Collection, Iterator

_WORD = re.compile(r"\w+")
_ESCAPED = re.compile(r"\\[nrt](\w+)")


def has_any(text: str, names: frozenset[str]) -> bool:
    """Whether any of the names may be a word of the text; much faster than `spans`."""
    if not names.isdisjoint(_WORD.findall(text)):
        return True
    return "\\" in text and not names.isdisjoint(_ESCAPED.findall(text))


def spans(text: str, names: Collection[str]) -> Iterator[tuple[int, int, str]]:
    """(start, end, name) of each word that is one of the names, in characters.

    A word is what an identifier may consist of, in any script; one that is joined to another by `-`, as
    `refund` in `refund-order`, is no word of its own. The letter of an escaped line end or tab, as in
    "\\nrefund", belongs to no word.
    """
    for found in _WORD.finditer(text):
        start, end = found.span()
        word = found[0]
        if start and text[start - 1] == "\\" and word[0] in "nrt" and _is_escape(text, start - 1):
            start, word = start + 1, word[1:]
        if word in names and not _joined(text, start - 2, start - 1) and not _joined(text, end + 1, end):
            yield start, end, word


def _is_escape(text: str, at: int) -> bool:
    """Whether the backslash at a place isn't itself escaped by one before it."""
    first = at
    while first and text[first - 1] == "\\":
        first -= 1
    return (at - first) % 2 == 0


def _joined(text: str, beyond: int, at: int) -> bool:
    """Whether a `-` at a place ties the word to another one."""
    return 0 <= at < len(text) and text[at] == "-" and 0 <= beyond < len(text) and text[beyond].isalnum()
