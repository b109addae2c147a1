"""Reads the words of a condition back, as Python that is true of the scenarios in which they are."""

import re
from collections.abc import Callable, Mapping

_LITERAL = re.compile(
    r"(?P<negated>not )?(?P<name>\w+)(?: (?P<relation>is not|is|not in|in) (?P<values>\{[^}]*\}|[\w]+))?"
)
_TOKEN = re.compile(r"\(|\)| and | or |no tenant|any tenant|" + _LITERAL.pattern)
_SIGNS = {
    "(": "(",
    ")": ")",
    " and ": " and ",
    " or ": " or ",
    "no tenant": "(s['tenant'] is None)",
    "any tenant": "(s['tenant'] is not None)",
}


def reading(words: str) -> Callable[[Mapping[str, object]], bool]:
    """A function of a scenario, given by the value of every variable by name; None stands for no tenant.

    Raises ValueError for words that can't be read.
    """
    parts, at = [], 0
    while at < len(words):
        match = _TOKEN.match(words, at)
        if match is None:
            raise ValueError(f"{words[at:]!r} of {words!r}")
        parts.append(_SIGNS.get(match[0]) or _literal(match))
        at = match.end()
    made: Callable[[Mapping[str, object]], bool] = eval(f"lambda s: bool({''.join(parts)})")
    return made


def _literal(match: re.Match[str]) -> str:
    value = f"s[{match['name']!r}]"
    if match["relation"] is None:
        return f"({value} is {not match['negated']})"
    values = match["values"].removeprefix("{").removesuffix("}").split(", ")
    negated = "not" if "not" in match["relation"] else ""
    return f"(str({value}) {negated} in {values!r})"
