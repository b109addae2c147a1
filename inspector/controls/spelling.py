"""How identifiers are spelt: the words that they are made of, and what is left of them without separators."""

import re
from functools import lru_cache

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_SEPARATORS = str.maketrans("", "", "_- ")


def fold(name: str) -> str:
    """A name without what sets its spellings apart: case, `_`, `-` and spaces."""
    return name.casefold().translate(_SEPARATORS)


@lru_cache(maxsize=4096)
def words(name: str) -> tuple[str, ...]:
    """Lower-case words of a snake, kebab or camel case name: `stopAt_tools` as stop, at, tools."""
    return tuple(part.lower() for part in _PARTS.findall(name))
