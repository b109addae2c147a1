"""Scenarios to hold a tree against that it wasn't made from, and the way from one to another."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

Scenario = tuple[int, ...]
_TENANTS = 3
"""Named tenants that are among a few scenarios."""


class SpotChecks:
    """Legal scenarios that have the values of `within`, always the same for one space."""

    def __init__(self, space: Any, within: "Mapping[int, int]", near: Scenario) -> None:
        self._space = space
        self._within = within
        self._near = near
        self._random = random.Random(0)
        self._sizes = [len(values) for values in space.values]

    def few(self, count: int) -> "Iterator[Scenario]":
        """The one in which as much as may be differs from `near`, some named tenants, others by lot."""
        opposite = ((at + 1) % size for at, size in zip(self._near, self._sizes, strict=True))
        found = [self._completed(tuple(opposite)), *self._tenants()][:count]
        yield from filter(None, found)
        yield from self.many(count - len(found))

    def many(self, count: int) -> "Iterator[Scenario]":
        """By lot; other ones each time."""
        for _ in range(count):
            lot = self._completed(tuple(int(self._random.random() * size) for size in self._sizes))
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
        return found if len(found) <= _TENANTS else self._random.sample(found, _TENANTS)

    def _completed(self, near: Scenario) -> "Scenario | None":
        found: Scenario | None = self._space.complete(self._within, near)
        return found


def tenants_within(space: Any, within: "Mapping[int, int]") -> "list[Scenario]":
    """The legal scenarios of the named tenants that have the values of `within`."""
    return [
        scenario
        for scenario in space.tenants.values()
        if space.is_legal(scenario) and all(scenario[at] == value for at, value in within.items())
    ]
