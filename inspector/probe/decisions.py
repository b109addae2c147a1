"""How something of the project depends on flags: it is evaluated again with other values of what it read."""

import collections
import dataclasses
import json
from collections.abc import Awaitable, Callable, Generator, Hashable, Mapping, Sequence
from typing import Any

from .budget import Budget
from .sampling import Sampler, counted

Scenario = tuple[int, ...]
"""Position of each variable's value."""
Evaluated = tuple[Any, Sequence[int]]
"""What came out, and the variables read for it, in order, each once."""
Tree = int | list[Any] | None
"""As the model's `Tree`; None where it isn't known yet."""

UNSTABLE = "it answers differently each time it is asked under the same flags"
_REMEMBERS = (
    "asked again with another value of a flag, it read other flags before that one: "
    "something keeps what it was asked before, or changes by itself"
)


@dataclasses.dataclass(frozen=True)
class Limits:
    """How much one decision may take."""

    evaluations: int = 4096
    """More leaves than that are sampled, with at most as many scenarios."""
    rechecks: int = 4
    """Evaluations made once more at the end, to see whether they still give the same."""


LIMITS = Limits()


class GiveUp(Exception):
    """Raised by an evaluation that shall not be made, nor any after it; its text becomes the doubt."""


@dataclasses.dataclass
class Decided:
    """A decision with its outcomes."""

    decision: dict[str, Any]
    """The model's `Decision`; its evaluations are those of different scenarios."""
    outcomes: list[Any]
    """Distinct ones in the order met, the first for each key; the decision has their positions."""
    scenarios: list[Scenario]
    """The first one that led to each outcome."""
    differing: tuple[Scenario, Any, Any] | None = None
    """A scenario that gave two outcomes, with both of them; then the decision has a doubt."""


def decide(
    space: Any,
    evaluate: Callable[[Scenario], Evaluated],
    *,
    near: Scenario,
    budget: Budget,
    limits: Limits = LIMITS,
    key: Callable[[Any], Hashable] | None = None,
    within: Mapping[int, int] | None = None,
    noun: str = "scenarios",
) -> Decided:
    """The decision of what `evaluate` gives, over the legal scenarios that have the values of `within`.

    Starts with the one nearest to `near`. Outcomes are one when their `key` is, by default when they are
    equal as JSON. `noun` is what evaluations are in the words of a doubt, as "builds". An evaluation may
    raise GiveUp; whatever else it raises is raised here.
    """
    walk = Walk(space, near=near, budget=budget, limits=limits, key=key, within=within, noun=noun)
    while walk.wanted is not None:
        try:
            outcome, reads = evaluate(walk.wanted)
        except GiveUp as error:
            walk.give_up(str(error))
        else:
            walk.tell(outcome, reads)
    return walk.decided()


async def decide_async(
    space: Any,
    evaluate: "Callable[[Scenario], Awaitable[Evaluated]]",
    *,
    near: Scenario,
    budget: Budget,
    limits: Limits = LIMITS,
    key: Callable[[Any], Hashable] | None = None,
    within: Mapping[int, int] | None = None,
    noun: str = "scenarios",
) -> Decided:
    """`decide` of what is awaited."""
    walk = Walk(space, near=near, budget=budget, limits=limits, key=key, within=within, noun=noun)
    while walk.wanted is not None:
        try:
            outcome, reads = await evaluate(walk.wanted)
        except GiveUp as error:
            walk.give_up(str(error))
        else:
            walk.tell(outcome, reads)
    return walk.decided()


@dataclasses.dataclass
class _Pending:
    """A branch that is still to be evaluated, in a legal scenario that leads to it."""

    branches: list[Tree]
    value: int
    path: dict[int, int]
    """Values of the variables above it and of its own, in the order of reading."""
    scenario: Scenario


class Walk:
    """Asks for one evaluation after the other: evaluate `wanted`, `tell` what came of it, until it is None.

    Branches nearest to the root come first: then it is soon proven when a tree has too many leaves.
    """

    def __init__(
        self,
        space: Any,
        *,
        near: Scenario,
        budget: Budget,
        limits: Limits = LIMITS,
        key: Callable[[Any], Hashable] | None = None,
        within: Mapping[int, int] | None = None,
        noun: str = "scenarios",
    ) -> None:
        self._space = space
        self._near = near
        self._budget = budget
        self._limits = limits
        self._key = key or as_json
        self._within = dict(within or {})
        self._noun = noun
        self._outcomes: list[Any] = []
        self._scenarios: list[Scenario] = []
        self._positions: dict[Hashable, int] = {}
        self._known: dict[Scenario, int] = {}
        """Outcome of every scenario that was evaluated."""
        self._reads: dict[int, None] = {}
        self._told: tuple[int, tuple[int, ...]] = (-1, ())
        self._root: list[Tree] = [-1]
        self._pending: collections.deque[_Pending] = collections.deque()
        self._whole = False
        """Whether the tree is known to its last leaf."""
        self._strength = 0
        self._doubt = ""
        self._differing: tuple[Scenario, Any, Any] | None = None
        self._settled = False
        """Whether all that counts is evaluated; what follows are rechecks."""
        self._plan = self._steps()
        self.wanted: Scenario | None = next(self._plan, None)

    def tell(self, outcome: Any, reads: Sequence[int]) -> None:
        """What evaluating `wanted` gave, and the variables that it read, in order."""
        assert self.wanted is not None
        name = self._key(outcome)
        position = self._positions.get(name)
        if position is None:
            position = self._positions[name] = len(self._outcomes)
            self._outcomes.append(outcome)
            self._scenarios.append(self.wanted)
        self._reads.update(dict.fromkeys(reads))
        known = self._known.setdefault(self.wanted, position)
        if known != position and self._differing is None:
            self._differing = (self.wanted, self._outcomes[known], self._outcomes[position])
            self._doubt = UNSTABLE
        self._told = (position, tuple(read for read in reads if read not in self._within))
        self._go_on()

    def give_up(self, doubt: str) -> None:
        """Evaluate nothing more; of rechecks that aren't made nothing is doubted."""
        if not self._settled:
            self._doubt, self._strength = doubt, 0
        self._plan.close()
        self.wanted = None

    def decided(self) -> Decided:
        """Once nothing more is wanted."""
        decision: dict[str, Any] = {
            "doubt": self._doubt,
            "reads": sorted(self._reads),
            "evaluations": len(self._known),
        }
        if self._whole:
            decision["tree"] = self._root[0]
        else:
            decision["samples"] = [[list(scenario), known] for scenario, known in self._known.items()]
            decision["strength"] = self._strength
        return Decided(decision, self._outcomes, self._scenarios, self._differing)

    def _go_on(self) -> None:
        if self._budget.over:
            self.give_up(f"{len(self._known)} of {self._total()} {self._noun}, then {self._budget.ending}")
        else:
            self.wanted = next(self._plan, None)

    def _steps(self) -> Generator[Scenario, None, None]:
        first = self._space.complete(self._within, self._near)
        if first is None:
            self._whole = True
            return
        yield first
        self._grow(self._root, 0, {}, first)
        fits = yield from self._walk()
        if not fits:
            yield from self._sample()
        self._whole = fits and not self._doubt
        self._settled = True
        yield from self._recheck(first)

    def _walk(self) -> Generator[Scenario, None, bool]:
        """Evaluates every branch; False as soon as there are provably more leaves than are allowed."""
        while self._pending:
            if len(self._known) + len(self._pending) > self._limits.evaluations:
                return False
            branch = self._pending.popleft()
            yield branch.scenario
            if self._told[1][: len(branch.path)] != tuple(branch.path):
                self._doubt = self._doubt or _REMEMBERS
                return True
            self._grow(branch.branches, branch.value, branch.path, branch.scenario)
        return True

    def _grow(self, branches: list[Tree], value: int, path: dict[int, int], scenario: Scenario) -> None:
        """Puts what was told in its place; what was read after `path` has a branch for each other value."""
        outcome, reads = self._told
        for read in reads[len(path) :]:
            below: list[Tree] = [-1] * len(self._space.values[read])
            branches[value] = [read, below]
            for other in range(len(below)):
                if other != scenario[read]:
                    self._await(below, other, {**path, read: other})
            branches, value, path = below, scenario[read], {**path, read: scenario[read]}
        branches[value] = outcome

    def _await(self, branches: list[Tree], value: int, path: dict[int, int]) -> None:
        scenario = self._space.complete({**self._within, **path}, self._near)
        if scenario is not None:
            branches[value] = None
            self._pending.append(_Pending(branches, value, path, scenario))

    def _sample(self) -> Generator[Scenario, None, None]:
        """Evaluates a covering array of what is read, until its scenarios read nothing new."""
        sampler = Sampler(self._space, within=self._within)
        done = False
        while not done:
            variables = self._sampled()
            left = self._limits.evaluations - len(self._known)
            self._strength, rows = sampler.rows(variables, list(self._known), left)
            for row in rows:
                yield row
            done = not rows or self._sampled() == variables
        self._doubt = self._doubt or (
            f"{f'{self._strength}-wise ' if self._strength else ''}sample, "
            f"{len(self._known)} of {self._total()} {self._noun}"
        )

    def _sampled(self) -> list[int]:
        return sorted(read for read in self._reads if read not in self._within)

    def _total(self) -> str:
        return counted(self._space, self._sampled(), self._within)

    def _recheck(self, first: Scenario) -> Generator[Scenario, None, None]:
        """The first scenario, then others from the last one on: state that is kept shows in another order."""
        others = [scenario for scenario in reversed(self._known) if scenario != first]
        step = max(1, len(others) // max(1, self._limits.rechecks - 1))
        chosen = [first, *others[::step], first, first, first][: self._limits.rechecks]
        for scenario in chosen:
            if self._differing is None:
                yield scenario


def as_json(outcome: Any) -> Hashable:
    """A key for outcomes that are plain data."""
    return json.dumps(outcome, sort_keys=True, default=repr)
