"""What a description says, apart from how it is worded: words by their stems, and what they relate to."""

import functools
import re
from collections import Counter
from collections.abc import Iterator
from typing import Literal

_WORD = re.compile(r"[^\W_]+(?:['’]s)?")
_FILLERS = frozenset(
    {
        *("a", "an", "the", "this", "that", "these", "those", "given", "please", "it", "its", "which"),
        *("is", "are", "be", "can", "will", "and", "s"),
    }
)
"""Words that change nothing in what a description says."""
_RELATIONS = frozenset(
    {
        *("of", "from", "to", "into", "onto", "in", "on", "at", "by", "with", "for", "before", "after"),
        *("over", "under", "per", "via", "than", "between", "as", "against", "within", "through"),
    }
)
"""Words that say what the next one is to the rest: "Celsius to Fahrenheit" is not "Fahrenheit to Celsius"."""
_NO_WORD = frozenset({""})
_DOUBLED = re.compile(r"([bdgklmnprt])\1$")

Kind = Literal["filler", "relation", "possessor", "content"]


def contents(text: str) -> list[str]:
    """Stems of the words that carry meaning, in order."""
    return [stem for kind, stem in _words(text) if kind in ("content", "possessor")]


def gist(text: str) -> frozenset[str]:
    """Equal for all texts of one sense, and cheaper: only texts of one gist need be compared by sense."""
    return frozenset(map(_meant, _WORD.findall(text.lower()))) - _NO_WORD


def sense(text: str) -> frozenset[tuple[str, int]]:
    """Equal for two texts that differ only in order, inflection and fillers; empty without such words.

    Each stem with its number, also together with the relation that it stands in.
    """
    found: Counter[str] = Counter()
    relation = ""
    for kind, stem in _words(text):
        if kind == "filler":
            continue
        if kind == "relation":
            relation = stem
            continue
        found[stem] += 1
        if kind == "possessor":
            found[f"of {stem}"] += 1
        elif relation:
            found[f"{relation} {stem}"] += 1
        relation = ""
    return frozenset(found.items())


def _words(text: str) -> Iterator[tuple[Kind, str]]:
    return map(_read, _WORD.findall(text.lower()))


@functools.lru_cache(maxsize=20_000)
def _read(word: str) -> tuple[Kind, str]:
    if word in _FILLERS:
        return "filler", word
    if word in _RELATIONS:
        return "relation", word
    if word.endswith(("'s", "’s")):
        return "possessor", _stem(word[:-2])
    return "content", _stem(word)


@functools.lru_cache(maxsize=20_000)
def _meant(word: str) -> str:
    """The stem of a word that carries meaning, empty for the others."""
    kind, stem = _read(word)
    return stem if kind in ("content", "possessor") else ""


def _stem(word: str) -> str:
    """The word without the endings of plural, third person, past and `-ing`."""
    if len(word) <= 3 or not word.isascii():
        return word
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            word = _DOUBLED.sub(r"\1", word.removesuffix(ending))
            break
    if word.endswith("i"):
        return f"{word[:-1]}y"
    return word.removesuffix("e") if len(word) > 3 else word
