"""Legal scenarios that have some given values, the others as wished or drawn by lot."""

import math
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from .combinations import Missing

Scenario = tuple[int, ...]


class Completions:
    """Draws scenarios for the variables at given places, always the same for one seed."""

    def __init__(
        self, space: Any, variables: Sequence[int], *, within: "Mapping[int, int]", seed: int
    ) -> None:
        self._space = space
        self._variables = variables
        self._within = within
        self._sizes = [len(values) for values in space.values]
        self.free = space.total == math.prod(self._sizes)
        """Whether every scenario is legal."""
        self.random = Random(seed)

    def completed(
        self, fixed: "Mapping[int, int]", wished: Mapping[int, int] | None = None
    ) -> Scenario | None:
        """The legal scenario with the fixed values nearest to those wished, both by place; or None."""
        partial = {**self._within, **self._named(fixed)}
        wish = {**self._named(wished or {}), **partial}
        near = tuple(
            wish[variable] if variable in wish else self.random.randrange(size)
            for variable, size in enumerate(self._sizes)
        )
        if self.free:
            return near
        found: Scenario | None = self._space.complete(partial, near)
        return found

    def anything(self) -> dict[int, int]:
        """A value for each place."""
        return {
            place: self.random.randrange(self._sizes[variable])
            for place, variable in enumerate(self._variables)
        }

    def literals(self, row: Scenario, missing: Missing) -> list[int]:
        """Of a whole scenario."""
        return [missing.literal(place, row[variable]) for place, variable in enumerate(self._variables)]

    def _named(self, values: "Mapping[int, int]") -> dict[int, int]:
        return {self._variables[place]: value for place, value in values.items()}
