"""Which scenarios are evaluated, one after the other, until it is known what comes out in all of them."""

import dataclasses
import json
import time
from collections.abc import Callable, Container, Generator, Hashable, Iterable, Mapping, Sequence
from typing import Any

from .budget import Budget
from .decision_tree import DecisionTree, Scenario, Told
from .sampling import Sampler, counted
from .spot_checks import Lots, SpotChecks

UNSTABLE = "it answers differently each time it is asked under the same flags"
UNSEEN = "it reads flags in a way that isn't seen"
_REMEMBERS = (
    "asked again with another value of a flag, it read other flags before that one: "
    "something keeps what it was asked before, or changes by itself"
)
_MOST_HIDDEN = 8
"""Variables that are taken for read without having been seen to be."""
_THOROUGH = 32
"""Scenarios that a tree with such variables is held against."""
_CHECKING = 1.0
"""Seconds that checks may take; two are made, however long it is."""
_Steps = Generator[Scenario, None, None]


@dataclasses.dataclass(frozen=True)
class Limits:
    """How much one decision may take."""

    evaluations: int = 4096
    """More leaves than that are sampled, with at most as many scenarios."""
    rechecks: int = 4
    """Evaluations made once more at the end, to see whether they still give the same."""
    checks: int = 6
    """Further scenarios that a tree is held against, fewer where an evaluation is slow."""


LIMITS = Limits()


@dataclasses.dataclass
class Decided:
    """A decision with its outcomes."""

    decision: dict[str, Any]
    """The model's `Decision`; its evaluations are those of different scenarios, of a tree one a leaf."""
    outcomes: list[Any]
    """Distinct ones in the order met, the first for each key; the decision has their positions."""
    scenarios: list[Scenario]
    """The first one that led to each outcome."""
    differing: tuple[Scenario, Any, Any] | None = None
    """A scenario that gave two outcomes, with both of them; then the decision has a doubt."""


def as_json(outcome: Any) -> Hashable:
    """A key for outcomes that are plain data."""
    return json.dumps(outcome, sort_keys=True, default=repr)


class Walk:
    """Asks for one evaluation after the other: evaluate `wanted`, `tell` what came of it, until it is None.

    It starts with the legal scenario that has the values of `within` and is nearest to `near`. Outcomes are
    one when their `key` is, by default when they are equal as JSON. `noun` is what evaluations are in the
    words of a doubt, as "builds". Scenarios that lead where one of `spared` led aren't evaluated merely to
    check. `lots`, of the same space and `within`, are shared by walks so that they are drawn once.
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
        spared: Container[Scenario] = (),
        lots: Lots | None = None,
    ) -> None:
        self._space = space
        self._near = near
        self._budget = budget
        self._limits = limits
        self._key = key or as_json
        self._within = dict(within or {})
        self._noun = noun
        self._spared = spared
        self._outcomes: list[Any] = []
        self._scenarios: list[Scenario] = []
        self._positions: dict[Hashable, int] = {}
        self._known: dict[Scenario, Told] = {}
        """What every scenario that was evaluated gave the first time."""
        self._reads: dict[int, None] = {}
        self._hidden: list[int] = []
        """Variables that decide, though no evaluation was seen to read them."""
        self._told: Told = (-1, ())
        self._tree = DecisionTree(space, self._within, near)
        self._checks = SpotChecks(lots or Lots(space, self._within), near)
        self._whole = False
        """Whether the tree is known to its last leaf."""
        self._strength = 0
        self._doubt = ""
        self._differing: tuple[Scenario, Any, Any] | None = None
        self._settled = False
        """Whether all that counts is evaluated; what follows are checks."""
        self._confirmed = False
        """Whether a scenario that the tree wasn't made from gave what it says."""
        self._seconds, self._count = 0.0, 0
        """What evaluations took until now."""
        self._began = time.monotonic()
        self._plan = self._steps()
        self.wanted: Scenario | None = next(self._plan, None)

    @property
    def checking(self) -> bool:
        """Whether `wanted` is to confirm what is known, and not to know more."""
        return self._settled

    def tell(self, outcome: Any, reads: Sequence[int]) -> None:
        """What evaluating `wanted` gave, and the variables that it read, in order."""
        assert self.wanted is not None
        self._seconds, self._count = self._seconds + time.monotonic() - self._began, self._count + 1
        name = self._key(outcome)
        position = self._positions.get(name)
        if position is None:
            position = self._positions[name] = len(self._outcomes)
            self._outcomes.append(outcome)
            self._scenarios.append(self.wanted)
        self._reads.update(dict.fromkeys(reads))
        self._told = (position, tuple(read for read in reads if read not in self._within))
        known, _ = self._known.setdefault(self.wanted, self._told)
        if known != position and self._differing is None:
            self._differing = (self.wanted, self._outcomes[known], self._outcomes[position])
            self._doubt = UNSTABLE
        self._go_on()

    def give_up(self, doubt: str) -> None:
        """Evaluate nothing more; of checks that aren't made nothing is doubted."""
        if not self._settled:
            self._doubt, self._strength = doubt, 0
        self._plan.close()
        self.wanted = None

    def decided(self) -> Decided:
        """Once nothing more is wanted."""
        whole = self._whole
        decision: dict[str, Any] = {
            "doubt": self._doubt,
            "reads": sorted(self._reads),
            "evaluations": len(self._tree.leaves if whole else self._known),
        }
        if whole:
            decision["tree"] = self._tree.root
        else:
            decision["samples"] = [[list(scenario), known] for scenario, (known, _) in self._known.items()]
            decision["strength"] = self._strength
        return Decided(decision, self._outcomes, self._scenarios, self._differing)

    def _go_on(self) -> None:
        if self._budget.over:
            self.give_up(f"{len(self._known)} of {self._total()} {self._noun}, then {self._budget.ending}")
        else:
            self.wanted = next(self._plan, None)
            self._began = time.monotonic()

    def _steps(self) -> _Steps:
        first = self._space.complete(self._within, self._near)
        if first is None:
            self._whole = True
            return
        fits = yield from self._grow(first)
        if fits and not self._doubt:
            fits = yield from self._confirm(first)
        if not fits:
            yield from self._sample()
        self._settled = True
        yield from self._recheck(first)

    def _evaluated(self, scenario: Scenario) -> "Generator[Scenario, None, Told]":
        """What a scenario gives, the variables that aren't seen to be read before those that are."""
        if scenario not in self._known:
            yield scenario
        position, reads = self._known[scenario]
        return position, (*self._hidden, *(read for read in reads if read not in self._hidden))

    def _grow(self, first: Scenario) -> Generator[Scenario, None, bool]:
        """Evaluates every branch; False as soon as there are provably more leaves than are allowed."""
        tree = self._tree = DecisionTree(self._space, self._within, self._near)
        tree.grow(tree.trunk(first), (yield from self._evaluated(first)))
        while tree.pending:
            if len(tree.leaves) + len(tree.pending) > self._limits.evaluations:
                return False
            branch = tree.pending.popleft()
            told = yield from self._evaluated(branch.scenario)
            if told[1][: len(branch.path)] != tuple(branch.path):
                self._doubt = self._doubt or (UNSEEN if self._hidden else _REMEMBERS)
                return True
            tree.grow(branch, told)
        self._whole = True
        return True

    def _confirm(self, first: Scenario) -> Generator[Scenario, None, bool]:
        """Holds the tree against further scenarios, and grows it anew by what it hasn't seen."""
        fits = True
        while fits and self._whole and self._differing is None:
            self._settled = True
            affordable = int(_CHECKING * self._count / max(self._seconds, 1e-9))
            few = self._checks.few(min(self._limits.checks, max(2, affordable)))
            scenario = yield from self._contradiction(self._checks.many(_THOROUGH) if self._hidden else few)
            if scenario is None or self._differing is not None:
                return True
            self._settled = self._whole = False
            hidden = yield from self._unseen(scenario)
            if self._differing is not None:
                self._whole = True
            elif not self._doubt and len(self._hidden) + len(hidden) <= _MOST_HIDDEN:
                self._hidden += hidden
                self._reads.update(dict.fromkeys(hidden))
                fits = yield from self._grow(first)
            else:
                self._doubt = self._doubt or UNSEEN
        return fits

    def _contradiction(self, scenarios: Iterable[Scenario]) -> Generator[Scenario, None, Scenario | None]:
        """The first of these scenarios that gives something else than the tree says."""
        for scenario in scenarios:
            said = self._tree.says(scenario)
            if self._spared and self._tree.leaf(scenario, said[1]) in self._spared:
                continue
            told = yield from self._evaluated(scenario)
            if told != said:
                return scenario
            self._confirmed = True
        return None

    def _unseen(self, scenario: Scenario) -> "Generator[Scenario, None, list[int]]":
        """The variables whose change makes out the difference to what the tree says of a scenario.

        Nothing where what one scenario gives isn't the same twice; then there is a doubt.
        """
        known = self._tree.leaf(scenario, self._tree.says(scenario)[1])
        if not (yield from self._still(scenario, known, known, scenario)):
            return []
        way = self._checks.way(known, scenario)
        said = yield from self._evaluated(known)
        low, high = 0, len(way) - 1
        while high - low > 1:
            middle = (low + high) // 2
            if (yield from self._evaluated(way[middle])) == said:
                low = middle
            else:
                high = middle
        if not (yield from self._still(way[high], way[low], way[low], way[high])):
            return []
        return self._checks.apart(way[low], way[high])

    def _still(self, *scenarios: Scenario) -> Generator[Scenario, None, bool]:
        """Whether each gives once more what it gave the first time."""
        for scenario in scenarios:
            yield scenario
            if self._told != self._known[scenario]:
                self._doubt = self._doubt or _REMEMBERS
                return False
        return True

    def _sample(self) -> _Steps:
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

    def _recheck(self, first: Scenario) -> _Steps:
        """The first scenario, then others from the last one on: state that is kept shows in another order.

        Two suffice where further scenarios have given what the tree says.
        """
        most = min(2, self._limits.rechecks) if self._confirmed else self._limits.rechecks
        others = [scenario for scenario in reversed(self._known) if scenario != first]
        step = max(1, len(others) // max(1, most - 1))
        chosen = [first, *others[::step], first, first, first][:most]
        for scenario in chosen:
            if self._differing is None:
                yield scenario
