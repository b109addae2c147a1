"""The name that a misspelt one most likely means."""

from collections.abc import Iterable

_AT_LEAST = 70
"""Percent of shared letters, in order; below that a suggestion puzzles more than it helps."""


def most_like(text: str, names: Iterable[str], *, at_least: float = _AT_LEAST) -> str | None:
    """The one of `names` that is most like `text`; None without one `at_least` percent like it."""
    from rapidfuzz import fuzz, process

    found = process.extractOne(text, list(names), scorer=fuzz.ratio, score_cutoff=at_least)
    return found[0] if found else None
