"""What samples of scenarios say of all the others, as simply as they allow."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, reduce
from itertools import combinations
from operator import or_

from inspector.flags.judging import within
from inspector.flags.space import sizes
from inspector.model import ALWAYS, NEVER, Condition, Decision, Sample, Space, branch
from inspector.model.condition import one_of


def simplest(space: Space, decision: Decision, outcomes: Collection[int]) -> Condition:
    """As `Samples.simplest`, asked once."""
    return Samples(space, decision).simplest(outcomes)


class Samples:
    """The samples of one decision, to be asked about again and again.

    Sets of samples are the bits of a number, so that whole sets are compared at once.
    """

    def __init__(self, space: Space, decision: Decision) -> None:
        self._space = space
        self._decision = decision
        self._known: dict[int, Condition] = {}
        """By the samples that are asked for."""

    def simplest(self, outcomes: Collection[int]) -> Condition:
        """The simplest condition for any of `outcomes` that agrees with all samples of the decision.

        The values of one flag where that tells these samples from the others, else those of two flags, else
        the sampled scenarios themselves. Never more than is legal; only flags that were read take part.
        """
        wanted = 0
        for outcome in outcomes:
            wanted |= self._having_outcome.get(outcome, 0)
        found = self._known.get(wanted)
        if found is None:
            found = self._known[wanted] = within(self._space, self._told(wanted))
        return found

    @cached_property
    def _having_outcome(self) -> dict[int, int]:
        found: dict[int, int] = {}
        for number, one in enumerate(self._decision.samples):
            found[one.outcome] = found.get(one.outcome, 0) | 1 << number
        return found

    @cached_property
    def _having_value(self) -> dict[int, list[int]]:
        """By flag and value, the samples that have it."""
        samples = self._decision.samples
        each = sizes(self._space)
        return {
            flag: [_mask(one.scenario[flag] == at for one in samples) for at in range(each[flag])]
            for flag in self._decision.reads or range(len(each))
        }

    def _told(self, wanted: int) -> Condition:
        told = _Told(self._decision.samples, self._having_value, wanted)
        for found in (told.by_one_flag(), told.by_two_flags()):
            if found is not None:
                return found
        return told.by_themselves()


class _Told:
    """One set of samples against all others."""

    def __init__(self, samples: Sequence[Sample], having: Mapping[int, Sequence[int]], wanted: int) -> None:
        self._samples = samples
        self._having = having
        self._flags = tuple(having)
        self._wanted = wanted
        self._others = (1 << len(samples)) - 1 & ~wanted

    def by_one_flag(self) -> Condition | None:
        if not self._wanted:
            return NEVER
        if not self._others:
            return ALWAYS
        for flag in self._flags:
            if not self._confused(flag, self._wanted, self._others):
                return self._literal(flag, self._wanted)
        return None

    def by_two_flags(self) -> Condition | None:
        if pair := self._pair(self._wanted, self._others):
            return self._literal(pair[0], self._wanted) & self._literal(pair[1], self._wanted)
        if pair := self._pair(self._others, self._wanted):
            return self._without(pair[0], self._others) | self._without(pair[1], self._others)
        return None

    def by_themselves(self) -> Condition:
        scenarios = [one.scenario for at, one in enumerate(self._samples) if self._wanted >> at & 1]
        return self._any_of(scenarios, sorted(self._flags))

    def _pair(self, of: int, others: int) -> tuple[int, int] | None:
        """Two flags whose values among `of` no sample among `others` has both of."""
        confused = {flag: self._confused(flag, of, others) for flag in self._flags}
        for one, other in combinations(self._flags, 2):
            if not confused[one] & confused[other]:
                return one, other
        return None

    def _confused(self, flag: int, of: int, others: int) -> int:
        """The samples among `others` with a value of the flag that samples among `of` have."""
        return others & reduce(or_, (having for having in self._having[flag] if having & of), 0)

    def _literal(self, flag: int, of: int) -> Condition:
        """That the flag has a value which a sample among `of` has."""
        having = self._having[flag]
        return one_of(flag, len(having), [at for at, one in enumerate(having) if one & of])

    def _without(self, flag: int, of: int) -> Condition:
        """That the flag has a value which only other samples than `of` have."""
        having = self._having[flag]
        return one_of(flag, len(having), [at for at, one in enumerate(having) if one and not one & of])

    def _any_of(self, scenarios: Sequence[tuple[int, ...]], flags: Sequence[int]) -> Condition:
        if not scenarios or not flags:
            return ALWAYS if scenarios else NEVER
        *earlier, flag = flags
        return branch(
            flag,
            [
                self._any_of([one for one in scenarios if one[flag] == at], earlier)
                for at in range(len(self._having[flag]))
            ],
        )


def _mask(bits: Iterable[bool]) -> int:
    return sum(1 << number for number, bit in enumerate(bits) if bit)
