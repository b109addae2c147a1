"""Has one thing of the project decided over all scenarios, whatever it does to whoever asks."""

import contextlib
import dataclasses
import re
from collections.abc import Awaitable, Callable, Hashable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from . import predicates, sdk
from .budget import Budget
from .decisions import UNSTABLE, Decided, GiveUp, Limits, as_json, decide_async
from .fickleness import Fickleness
from .questions import Questions
from .recording import Stage, Stages

_PATIENCE = 2
"""Times that one callable may take too long before it isn't asked any more."""
_PATIENCE_WITH_CODE = 5
"""The same for all that have one code, as the predicates that each build of a factory defines anew."""
_STALE = "it reads flags that its agent was built with, which another run would not have changed"
_SLOW = "it took too long several times and wasn't asked in further scenarios"
_NUMBERS = re.compile(r"[0-9]+")

_DRAWS = 20
"""Times that what draws random numbers is asked again."""

Key = tuple[Any, ...]
"""What makes two callables one."""


@dataclasses.dataclass
class Asked:
    """What a callable is asked with in one scenario."""

    context: Any
    """The RunContextWrapper; an empty one where making the context fails."""
    context_failed: bool
    seconds: float


@dataclasses.dataclass
class Outcome:
    """What it gave."""

    value: dict[str, Any]
    """An outcome of the model's, as `Answer`."""
    too_long: bool = False


_NEVER = (0, Outcome({}))


class Lost:
    """Callables that took too long so often that they aren't asked any more."""

    def __init__(self, budget: Budget) -> None:
        self._by_identity: dict[Key, tuple[int, Outcome]] = {}
        self._by_code: dict[Any, tuple[int, Outcome]] = budget.lost

    def outcome(self, identity: Key, code: Any) -> Outcome | None:
        """What came of one that is lost; None for any other."""
        own, shared = self._by_identity.get(identity), self._by_code.get(code)
        if own is not None and own[0] >= _PATIENCE:
            return own[1]
        return shared[1] if shared is not None and shared[0] >= _PATIENCE_WITH_CODE else None

    def add(self, identity: Key, code: Any, outcome: Outcome) -> None:
        """One that took too long once more."""
        self._by_identity[identity] = (self._by_identity.get(identity, _NEVER)[0] + 1, outcome)
        if code is not None:
            self._by_code[code] = (self._by_code.get(code, _NEVER)[0] + 1, outcome)


class Inquiry:
    """What the decisions of one exploration have in common."""

    def __init__(
        self,
        stages: Stages,
        budget: Budget,
        *,
        near: tuple[int, ...],
        within: Mapping[int, int],
        limits: Limits,
    ) -> None:
        self.questions = Questions()
        self.budget = budget
        self.stale: set[int] = set()
        """Variables read by evaluations that, in part, read what another scenario was given."""
        self.environment: AbstractContextManager[Any] = stages.environment or contextlib.nullcontext()
        """To be entered while the project is asked."""
        self._stages = stages
        self._near = near
        self._within = within
        self._limits = limits
        self._lost = Lost(budget)

    async def decided(
        self,
        identity: Key,
        ask: Callable[[Asked], Awaitable[Outcome]],
        *,
        code: Any = None,
        key: Callable[[Any], Hashable] = as_json,
        fickle: bool = True,
    ) -> Decided:
        """The decision of what `ask` gives.

        `code` is what callables have in common that are built anew each time; `fickle`: whether what changes
        by itself is to be doubted.
        """
        outcome = self._lost.outcome(identity, code)
        if outcome is not None:
            decision = {"tree": 0, "doubt": _SLOW, "reads": [], "evaluations": 0}
            return Decided(decision, [outcome.value], [self._near])
        one = _Inquiry(self._stages, self.budget, self._lost, (identity, code), ask)
        fickleness = self.questions.fickleness = Fickleness()
        found = await decide_async(
            self._stages.space,
            one.evaluate,
            near=self._near,
            budget=self.budget,
            limits=self._limits,
            key=key,
            within=self._within,
        )
        if fickle and fickleness.lots:
            await _ask_again(one, found, key)
        if found.differing is not None and not fickle and _but_for_numbers(*found.differing[1:]):
            found.differing, found.decision["doubt"] = None, ""
        doubts = [found.decision["doubt"], *one.doubts]
        if fickle and found.differing is None:
            doubts.append(fickleness.doubt)
        if one.stale:
            self.stale |= one.stale
            doubts.append("" if one.stale <= self._within.keys() else _STALE)
        found.decision["doubt"] = "; ".join(dict.fromkeys(filter(None, doubts)))
        return found


class _Inquiry:
    """One decision of an exploration."""

    def __init__(
        self,
        stages: Stages,
        budget: Budget,
        lost: Lost,
        identity: tuple[Key, Any],
        ask: Callable[[Asked], Awaitable[Outcome]],
    ) -> None:
        self.doubts: dict[str, None] = {}
        self.stale: set[int] = set()
        self._stages = stages
        self._budget = budget
        self._lost = lost
        self._identity = identity
        self._ask = ask
        self._too_long: dict[tuple[int, ...], tuple[Any, tuple[int, ...]]] = {}

    async def evaluate(self, scenario: tuple[int, ...]) -> tuple[Any, tuple[int, ...]]:
        known = self._too_long.get(scenario)
        if known is not None:
            return known
        if self._lost.outcome(*self._identity) is not None:
            raise GiveUp(_SLOW)
        self._stages.fresh()
        self._stages.take_reads()  # of whatever ran before
        stage = await self._stages.at(scenario)
        context, failed = _wrapper(stage)
        seconds = min(predicates.SECONDS, max(predicates.SHORTEST, self._budget.left))
        outcome = await self._ask(Asked(context, failed, seconds))
        reads = stage.take_reads()
        if self._stages.doubt:
            self.doubts[self._stages.doubt] = None
        if self._stages.stale:
            self.stale.update(reads)
        if outcome.too_long:
            self._lost.add(*self._identity, outcome)
            self._too_long[scenario] = (outcome.value, reads)
        return outcome.value, reads


async def _ask_again(one: _Inquiry, found: Decided, key: Callable[[Any], Hashable]) -> None:
    """Gives what draws random numbers the occasion to differ."""
    first = found.scenarios[0]
    try:
        for _ in range(_DRAWS):
            if found.differing is None:
                answer, _ = await one.evaluate(first)
                if key(answer) != key(found.outcomes[0]):
                    found.differing = (first, found.outcomes[0], answer)
                    found.decision["doubt"] = UNSTABLE
    except GiveUp:
        return


def _wrapper(stage: Stage) -> tuple[Any, bool]:
    """(RunContextWrapper, whether making the context fails in this scenario)."""
    try:
        return stage.wrapper, False
    except BaseException:  # the load says so of the configured context; here its tools become unknown
        return sdk.run_context(None), True


def _but_for_numbers(one: Any, other: Any) -> bool:
    """Whether two outcomes differ in numbers alone, as texts do that say what time it is."""
    return _NUMBERS.sub("0", str(one)) == _NUMBERS.sub("0", str(other))
