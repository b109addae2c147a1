"""Names as whole words of a text, found fast."""

import re
from collections.abc import Collection, Iterator

_WORD = re.compile(r"[^\W]+")
_BYTES = re.compile(rb"[A-Za-z0-9_\x80-\xff]+")


def words_of(data: bytes) -> set[bytes]:
    """Every word of a file in any encoding that holds ASCII as it is."""
    return set(_BYTES.findall(data))


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
