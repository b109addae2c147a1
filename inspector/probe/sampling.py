"""The sample that stands for all scenarios where there are too many to evaluate."""

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any

from .covering import added_rows, covering
from .spot_checks import tenants_within

Scenario = tuple[int, ...]
_STRENGTHS = (3, 2)
_COUNTED = 4096
"""Combinations that are tried one by one to count the legal ones."""


class Sampler:
    """Chooses scenarios for one decision."""

    def __init__(self, space: Any, *, within: "Mapping[int, int]") -> None:
        self._space = space
        self._within = within

    def rows(
        self, variables: "Sequence[int]", known: "Sequence[Scenario]", most: int
    ) -> "tuple[int, list[Scenario]]":
        """(strength, scenarios to add to those known): the highest strength for which `most` suffice.

        Where not even pairs fit, as many scenarios as do, with strength 0. Those of named tenants come first.
        """
        asked = set(known)
        named = [each for each in tenants_within(self._space, self._within) if each not in asked][:most]
        rows, left = [*known, *named], most - len(named)
        for strength in _STRENGTHS:
            found = covering(self._space, variables, strength, rows=rows, within=self._within, most=left)
            if found is not None:
                return strength, [*named, *found]
        pairs = added_rows(self._space, variables, 2, rows=rows, within=self._within)
        return 0, [*named, *itertools.islice(pairs, left)]


def counted(space: Any, variables: "Sequence[int]", within: "Mapping[int, int]") -> str:
    """How many legal scenarios there are over these variables, as "2^31" or "1,536"."""
    sizes = [len(space.values[variable]) for variable in variables]
    product = math.prod(sizes)
    if space.total == math.prod(len(values) for values in space.values):
        return _power(product)
    if product <= _COUNTED:
        combinations = itertools.product(*(range(size) for size in sizes))
        legal = (
            space.complete({**within, **dict(zip(variables, each, strict=True))}, space.default)
            for each in combinations
        )
        return _power(sum(scenario is not None for scenario in legal))
    if not within and len(variables) == len(space.values):
        return _power(space.total)
    return f"up to {_power(product)}"


def _power(number: int) -> str:
    """A large power of two as such."""
    exponent = number.bit_length() - 1
    return f"2^{exponent}" if exponent > 10 and number == 1 << exponent else f"{number:,}"
