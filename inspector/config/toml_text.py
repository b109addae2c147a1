"""Keys, strings and comments as TOML text, whatever they hold."""

import re
import unicodedata
from collections.abc import Iterable

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories of what could move a cursor, reorder a line or not be seen at all."""


def key(name: str) -> str:
    """A key, quoted where it must be."""
    return name if _BARE.fullmatch(name) else string(name)


def string(text: str) -> str:
    """A basic string; control, format and bidi characters are written as escapes."""
    return '"' + escaped(text.replace("\\", "\\\\").replace('"', '\\"')) + '"'


def strings(texts: Iterable[str]) -> str:
    """A list of strings on one line."""
    return f"[{', '.join(map(string, texts))}]"


def escaped(text: str) -> str:
    """`text` on one line, for a comment; not to be read back."""
    return "".join(_escaped(character) for character in text)


def _escaped(character: str) -> str:
    if character == " " or unicodedata.category(character) not in _HIDDEN:
        return character
    code = ord(character)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
