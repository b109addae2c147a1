"""What a data file says: a key or a string with its place, and the path of keys that it stands under."""

import re
from typing import NamedTuple

from inspector.audit.occurrence import Step

ITEM = Step("item")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.S)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class DataString(NamedTuple):
    """A key or a value, as it is written: with its quotes, if it has any."""

    start: int
    end: int
    value: str
    is_key: bool
    steps: tuple[Step, ...]
    """The keys above it; of a value its own one too."""


def unescaped(text: str) -> str:
    """What JSON's and TOML's escapes stand for; half a surrogate pair, which is no text, is replaced."""
    if "\\" not in text:
        return text
    whole = _ESCAPE.sub(_escaped, text)
    return whole.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _escaped(found: re.Match[str]) -> str:
    code = found[1] or found[2]
    if code is None:
        return _ESCAPES.get(found[3], found[3])
    return chr(int(code, 16)) if int(code, 16) < 0x110000 else "?"
