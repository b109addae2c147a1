"""What forbidden combinations leave."""

from collections.abc import Mapping, Sequence

import msgspec

from inspector.model import ALWAYS, NEVER, Condition, Room, Tie, TooLarge, branch

Combination = Mapping[int, int]
"""The position of a value by the flag's level."""
_ROOM, _MISSES = 10_000, 3
"""Steps that putting in one more combination may take, and how many of those tied together may fail."""


class Allowed(msgspec.Struct, frozen=True):
    """The combinations of flags that aren't forbidden."""

    legal: Condition
    ties: tuple[Tie, ...]
    unheeded: tuple[int, ...]
    """Places of forbidden combinations that found no room any more."""


def allowed(sizes: Sequence[int], forbidden: Sequence[Combination]) -> Allowed:
    """What is left, as one condition and apart for flags that have nothing to do with each other."""
    legal = ALWAYS
    ties: list[Tie] = []
    heeded: set[int] = set()
    for places in tied([frozenset(each) for each in forbidden]):
        tie, taken = _left(sizes, forbidden, places)
        try:
            legal = legal.both(tie, Room(_ROOM))
        except TooLarge:
            continue
        ties.append(Tie(frozenset(tie.levels), tie))
        heeded.update(taken)
    return Allowed(legal, tuple(ties), tuple(at for at in range(len(forbidden)) if at not in heeded))


def _left(
    sizes: Sequence[int], forbidden: Sequence[Combination], places: Sequence[int]
) -> tuple[Condition, list[int]]:
    """Without the combinations at these places, and which had room; after some that hadn't none has."""
    tie, taken = ALWAYS, []
    misses = 0
    for at in places:
        try:
            tie = tie.without(cube(sizes, forbidden[at]), Room(_ROOM))
        except TooLarge:
            misses += 1
            if misses == _MISSES:
                break
        else:
            taken.append(at)
    return tie, taken


def tied(groups: Sequence[frozenset[int]]) -> list[list[int]]:
    """Places of groups that share members, directly or by way of others; in the order of their first one."""
    part_of: dict[int, int] = {}
    parts: dict[int, list[int]] = {}
    for place, group in enumerate(groups):
        joined = sorted({part_of[one] for one in group if one in part_of})
        home = joined[0] if joined else place
        for other in joined[1:]:
            parts[home] += parts.pop(other)
        parts.setdefault(home, []).append(place)
        for member in {one for at in parts[home] for one in groups[at]}:
            part_of[member] = home
    return [sorted(parts[home]) for home in sorted(parts)]


def cube(sizes: Sequence[int], values: Combination) -> Condition:
    """That each flag has the value at its position."""
    found = ALWAYS
    for level, at in sorted(values.items()):
        below = [NEVER] * sizes[level]
        below[at] = found
        found = branch(level, below)
    return found
