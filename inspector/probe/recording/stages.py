"""The stages of one import root, and what evaluations read of them."""

import contextvars
import functools
import inspect
from collections.abc import Awaitable, Callable, Iterable
from types import ModuleType
from typing import Any

from .. import deadline, sdk
from ..space import Scenario, Space
from ..watchdog import Watchdog
from .caches import Caches, unstable
from .contexts import Contexts, Raw
from .flags import RecordingFlags, recording_flags
from .learning import Learning
from .log import Log
from .making import ContextSource, adopt, awaited, now, run
from .nodes import recorded
from .places import Place
from .validation import tell_validation

_PATIENCE = 2
"""Times that the context factory may take all of its time, before it is given half as much each time."""
_SHORTEST = 0.1
"""Seconds that it is always given."""
_RAW_SHARE = 2
"""Of the time for learning, one context may take half."""

_Made = tuple[Any, "Place | None", "BaseException | None"]
"""What `Stage.put_context` takes."""


class Stage:
    """Flags, tenant and context of one scenario; reading any of them is recorded.

    Good for one evaluation: what user code keeps in it must not reach those that follow.
    """

    def __init__(
        self,
        space: Space,
        log: Log,
        scenario: Scenario,
        positions: "dict[str, int]",
        take_reads: "Callable[[], tuple[int, ...]]",
    ) -> None:
        self.scenario = scenario
        self.log = log
        self._space = space
        self._positions = positions
        self._take_reads = take_reads
        self._flags: RecordingFlags | None = None
        self._context: Any = None
        self._wrapper: Any = None
        self._root: Place | None = None
        self.error: BaseException | None = None
        """What the context factory raised."""

    @property
    def flags(self) -> "dict[str, Any]":
        """All flags by name; handing it out reads nothing, its items do."""
        if self._flags is None:
            values = self._space.flags(self.scenario)
            self._flags = recording_flags(values, self._positions, self.log, self.scenario)
        return self._flags

    @property
    def tenant(self) -> "str | None":
        """Name of the tenant; reading this property reads the tenant."""
        if self._space.tenant_at is not None:
            self.log.note(self._space.tenant_at, self.scenario)
        return self._space.tenant(self.scenario)

    def value(self, name: str) -> Any:
        """One flag's value, read; raises KeyError for a name that is no flag."""
        at = self._positions[name]
        self.log.note(at, self.scenario)
        return self._space.values[at][self.scenario[at]]

    @property
    def context(self) -> Any:
        """The run context; None where the config names none. Raises what its factory raised here."""
        if self._root is not None:
            self.log.note(self._root, self.scenario)
        if self.error is not None:
            raise self.error
        if self._root is not None:
            self._context = recorded(self._context, self._root, self.log, self.scenario)
        return self._context

    @property
    def wrapper(self) -> Any:
        """A RunContextWrapper of the SDK around it, the same one each time. Raises as `context`."""
        context = self.context
        if self._wrapper is None:
            self._wrapper = sdk.run_context(context)
        return self._wrapper

    def put_context(self, value: Any, root: "Place | None", error: "BaseException | None" = None) -> None:
        """The context, or what its factory raised; recorded where it has a place."""
        self._context, self._root, self.error = value, root, error

    def take_reads(self) -> "tuple[int, ...]":
        """Variables that were read since the last call, on any stage, in order, each once.

        Fields of the context count as the flags that they depend on. Sets `Stages.doubt` and `Stages.stale`.
        """
        return self._take_reads()


class Stages:
    """Gives stages, made anew each time. `Configured.stages` is the one that everything in a root uses."""

    def __init__(
        self,
        space: Space,
        source: "ContextSource | None" = None,
        *,
        seconds: float = 5.0,
        project: str = "",
    ) -> None:
        """`source` is None where there is no context; paths are told relative to `project`.

        `seconds` is what making a context may take, each of the call and the wait, and what making others to
        learn about its fields may take in all.
        """
        self.space = space
        self.modules: Callable[[], Iterable[ModuleType]] = tuple
        """Gives the project's modules; whoever loads the project sets it."""
        self.doubt = ""
        """Why the reads that were taken last may not be all; empty when they are."""
        self.stale = False
        """Whether some of the reads that were taken last were of what another scenario was given: as by a
        closure over the flags that its factory was built with. They would differ in a build of this one."""
        self.watchdog = Watchdog()
        """Ends what takes too long; while it is watching, at little cost."""
        self._source = source
        self._seconds = seconds
        self._project = project
        self._positions = {name: at for at, name in enumerate(space.flag_names)}
        self._log = Log()
        self._root = Place(None, None)
        self._contexts = Contexts(space, self._raw, seconds)
        self._learning = Learning(self._contexts)
        self._kept: _Made | None = None
        """The context that was made last; without flags there is only one."""
        self._hangs: dict[Scenario, _Made] = {}
        """Scenarios in which the context factory took too long."""
        if space.names:
            tell_validation()
        self._caches = Caches(self._log, self._modules)

    async def at(self, scenario: Scenario) -> Stage:
        """A stage of a legal scenario, for one evaluation.

        Its context factory is called, in the caller's context; what it raises is kept for `Stage.context`.
        """
        stage = self._evaluated(scenario)
        with self._log.aside():
            work = self._begun(stage)
            if work is not None:
                await self._complete(stage, work)
        return stage

    def now(self, scenario: Scenario) -> Stage:
        """As `at`, for code that runs in no event loop."""
        stage = self._evaluated(scenario)
        with self._log.aside():
            work = self._begun(stage)
            if work is not None:
                adopt(run(self._complete(stage, work)))
        return stage

    def take_reads(self) -> "tuple[int, ...]":
        """As `Stage.take_reads`."""
        self.stale, self._log.stale = self._log.stale, False
        return self.reads_of(self.take_entries())

    def take_entries(self) -> "dict[Any, None]":
        """What was read since the last call, for `reads_of`; takes no time, and calls nothing."""
        entries, self._log.entries = self._log.entries, {}
        return entries

    def reads_of(self, entries: "Iterable[Any]") -> "tuple[int, ...]":
        """The variables behind what was read, in order, each once. Sets `doubt`."""
        variables: dict[int, None] = {}
        doubts: dict[str, None] = {}
        made = self._contexts.made
        for entry in entries:
            if isinstance(entry, int):
                variables[entry] = None
                continue
            learnt, doubt = self._learnt(entry)
            variables.update(dict.fromkeys(learnt))
            if doubt:
                doubts[doubt] = None
        if self._contexts.made != made:
            # What the factory leaves in modules is to be that of the scenario again.
            contextvars.copy_context().run(self._raw, self._log.scenario)
        self.doubt = "; ".join(doubts)
        return tuple(variables)

    def fresh(self) -> None:
        """Forget what cached functions of the project made of flags, as a new process would."""
        self._caches.clear()

    def frozen(self) -> "list[dict[str, Any]]":
        """`Unstable` dicts of cached functions that keep one scenario's answer for all that follow."""

        def behind(entry: "int | Place") -> "tuple[int, ...]":
            return (entry,) if isinstance(entry, int) else self._learnt(entry)[0]

        return [
            unstable(wrapper, [self.space.names[each] for each in variables], self._project)
            for wrapper, variables in self._caches.frozen(behind)
        ]

    def _modules(self) -> "Iterable[ModuleType]":
        return self.modules()

    def _learnt(self, place: Place) -> "tuple[tuple[int, ...], str]":
        if place.learnt is not None:
            return place.learnt
        try:
            with self._log.aside():
                run_aside, scenario = contextvars.copy_context().run, self._log.scenario
                learnt: tuple[tuple[int, ...], str] = self.watchdog.call(
                    self._seconds, run_aside, self._learning.of, place, scenario
                )
                return learnt
        except deadline.TooLong:
            return self._learning.give_up(place)

    def _stage(self, scenario: Scenario) -> Stage:
        return Stage(self.space, self._log, scenario, self._positions, self.take_reads)

    def _evaluated(self, scenario: Scenario) -> Stage:
        self._log.scenario = scenario
        self._log.evaluation += 1
        return self._stage(scenario)

    def _begun(self, stage: Stage) -> "Awaitable[Any] | None":
        """Call the context factory; gives what is to be awaited, or None once the stage is complete."""
        source = self._source
        if source is None:
            return None
        kept = self._kept if not self.space.names else self._hangs.get(stage.scenario)
        if kept is not None:
            stage.put_context(*kept)
            return None
        try:
            value = self.watchdog.call(self._limit, source.call, self._stage(stage.scenario))
        except BaseException as error:
            self._put(stage, None, error)
            return None
        if inspect.isawaitable(value):
            return value
        self._put(stage, value)
        return None

    async def _complete(self, stage: Stage, work: "Awaitable[Any]") -> contextvars.Context:
        """Await the context; gives the ContextVars as they are afterwards."""
        try:
            self._put(stage, await awaited(work, self._limit))
        except BaseException as error:
            self._put(stage, None, error)
        return contextvars.copy_context()

    def _put(self, stage: Stage, value: Any, error: "BaseException | None" = None) -> None:
        self._kept = made = (value, self._place, error)
        if isinstance(error, deadline.TooLong):
            self._hangs[stage.scenario] = made
        stage.put_context(*made)

    @property
    def _limit(self) -> float:
        """Seconds that making a context may take: the fewer, the more often it took too long."""
        again = max(0, len(self._hangs) - _PATIENCE + 1)
        return float(max(self._seconds / 2**again, min(_SHORTEST, self._seconds)))

    @property
    def _place(self) -> "Place | None":
        """Where a context begins; None for one that is the same in all scenarios."""
        made_anew = self._source is not None and self._source.made_anew
        return self._root if made_anew and self.space.names else None

    def _raw(self, scenario: Scenario) -> Raw:
        """A context to compare with others."""
        source = self._source
        assert source is not None
        seconds = self._seconds / _RAW_SHARE
        with self._log.aside() as trace:
            if scenario in self._hangs:
                return Raw(None, self._hangs[scenario][2], trace)
            try:
                make = functools.partial(source.call, self._stage(scenario))
                return Raw(self.watchdog.call(seconds, now, make, seconds), None, trace)
            except BaseException as error:
                return Raw(None, error, trace)
