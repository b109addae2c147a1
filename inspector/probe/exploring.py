"""Predicates, instructions and MCP listings of agents that were read, over all legal scenarios."""

import asyncio
import collections
import contextlib
import dataclasses
import functools
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any

from .budget import Budget
from .extract import Askable, Survey, servers_of
from .inquiry import Inquiry
from .listings import Listings
from .plain import error_text
from .recording import Stages
from .switches import Made, predicates_of, switch
from .tellings import has_telling, telling

_EVERY = 1.0
"""Seconds between the parts that are emitted."""
Part = dict[str, list[Any]]
_Around = Callable[[], AbstractAsyncContextManager[None]]


def explore(
    survey: Survey,
    *,
    stages: Stages,
    budget: Budget,
    request: Mapping[str, Any],
    near: "tuple[int, ...] | None" = None,
    within: "Mapping[int, int] | None" = None,
    emit: "Callable[[Part], None] | None" = None,
    stale: "set[int] | None" = None,
) -> Part:
    """Lists for fields of a `RootExploration`: switches, tellings, listings, unstable, unfinished, kept.

    `survey` is what `extract.surveyed` gave. Decisions are over the legal scenarios that have the values of
    `within`: for a build of a factory, those that its tree has on the way to it. `near` is the scenario to
    stay close to, by default the requested one. `emit` is given parts about every second; what is returned
    wasn't emitted. `stale` gets the variables that were read of flags which another scenario was given, as by
    a closure over those of a build. Starts MCP servers once more where the request has `mcp`, and stops them.
    Needs no running event loop; never raises what the project raises.
    """
    near = stages.space.requested if near is None else near
    inquiry = Inquiry(stages, budget, near=near, within=dict(within or {}))
    exploration = _Exploration(survey, inquiry, emit)
    exploration.ask()
    if request.get("mcp"):
        exploration.list_servers(Listings(inquiry, request))
    if stale is not None:
        stale |= inquiry.stale
    return {**exploration.take(), "kept": sorted(inquiry.kept)}


@dataclasses.dataclass
class _Job:
    """One decision to be made."""

    what: str
    """As `is_enabled of function:refund`."""
    consumer: str
    field: str
    """Of a `RootExploration`."""
    make: Callable[[], Awaitable[Made]]


class _Exploration:
    def __init__(self, survey: Survey, inquiry: Inquiry, emit: "Callable[[Part], None] | None") -> None:
        self._survey = survey
        self._inquiry = inquiry
        self._emit = emit
        self._emitted = time.monotonic()
        self._part = _empty()

    def ask(self) -> None:
        """Explores all predicates and instructions."""
        if not self._survey.unasked:
            jobs = [job for askable in self._survey.askables for job in self._questions(askable)]
            self._work(jobs, asyncio.SelectorEventLoop, contextlib.nullcontext)
            return
        reason = f"nothing was asked in other scenarios, since asking ended with: {self._survey.unasked}"
        self._part["unfinished"].append(reason)

    def list_servers(self, listings: Listings) -> None:
        """Explores what the servers of each agent offer."""
        askables = [each for each in self._survey.askables if servers_of(each.item.agent)]
        if not askables:
            return
        jobs = [
            _Job("MCP tools", each.item.id, "listings", functools.partial(listings.listing, each))
            for each in askables
        ]
        self._work(jobs, asyncio.new_event_loop, functools.partial(listings.running, askables))

    def _questions(self, askable: Askable) -> list[_Job]:
        consumer = askable.item.id
        jobs = [
            _Job(
                f"is_enabled of {_named(predicate.keys)}",
                consumer,
                "switches",
                functools.partial(switch, self._inquiry, askable, predicate),
            )
            for predicate in predicates_of(askable)
        ]
        if has_telling(askable):
            jobs.append(
                _Job("instructions", consumer, "tellings", functools.partial(telling, self._inquiry, askable))
            )
        return jobs

    def _work(
        self, jobs: list[_Job], new_loop: Callable[[], asyncio.AbstractEventLoop], around: _Around
    ) -> None:
        """Does one job after the other; one that stops the event loop costs no other."""
        pending = collections.deque(jobs)
        while pending:
            if self._inquiry.budget.over:
                self._leave(pending)
                return
            left = len(pending)
            loop = new_loop()
            try:
                loop.run_until_complete(self._do(pending, around))
            except BaseException as error:
                job = jobs[len(jobs) - len(pending) - 1] if len(pending) < left else pending.popleft()
                self._part["unfinished"].append(f"{job.what} of `{job.consumer}`: {error_text(error)}")
            finally:
                loop.run_until_complete(loop.shutdown_asyncgens())
                loop.close()

    async def _do(self, pending: "collections.deque[_Job]", around: _Around) -> None:
        async with around():
            with self._inquiry.questions.watching():
                while pending:
                    if self._inquiry.budget.over:
                        self._leave(pending)
                        return
                    job = pending.popleft()
                    self._inquiry.budget.say(f"exploring {job.what} of {job.consumer}")
                    self._add(job, await job.make())

    def _add(self, job: _Job, made: Made) -> None:
        found, unstable = made
        self._part[job.field].append(found)
        if unstable is not None:
            self._part["unstable"].append(unstable)
        if self._emit is not None and time.monotonic() - self._emitted > _EVERY:
            self._emit(self.take())

    def _leave(self, pending: "collections.deque[_Job]") -> None:
        """Names, by consumer, what there was no time for."""
        ending = self._inquiry.budget.ending
        by_consumer: dict[str, list[str]] = {}
        while pending:
            job = pending.popleft()
            by_consumer.setdefault(job.consumer, []).append(job.what)
        for consumer, left in by_consumer.items():
            what = left[0] if len(left) == 1 else f"{left[0]} and {len(left) - 1} more"
            self._part["unfinished"].append(f"{what} of `{consumer}`: {ending}")

    def take(self) -> Part:
        """What was found since the last time."""
        part, self._part = self._part, _empty()
        self._emitted = time.monotonic()
        return part


def _named(keys: list[str]) -> str:
    """Tools by their keys, the first ones."""
    names = [f"`{key.partition(':')[2]}`" for key in keys]
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _empty() -> Part:
    return {"switches": [], "tellings": [], "listings": [], "unstable": [], "unfinished": []}
