"""The tree of a decision while it grows: what is known of it, and what is still to be evaluated."""

import collections
import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

Scenario = tuple[int, ...]
"""Position of each variable's value."""
Tree = int | list[Any] | None
"""As the model's `Tree`; None where it isn't known yet."""
Told = tuple[int, tuple[int, ...]]
"""Position of the outcome of an evaluation, and the variables read for it, in order, each once."""


@dataclasses.dataclass
class Branch:
    """One that is to be evaluated, in a legal scenario that leads to it."""

    branches: list[Tree]
    value: int
    path: dict[int, int]
    """Values of the variables above it and of its own, in the order of reading."""
    scenario: Scenario


class DecisionTree:
    """Begins with nothing known; branches nearest to the root are evaluated first.

    Then it is soon proven when it has too many leaves.
    """

    def __init__(self, space: Any, within: "Mapping[int, int]", near: Scenario) -> None:
        self._space = space
        self._within = within
        self._near = near
        self._root: list[Tree] = [-1]
        self.pending: collections.deque[Branch] = collections.deque()
        self.leaves: list[Scenario] = []
        """The scenarios that were evaluated for it, one for each leaf that is known."""

    @property
    def root(self) -> Tree:
        """All of it."""
        return self._root[0]

    def trunk(self, first: Scenario) -> Branch:
        """What is to be grown first: nothing is above it."""
        return Branch(self._root, 0, {}, first)

    def grow(self, branch: Branch, told: Told) -> None:
        """Puts what was told in its place; what was read after its path has a branch for each other value."""
        (outcome, reads), scenario = told, branch.scenario
        branches, value, path = branch.branches, branch.value, branch.path
        for read in reads[len(path) :]:
            below: list[Tree] = [-1] * len(self._space.values[read])
            branches[value] = [read, below]
            for other in range(len(below)):
                if other != scenario[read]:
                    self._await(below, other, {**path, read: other})
            branches, value, path = below, scenario[read], {**path, read: scenario[read]}
        branches[value] = outcome
        self.leaves.append(scenario)

    def says(self, scenario: Scenario) -> Told:
        """What it says that evaluating a legal scenario gives, once nothing is pending."""
        node, reads = self._root[0], []
        while isinstance(node, list):
            reads.append(node[0])
            node = node[1][scenario[node[0]]]
        return -1 if node is None else node, tuple(reads)

    def leaf(self, scenario: Scenario, reads: "Sequence[int]") -> Scenario:
        """The one that was evaluated for the leaf that a scenario leads to by these variables."""
        return next(leaf for leaf in self.leaves if all(leaf[read] == scenario[read] for read in reads))

    def _await(self, branches: list[Tree], value: int, path: dict[int, int]) -> None:
        scenario = self._space.complete({**self._within, **path}, self._near)
        if scenario is not None:
            branches[value] = None
            self.pending.append(Branch(branches, value, path, scenario))
