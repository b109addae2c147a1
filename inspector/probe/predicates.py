"""Whether a tool is enabled: each predicate asked on its own, as the SDK calls it."""

import dataclasses
import inspect
import time
from collections.abc import Collection
from typing import Any

from . import deadline, sdk
from .plain import error_text, is_a
from .recording import Stages
from .source import identity_of
from .stub_objects import package_of

SECONDS = 1.0
"""A predicate decides at once in a real run; one that takes longer is unknown."""
SHORTEST = 0.05
"""Seconds that each predicate has, whatever the ones before it took."""


Entries = Collection[Any]
"""What was read of flags and context, as `Stages` notes it."""


@dataclasses.dataclass
class Said:
    """What the load was told by something that is asked again in other scenarios."""

    answers: list[bool | None]
    """Of a predicate, for each tool that it decides about."""
    entries: Entries
    """What was read for the first of them."""


@dataclasses.dataclass(frozen=True)
class Enabled:
    """Answer of one `is_enabled`."""

    value: bool | None
    """None when the predicate could not be evaluated."""
    predicate: Any = None
    """The project's own callable; None for a plain bool."""
    error: str | None = None
    failure: str | None = None
    """`raised`, `too_long` or `stubbed`; None where nothing is proven of a real run."""


def stubbed(package: str) -> str:
    """Why an answer that is a stand-in of a stubbed package is none."""
    return f"the stubbed package `{package}` decides"


class Predicates:
    """Asks the predicates of one import root; those that don't decide take `budget` seconds together."""

    def __init__(
        self,
        context: Any,
        *,
        budget: float,
        context_failed: bool = False,
        unasked: str = "",
        stages: Stages | None = None,
    ) -> None:
        """`stages`, where there are flags, tells what is read; nothing is read of what came before."""
        self.said: dict[tuple[Any, ...], Said] = {}
        """By the identity of a predicate and the id of the agent that it was asked for."""
        self._stages = stages
        self._unasked = unasked
        """How asking them ended before; not empty: none is asked again."""
        self._context = context
        """The RunContextWrapper that predicates are given."""
        self._context_failed = context_failed
        self._left = budget
        self._slow: dict[tuple[int, ...], tuple[Any, str]] = {}
        """identity -> (predicate, error) of those that took too long: they are not asked again."""

    async def ask(self, entry: Any, agent: Any) -> Enabled:
        """A function tool's or handoff's `is_enabled`; every other kind is always enabled."""
        if not (sdk.is_function_tool(entry) or sdk.is_handoff(entry)):
            return Enabled(True)
        flag = getattr(entry, "is_enabled", True)
        if is_a(flag, bool):
            return Enabled(flag)
        predicate = sdk.predicate_behind(entry)
        if self._unasked:
            return Enabled(None, predicate, f"not asked again after: {self._unasked}")
        known = self._slow.get(identity_of(predicate))
        if known is not None:
            return self._unknown(predicate, known[1], "too_long")
        if self._stages is not None:
            self._stages.take_entries()  # of whatever ran before
        state = await self._asked(predicate, flag, agent)
        if self._stages is not None:
            entries = self._stages.take_entries()
            said = self.said.setdefault((identity_of(predicate), id(agent)), Said([], entries))
            said.answers.append(state.value)
        return state

    async def _asked(self, predicate: Any, flag: Any, agent: Any) -> Enabled:
        began = time.monotonic()
        try:
            answer = await self._answer(flag, agent)
        except deadline.TooLong as error:
            self._left -= time.monotonic() - began
            self._slow[identity_of(predicate)] = (predicate, error_text(error))
            return self._unknown(predicate, error_text(error), "too_long")
        except BaseException as error:
            return self._unknown(predicate, error_text(error), "raised")
        if isinstance(answer, str):
            return self._unknown(predicate, stubbed(answer), "stubbed")
        return Enabled(answer, predicate)

    async def _answer(self, flag: Any, agent: Any) -> bool | str:
        """What a run would take the answer for, or the stubbed package that the answer comes from."""
        seconds = max(SHORTEST, min(SECONDS, self._left))
        began = time.monotonic()
        with deadline.limited(seconds):
            answer = flag(self._context, agent)
        if time.monotonic() - began < seconds and inspect.isawaitable(answer):
            began = time.monotonic()
            answer = await deadline.awaited(answer, seconds)
        if time.monotonic() - began > seconds:  # it has caught what was to end it, or switched that off
            raise deadline.TooLong(f"no end after {seconds:g} s")
        package = package_of(answer)
        if package is not None:
            return package
        with deadline.limited(seconds):
            return bool(answer)

    def _unknown(self, predicate: Any, error: str, failure: str) -> Enabled:
        return Enabled(None, predicate, error, None if self._context_failed else failure)
