"""Scenarios to hold a tree against that it wasn't made from, and the way from one to another."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

Scenario = tuple[int, ...]
_TENANTS = 3
"""Named tenants that are among a few scenarios."""


class Lots:
    """Legal scenarios that have the values of `within`, by lot, always the same for one space."""

    def __init__(self, space: Any, within: "Mapping[int, int]") -> None:
        self.space = space
        self.within = within
        self._random = random.Random(0)
        self._sizes = [len(values) for values in space.values]
        self._drawn: list[Scenario | None] = []

    def at(self, number: int) -> "Scenario | None":
        """The one that is the `number`-th to be drawn, from 0 on; None where none was found."""
        while len(self._drawn) <= number:
            near = tuple(int(self._random.random() * size) for size in self._sizes)
            self._drawn.append(self.space.complete(self.within, near))
        return self._drawn[number]


class SpotChecks:
    """Legal scenarios that have the values of `within`; lots are drawn once for all that share them."""

    def __init__(self, lots: Lots, near: Scenario) -> None:
        self._space = lots.space
        self._within = lots.within
        self._near = near
        self._lots = lots
        self._drawn = 0
        """How many of the lots were used."""

    def few(self, count: int) -> "Iterator[Scenario]":
        """The one in which as much as may be differs from `near`, some named tenants, others by lot."""
        values = self._space.values
        opposite = tuple((at + 1) % len(each) for at, each in zip(self._near, values, strict=True))
        found = [self._space.complete(self._within, opposite), *self._tenants()][:count]
        yield from filter(None, found)
        yield from self.many(count - len(found))

    def many(self, count: int) -> "Iterator[Scenario]":
        """By lot; other ones each time."""
        for _ in range(count):
            lot = self._lots.at(self._drawn)
            self._drawn += 1
            if lot is not None:
                yield lot

    def way(self, start: Scenario, end: Scenario) -> "list[Scenario]":
        """From one to the other flag by flag; where no single step is legal, the rest in one."""
        found, here = [start], start
        left = [at for at, value in enumerate(end) if value != start[at]]
        while left:
            steps = ((at, (*here[:at], end[at], *here[at + 1 :])) for at in left)
            at, here = next((step for step in steps if self._space.is_legal(step[1])), (-1, end))
            left = [each for each in left if each != at and at >= 0]
            found.append(here)
        return found

    def apart(self, one: Scenario, other: Scenario) -> "list[int]":
        """The variables that differ; the tenant alone where that does, as its flags come with it."""
        found = [at for at, value in enumerate(one) if value != other[at]]
        tenant = self._space.tenant_at
        return [tenant] if tenant in found else found

    def _tenants(self) -> "list[Scenario]":
        found = tenants_within(self._space, self._within)
        return found if len(found) <= _TENANTS else random.Random(0).sample(found, _TENANTS)


def tenants_within(space: Any, within: "Mapping[int, int]") -> "list[Scenario]":
    """The legal scenarios of the named tenants that have the values of `within`."""
    return [
        scenario
        for scenario in space.tenants.values()
        if space.is_legal(scenario) and all(scenario[at] == value for at, value in within.items())
    ]
