"""Few legal scenarios in which every combination of values of any two, or three, variables occurs."""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .combinations import Missing, ones
from .completions import Completions

Scenario = tuple[int, ...]
_EFFORT = 20_000
"""Steps that choosing one scenario may take: the fewer variables, the more candidates are compared."""
_CANDIDATES = 24
_LITERALS = 600
"""More variables with their values than that aren't covered three by three: it takes too much memory."""


def covering(
    space: Any,
    variables: Sequence[int],
    strength: int,
    *,
    rows: Sequence[Scenario] = (),
    within: Mapping[int, int] | None = None,
    most: int | None = None,
    seed: int = 0,
) -> list[Scenario] | None:
    """Legal scenarios that, together with `rows`, hold every legal combination of values of any `strength`.

    `strength` is 2 or 3; of fewer variables all combinations are held. Variables that aren't named have
    random legal values, the same for the same `seed`. None when more than `most` scenarios would be needed.
    """
    wanted = [variable for variable in variables if variable not in (within or {})]
    sizes = sorted((len(space.values[each]) for each in wanted), reverse=True)
    if strength > 2 and sum(sizes) > _LITERALS:
        return None
    free = space.total == math.prod(len(values) for values in space.values)
    if most is not None and free and math.prod(sizes[:strength]) > most + len(rows):
        return None
    added = added_rows(space, wanted, strength, rows=rows, within=within, seed=seed)
    if most is None:
        return list(added)
    found = list(itertools.islice(added, most + 1))
    return None if len(found) > most else found


def added_rows(
    space: Any,
    variables: Sequence[int],
    strength: int,
    *,
    rows: Sequence[Scenario] = (),
    within: Mapping[int, int] | None = None,
    seed: int = 0,
) -> Iterator[Scenario]:
    """The scenarios of `covering` one by one, those that hold most first; of variables outside `within`."""
    drawn = Completions(space, variables, within=within or {}, seed=seed)
    missing = Missing([len(space.values[variable]) for variable in variables], strength)
    if not drawn.free:
        _leave_out_impossible(missing, drawn)
    for row in rows:
        missing.take(drawn.literals(row, missing))
    candidates = max(1, min(_CANDIDATES, _EFFORT // max(1, missing.effort)))
    while (heaviest := missing.heaviest()) is not None:
        combination = missing.one_with(heaviest, drawn.random)
        pinned = drawn.completed(missing.values(combination))
        if pinned is None:
            missing.drop(combination)
            continue
        best, gain = pinned, missing.gain(drawn.literals(pinned, missing))
        for _ in range(candidates):
            wished = missing.greedy(combination, drawn.random)
            other = drawn.completed(missing.values(combination), missing.values(wished))
            if other is not None and (found := missing.gain(drawn.literals(other, missing))) > gain:
                best, gain = other, found
        missing.take(drawn.literals(best, missing))
        yield best


def _leave_out_impossible(missing: Missing, drawn: Completions) -> None:
    """Takes pairs that no legal scenario has out of what is missing, and so all combinations with them."""
    possible = [0] * missing.count
    for one in range(missing.count):
        for distance in ones(missing.others(one) >> one):
            other = one + distance
            if possible[one] >> other & 1:
                continue
            row = drawn.completed(missing.values((one, other)), drawn.anything())
            if row is None:
                missing.drop((one, other))
                continue
            literals = drawn.literals(row, missing)
            mask = sum(1 << each for each in literals)
            for each in literals:
                possible[each] |= mask
