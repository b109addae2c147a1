"""Names as whole words of a text, found fast."""

import re
from collections.abc import Collection, Iterator

_WORD = re.compile(r"\w+")


def has_any(text: str, names: frozenset[str]) -> bool:
    """Whether any of the names may be a word of the text; much faster than `spans`."""
    return not names.isdisjoint(_WORD.findall(text))


def spans(text: str, names: Collection[str]) -> Iterator[tuple[int, int, str]]:
    """(start, end, name) of each word that is one of the names, in characters.

    A word is what an identifier may consist of, in any script; one that is joined to another by `-`, as
    `refund` in `refund-order`, is no word of its own.
    """
    for found in _WORD.finditer(text):
        if found[0] in names:
            start, end = found.span()
            if not _joined(text, start - 2, start - 1) and not _joined(text, end + 1, end):
                yield start, end, found[0]


def _joined(text: str, beyond: int, at: int) -> bool:
    """Whether a `-` at a place ties the word to another one."""
    return 0 <= at < len(text) and text[at] == "-" and 0 <= beyond < len(text) and text[beyond].isalnum()
