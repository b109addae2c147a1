"""Tables of sets: besides the known keys they take any other, as a set of the user's own naming."""

from typing import Any

from inspector.config.fault import Fault, Place
from inspector.config.likeness import most_like
from inspector.config.schema import SET_KEYS

_AT_LEAST = 80
"""Percent of shared letters from which a key is taken for a misspelt one rather than for a name."""


def gathered(table: dict[str, Any]) -> dict[str, Any]:
    """The config's table with the user's own sets under `other`; what has a wrong type is left as it is.

    Raises Fault for a key that is nearly a known one.
    """
    result = dict(table)
    if isinstance(sets := table.get("sets"), dict):
        result["sets"] = _gathered(sets, ("sets",))
    if isinstance(by_consumer := table.get("sets-of"), dict):
        result["sets-of"] = {
            name: _gathered(sets, ("sets-of", name)) if isinstance(sets, dict) else sets
            for name, sets in by_consumer.items()
        }
    return result


def refuse_near_miss(key: str, place: Place) -> None:
    """Raise Fault for a key of the sets at `place` that most likely means a known one."""
    if near := near_miss(key):
        raise Fault(
            (*place, key), f"no such key; did you mean `{near}`? A set of your own needs a name less like it"
        )


def near_miss(key: str) -> str | None:
    """The known key that `key` differs from by a slip; None for a known one, and for a name of its own."""
    if key in SET_KEYS:
        return None
    return most_like(key.lower().replace("_", "-"), SET_KEYS, at_least=_AT_LEAST)


def _gathered(sets: dict[str, Any], place: Place) -> dict[str, Any]:
    other = {key: value for key, value in sets.items() if key not in SET_KEYS}
    for key in other:
        refuse_near_miss(key, place)
    return {key: value for key, value in sets.items() if key in SET_KEYS} | {"other": other}
