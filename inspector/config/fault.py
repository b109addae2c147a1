"""Something wrong with a value of the config, at its place in the document."""

import json
import re
from collections.abc import Iterable

from inspector.config.likeness import most_like

Place = tuple[str | int, ...]
"""Keys, and indices of list elements, from the table of the config on."""
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_LONGEST = 60
"""Characters of a value that a message quotes."""


class Fault(Exception):
    """`problem` at `place`; `line_at` is where to look for it, when that is somewhere else."""

    def __init__(self, place: Place, problem: str, *, line_at: Place | None = None) -> None:
        self.place = place
        self.problem = problem
        self.line_at = place if line_at is None else line_at
        super().__init__(f"{dotted(place)}: {problem}")


def dotted(place: Place) -> str:
    """The key as TOML writes it; an element of a list has the key of its list."""
    keys = (part for part in place if isinstance(part, str))
    return ".".join(key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False) for key in keys)


def shown(value: object) -> str:
    """A value as the config has it, shortened."""
    match value:
        case bool() | str():
            text = json.dumps(value, ensure_ascii=False)
        case dict():
            return "a table"
        case list():
            return "a list"
        case _:
            text = str(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def instead(wrong: str, right: Iterable[str], *, among: str) -> str:
    """How a message about an unknown word ends: the nearest one, else all there are."""
    known = list(right)
    nearest = most_like(wrong, known)
    if nearest is not None:
        return f"did you mean `{nearest}`?"
    return f"{among}: {', '.join(known)}" if known else f"{among}: none"
