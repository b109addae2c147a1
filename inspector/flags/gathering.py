"""Where something is that several outcomes of a decision have."""

from collections.abc import Sequence

import msgspec

from inspector.flags.decided import conditions
from inspector.flags.samples import Samples
from inspector.model import ALWAYS, NEVER, Condition, Decision, Space


class Sampled(msgspec.Struct, frozen=True, eq=False):
    """One outcome of a decision of which only samples are known."""

    samples: Samples
    outcome: int


class Reached(msgspec.Struct, frozen=True):
    """Scenarios that lead to one outcome: those of a condition, or what samples will say."""

    where: Condition = ALWAYS
    """Beside a sample the part of its scenarios that is meant."""
    sampled: Sampled | None = None


def reached(space: Space, decision: Decision, outcomes: int) -> Sequence[Reached]:
    """What leads to each of a number of outcomes."""
    if not decision.samples:
        return [Reached(where) for where in conditions(space, decision, outcomes)]
    samples = Samples(space, decision)
    return [Reached(sampled=Sampled(samples, outcome)) for outcome in range(outcomes)]


class Gathered:
    """Adds up where something is; outcomes that are sampled are taken together.

    By itself each of many sampled outcomes would be told by its few scenarios; all that have one thing in
    common may have one value of a flag in common as well.
    """

    __slots__ = ("_known", "_sampled")

    def __init__(self) -> None:
        self._known = NEVER
        self._sampled: dict[tuple[Samples, Condition], set[int]] | None = None

    def add(self, where: Condition, sampled: Sampled | None) -> None:
        """`where` it is, as in `Reached`."""
        if sampled is None:
            self._known = self._known | where
        elif where is not NEVER:
            self._sampled = {} if self._sampled is None else self._sampled
            self._sampled.setdefault((sampled.samples, where), set()).add(sampled.outcome)

    @property
    def condition(self) -> Condition:
        """All of it."""
        found: Condition = self._known
        for (samples, where), outcomes in (self._sampled or {}).items():
            found = found | (samples.simplest(outcomes) & where)
        return found
