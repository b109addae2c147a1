"""What callables that the config names answer under other flags."""

from collections.abc import Mapping, Sequence

import msgspec

from inspector.flags.decided import conditions
from inspector.flags.doubts import doubt_of
from inspector.model import ALWAYS, Condition, ReadReference, RootExploration, Space


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """What a reference holds, in all scenarios or in some."""

    answer: ReadReference | None
    """None where its module was not loaded."""
    holds: Condition | None = None
    doubt: str = ""


def answered(exploration: Sequence[RootExploration], space: Space | None) -> Mapping[str, Sequence[Answered]]:
    """By reference, of those whose answer was found to depend on flags or might have."""
    found: dict[str, Sequence[Answered]] = {}
    for table in (table for root in exploration for table in root.tables):
        if space is None or table.reference in found:
            continue
        doubt = doubt_of(table.decision)
        wheres = conditions(space, table.decision, len(table.outcomes))
        found[table.reference] = [
            Answered(answer=answer, holds=None if where is ALWAYS else where, doubt=doubt)
            for answer, where in zip(table.outcomes, wheres, strict=True)
            if where.possible
        ]
    return found
