"""Has one thing of the project decided over all scenarios, whatever it does to whoever asks."""

import dataclasses
import re
import time
from collections.abc import Awaitable, Callable, Hashable, Mapping
from typing import Any

from . import predicates, sdk
from .budget import Budget
from .decisions import UNSTABLE, Decided, GiveUp, Walk, as_json, decide_async
from .fickleness import Fickleness
from .plain import error_text
from .predicates import Said
from .questions import Questions
from .recording import Stage, Stages
from .spot_checks import Lots

_PATIENCE = 2
"""Times that one callable may take too long before it isn't asked any more."""
_PATIENCE_WITH_CODE = 5
"""The same for all that have one code, as the predicates that each build of a factory defines anew."""
_STALE = "it reads flags that its agent was built with, which another run would not have changed"
_SLOW = "it took too long several times and wasn't asked in further scenarios"
REMEMBERS = "it answers otherwise than when it was loaded: something remembers earlier calls"
_FORGOTTEN = "it doesn't read {} any more, as it did when it was loaded: something keeps what came of that"
_NUMBERS = re.compile(r"[0-9]+")

_AGAIN, _AGAIN_SECONDS = 20, 0.5
"""Times that what asks for the time or draws random numbers is asked again, and no more after that long."""

Key = tuple[Any, ...]
"""What makes two callables one."""


@dataclasses.dataclass
class Asked:
    """What a callable is asked with in one scenario."""

    context: Any
    """The RunContextWrapper; an empty one where making the context fails."""
    context_error: str
    """What making the context raised in this scenario; empty when it could be made."""
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
    ) -> None:
        self.questions = Questions(stages.watchdog)
        self.budget = budget
        self.stale: set[int] = set()
        """Variables read by evaluations that, in part, read what another scenario was given."""
        self.kept: set[int] = set()
        """Variables that were read when something was loaded, and not when it was asked again, whatever it is
        that keeps what came of them."""
        self._stages = stages
        self._near = near
        self._within = within
        self._lots = Lots(stages.space, within)
        self._lost = Lost(budget)

    async def decided(
        self,
        identity: Key,
        ask: Callable[[Asked], Awaitable[Outcome]],
        *,
        code: Any = None,
        key: Callable[[Any], Hashable] = as_json,
        fickle: bool = True,
        said: Said | None = None,
    ) -> Decided:
        """The decision of what `ask` gives.

        `code` is what callables have in common that are built anew each time; `fickle`: whether what changes
        by itself is to be doubted. `said` is what it told before, in the scenario to stay close to.
        """
        outcome = self._lost.outcome(identity, code)
        if outcome is not None:
            decision = {"tree": 0, "doubt": _SLOW, "reads": [], "evaluations": 0}
            return Decided(decision, [outcome.value], [self._near])
        one = _Inquiry(self._stages, self.budget, self._lost, (identity, code), ask)
        fickleness = self.questions.fickleness = Fickleness()
        walk = self._walk(one, key)

        async def evaluate(scenario: tuple[int, ...]) -> tuple[Any, tuple[int, ...]]:
            fickleness.resting = walk.checking
            return await one.evaluate(scenario)

        found = await decide_async(walk, evaluate)
        if fickle and fickleness.doubt:
            await _ask_again(one, found, key)
        if found.differing is not None and not fickle and _but_for_numbers(*found.differing[1:]):
            found.differing, found.decision["doubt"] = None, ""
        lost = self._lost_reads(one, said)
        if found.differing is None and not fickleness.doubt:
            self.kept.update(lost)
        doubts = [found.decision["doubt"], *one.doubts, *self._stale(one), *self._forgotten(lost)]
        if fickle and found.differing is None:
            doubts.append(fickleness.doubt)
        if said is not None and answers_otherwise(found, said):
            doubts.append(REMEMBERS)
        found.decision["doubt"] = "; ".join(dict.fromkeys(filter(None, doubts)))
        return found

    def _walk(self, one: "_Inquiry", key: Callable[[Any], Hashable]) -> Walk:
        return Walk(
            self._stages.space,
            near=self._near,
            budget=self.budget,
            key=key,
            within=self._within,
            spared=one.too_long,
            lots=self._lots,
        )

    def _stale(self, one: "_Inquiry") -> list[str]:
        """Doubts about what was read that another scenario was given."""
        self.stale |= one.stale
        return [] if one.stale <= self._within.keys() else [_STALE]

    def _lost_reads(self, one: "_Inquiry", said: Said | None) -> list[int]:
        """What was read when it was loaded, and isn't any more in the same scenario."""
        if said is None or one.first is None or not said.entries:
            return []
        before = self._stages.reads_of(said.entries)
        return [each for each in before if each not in one.first and each not in self._within]

    def _forgotten(self, lost: list[int]) -> list[str]:
        """Doubts about it."""
        names = self._stages.space.names
        return [_FORGOTTEN.format(" and ".join(f"`{names[each]}`" for each in lost))] if lost else []


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
        self.first: tuple[int, ...] | None = None
        """The variables that the first evaluation read."""
        self.too_long: dict[tuple[int, ...], tuple[Any, tuple[int, ...]]] = {}
        """What came of scenarios that took too long."""

    async def evaluate(self, scenario: tuple[int, ...]) -> tuple[Any, tuple[int, ...]]:
        known = self.too_long.get(scenario)
        if known is not None:
            return known
        if self._lost.outcome(*self._identity) is not None:
            raise GiveUp(_SLOW)
        self._stages.fresh()
        self._stages.take_reads()  # of whatever ran before
        stage = await self._stages.at(scenario)
        context, error = _wrapper(stage)
        seconds = min(predicates.SECONDS, max(predicates.SHORTEST, self._budget.left))
        outcome = await self._ask(Asked(context, error, seconds))
        reads = stage.take_reads()
        if self.first is None:
            self.first = reads
        if self._stages.doubt:
            self.doubts[self._stages.doubt] = None
        if self._stages.stale:
            self.stale.update(reads)
        if outcome.too_long:
            self._lost.add(*self._identity, outcome)
            self.too_long[scenario] = (outcome.value, reads)
        return outcome.value, reads


async def _ask_again(one: _Inquiry, found: Decided, key: Callable[[Any], Hashable]) -> None:
    """Gives what changes by itself the occasion to differ."""
    first = found.scenarios[0]
    end = time.monotonic() + _AGAIN_SECONDS
    try:
        for _ in range(_AGAIN):
            if found.differing is None and time.monotonic() < end:
                answer, _ = await one.evaluate(first)
                if key(answer) != key(found.outcomes[0]):
                    found.differing = (first, found.outcomes[0], answer)
                    found.decision["doubt"] = UNSTABLE
    except GiveUp:
        return


def answers_otherwise(found: Decided, said: Said) -> bool:
    """Whether the first scenario gives another answer than the load got, as far as both are answers."""
    now = found.outcomes[0].get("enabled") if found.outcomes else None
    return now is not None and any(answer is not None and answer is not now for answer in said.answers)


def _wrapper(stage: Stage) -> tuple[Any, str]:
    """(RunContextWrapper, what making the context raised in this scenario)."""
    try:
        return stage.wrapper, ""
    except BaseException as error:
        return sdk.run_context(None), error_text(error)


def _but_for_numbers(one: Any, other: Any) -> bool:
    """Whether two outcomes differ in numbers alone, as texts do that say what time it is."""
    return _NUMBERS.sub("0", str(one)) == _NUMBERS.sub("0", str(other))
