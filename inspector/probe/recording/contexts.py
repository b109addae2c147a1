"""Contexts that are made only to compare them: which scenarios they are made in, and what each one shows."""

import itertools
import random
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ..deadline import TooLong
from ..plain import error_text
from ..space import Scenario, Space
from .comparing import Unsettled
from .places import UNREACHABLE, Place, follow

_SEED = 4
_TENANTS = 20
"""Named tenants around which flags are flipped."""
_RANDOM_BASES = 4
_SCATTERED = 96
"""Random scenarios that nothing is flipped around."""
_FOUND_BASES = 24
"""Scenarios that become a base since the factory took a way there that it hadn't taken before."""
_KEPT = 20_000
"""Contexts that are kept."""
_MOST = 4096
"""Combinations of what the factory reads up to which a context is made for each."""
_SHARE = 0.5
"""Of the time that is left, what making all of them may take."""


class Raw(NamedTuple):
    """What the context factory gave in a scenario."""

    value: Any
    error: "BaseException | None"
    trace: "list[Any]"
    """Variables that it read, in order, each as often as it did."""


class Failed(NamedTuple):
    """Stands for the context where its factory raises."""

    kind: type
    text: str


class Contexts:
    """Contexts by scenario, each made once. Making new ones ends at the `limit` of seconds in all."""

    def __init__(self, space: Space, make: "Callable[[Scenario], Raw]", limit: float) -> None:
        self.space = space
        self.made = 0
        """How many contexts were made."""
        self.read: set[int] = set()
        """Variables that the factory was seen to read, in any scenario."""
        self.pairs: list[tuple[Scenario, Scenario]] = []
        """Two scenarios each that differ in one flag, or as few as is legal."""
        self.scenarios: list[Scenario] = []
        """All that contexts were made in, to learn from them."""
        self.hung = False
        """Whether the factory took too long in one of them: no more are made then."""
        self.complete = False
        """Whether these are all that differ in what the factory reads."""
        self._make = make
        self._limit = limit
        self._spent = 0.0
        self._known: dict[Scenario, Raw] = {}
        self._again: dict[Scenario, Raw] = {}
        self._random = random.Random(_SEED)
        self._steps: set[Any] = set()
        """Two readings each that the factory made one after the other."""

    @property
    def exhausted(self) -> bool:
        """Whether no more may be made."""
        return self.hung or self._spent >= self._limit

    def at(self, scenario: Scenario) -> Raw:
        """The context of a scenario."""
        found = self._known.get(scenario)
        if found is None:
            found = self.anew(scenario)
            if len(self._known) < _KEPT:
                self._known[scenario] = found
        return found

    def again(self, scenario: Scenario) -> Raw:
        """A second context of the same scenario."""
        found = self._again.get(scenario)
        if found is None:
            found = self._again[scenario] = self.anew(scenario)
        return found

    def anew(self, scenario: Scenario) -> Raw:
        """One more context of a scenario, which isn't kept; raises Unsettled where no more may be made."""
        if self.exhausted:
            raise Unsettled
        began = time.perf_counter()
        try:
            made = self._make(scenario)
        finally:
            self.made += 1
            self._spent += time.perf_counter() - began
        self.hung = self.hung or isinstance(made.error, TooLong)
        self.read.update(each for each in made.trace if isinstance(each, int))
        return made

    def explore(self, also: "Scenario | None" = None) -> None:
        """Make contexts all over the space, or around one more scenario; nothing where that has been done."""
        if also is not None:
            self._explore_around([also])
        elif not self.scenarios:
            self._explore_around([*dict.fromkeys(self._bases())])
            self.scenarios.extend(each for each in self._scattered() if not self.exhausted and self.at(each))
            self._make_all()

    def _make_all(self) -> None:
        """One context for each combination of what the factory reads, where they are few enough."""
        read: set[int] = set()
        while self.read != read:
            read = set(self.read)
            scenarios = self.space.combinations(sorted(read), _MOST)
            left = (self._limit - self._spent) * _SHARE
            if scenarios is None or len(scenarios) * self._spent > left * self.made:
                return
            for scenario in scenarios:
                if self.exhausted:
                    return
                if scenario not in self._known:
                    self.scenarios.append(scenario)
                    self.at(scenario)
        self.complete = True

    def random(self, agreeing: "dict[int, int]") -> "Scenario | None":
        """A random legal scenario with the given values."""
        values = self.space.values
        near = tuple(self._random.randrange(len(each)) for each in values)
        if self.space.tenant_at is not None and self.space.tenant_at not in agreeing:
            near = (*near[:-1], 0)
        return self.space.complete(agreeing, near)

    def _bases(self) -> "Iterator[Scenario]":
        space = self.space
        yield space.default
        last = tuple(len(values) - 1 for values in space.values)
        found = [space.complete({}, last if space.tenant_at is None else (*last[:-1], 0))]
        found += [self.random({}) for _ in range(_RANDOM_BASES)]
        for tenant in list(space.tenants.values())[:_TENANTS]:
            unnamed = (*tenant[:-1], 0)
            found.append(unnamed if space.is_legal(unnamed) else None)
        yield from (each for each in found if each is not None)

    def _scattered(self) -> "Iterator[Scenario]":
        found = (self.random({}) for _ in range(_SCATTERED))
        yield from dict.fromkeys(each for each in found if each is not None)

    def _explore_around(self, bases: "list[Scenario]") -> None:
        """Flip each flag around each base, and around what turns up on the way."""
        done: set[Scenario] = set()
        found = 0
        while bases and not self.exhausted:
            base = bases.pop(0)
            if base in done:
                continue
            done.add(base)
            self._visit(base)
            for flipped in self._flips(base):
                if self.exhausted:
                    return
                self.pairs.append((base, flipped))
                if self._visit(flipped) and found < _FOUND_BASES:
                    found += 1
                    bases.append(flipped)

    def _visit(self, scenario: Scenario) -> bool:
        """Whether the factory took a way that it hadn't taken before."""
        self.scenarios.append(scenario)
        steps = _steps(self.at(scenario).trace)
        new = bool(steps - self._steps)
        self._steps |= steps
        return new

    def _flips(self, base: Scenario) -> "Iterator[Scenario]":
        for variable, values in enumerate(self.space.values):
            for position in range(len(values)):
                if position != base[variable]:
                    flipped = self.space.complete({variable: position}, base)
                    if flipped is not None:
                        yield flipped


def _steps(trace: "list[Any]") -> "set[Any]":
    """Which reading follows which; the second one of a flag is told from its first."""
    counts: dict[Any, int] = {}
    readings = []
    for each in trace:
        counts[each] = counts.get(each, 0) + 1
        readings.append((each, counts[each]))
    return set(itertools.pairwise(readings))


def standing(raw: Raw, place: Place) -> Any:
    """What stands at a place of a context."""
    if raw.error is not None:
        return UNREACHABLE if place.steps else Failed(type(raw.error), error_text(raw.error))
    return follow(raw.value, place.steps)
