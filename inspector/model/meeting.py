"""Where two or more of several things are there at once, without a diagram that grows beyond any size.

For the rules about names that collide, `rules/liveness.py`; it knows nothing of tools.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

import msgspec

from inspector.model.condition import NEVER, Condition, Room, TooLarge, all_of, one_of

_STEPS, _STEPS_FOR_PAIRS = 6_000, 2_000
"""That making one meeting may take, and where those don't do, as many of its pairs as go: milliseconds."""


class Meeting(msgspec.Struct, frozen=True):
    """Which of several conditions hold together, and where."""

    pairs: tuple[tuple[int, int], ...]
    """Places of every two that hold together somewhere; always all of them."""
    condition: Condition | None
    """Where at least two hold; None where that has no diagram of a size."""
    at_least: Condition
    """The same, or as much of it as has room: right where `meeting` was told to be, and nowhere too wide."""


def meeting(conditions: Sequence[Condition], certain: Iterable[Sequence[int]] = ()) -> Meeting:
    """Where at least two hold at once.

    Unrelated conditions on many flags have no small diagram together. Of what is left out then the
    scenarios in `certain`, as those of tenants, are not.
    """
    pairs = tuple(
        (at, other)
        for at, one in enumerate(conditions)
        for other in range(at + 1, len(conditions))
        if one.meets(conditions[other])
    )
    if not pairs:
        return Meeting((), NEVER, NEVER)
    taking_part = [conditions[at] for at in sorted({at for pair in pairs for at in pair})]
    try:
        found = _two_of(taking_part, Room(_STEPS))
    except TooLarge:
        return Meeting(pairs, None, _with(_at_least(taking_part), taking_part, certain))
    return Meeting(pairs, found, found)


def _with(found: Condition, conditions: Sequence[Condition], certain: Iterable[Sequence[int]]) -> Condition:
    sizes = {node.level: len(node.branches) for one in conditions for node in one.nodes()}
    for scenario in certain:
        if not found.holds(scenario) and sum(one.holds(scenario) for one in conditions) > 1:
            found = found | all_of(one_of(level, sizes[level], [scenario[level]]) for level in sorted(sizes))
    return found


def _two_of(conditions: Sequence[Condition], room: Room) -> Condition:
    once = twice = NEVER
    for one in conditions:
        twice = twice.either(once.both(one, room), room)
        once = once.either(one, room)
    return twice


def _at_least(conditions: Sequence[Condition]) -> Condition:
    """The first pairs, as many as have room."""
    room = Room(_STEPS_FOR_PAIRS)
    found = NEVER
    try:
        for one, other in combinations(conditions, 2):
            found = found.either(one.both(other, room), room)
    except TooLarge:
        pass
    return found
