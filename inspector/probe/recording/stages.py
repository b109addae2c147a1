"""The stages of one import root, and what evaluations read of them."""

import inspect
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

from .. import deadline
from ..importing import display_name
from ..paths import relative
from ..plain import is_a
from ..source import describe
from ..space import Scenario, Space
from .caches import Caches
from .contexts import Contexts, Raw
from .environment import Environment
from .learning import Learning
from .log import Log
from .making import ContextSource, limited, now
from .places import Place
from .stage import Stage
from .validation import tell_validation

_KEPT = 4096
"""Stages that are kept, so that evaluations in the same scenario share one."""
_ATOMS = (str, int, float, bool, type(None))


class Stages:
    """Gives the stage of each scenario. `Configured.stages` is the one that everything in a root uses."""

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
        self.environment: Environment | None = None
        """The environment, once it is watched."""
        self._source = source
        self._seconds = seconds
        self._project = project
        self._positions = {name: at for at, name in enumerate(space.flag_names)}
        self._log = Log()
        self._kept: dict[Scenario, Stage] = {}
        self._root = Place(None, None)
        self._learning = Learning(Contexts(space, self._raw, seconds))
        self._last: Any = None
        if space.names:
            tell_validation()
        self._caches = Caches(self._log, self._modules)

    async def at(self, scenario: Scenario) -> Stage:
        """The stage of a legal scenario; what its context factory raises is kept for `Stage.context`."""
        if self._log.written or self._learning.shared:
            self._log.written = False
            self._kept.clear()
        stage = self._kept.get(scenario)
        if stage is None:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            stage = self._kept[scenario] = await self._made(scenario)
        self._log.scenario = stage.scenario
        return stage

    def take_reads(self) -> "tuple[int, ...]":
        """As `Stage.take_reads`."""
        entries, self._log.entries = self._log.entries, {}
        self.stale, self._log.stale = self._log.stale, False
        variables: dict[int, None] = {}
        doubts: dict[str, None] = {}
        for entry in entries:
            if isinstance(entry, int):
                variables[entry] = None
                continue
            learnt, doubt = self._learnt(entry)
            variables.update(dict.fromkeys(learnt))
            if doubt:
                doubts[doubt] = None
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
            _unstable(wrapper, [self.space.names[each] for each in variables], self._project)
            for wrapper, variables in self._caches.frozen(behind)
        ]

    @property
    def notes(self) -> "list[dict[str, Any]]":
        """`NotInspected` dicts of environment variables that decide in place of a flag."""
        return [] if self.environment is None else self.environment.notes

    def watch_environment(self, owns: "Callable[[str], bool]") -> Environment:
        """What to enter around imports and calls of the project; `owns` knows its files by absolute path."""
        if self.environment is None:
            self.environment = Environment(self.space.flag_names, owns, self._project)
        return self.environment

    def _modules(self) -> "Iterable[ModuleType]":
        return self.modules()

    def _learnt(self, place: Place) -> "tuple[tuple[int, ...], str]":
        if place.learnt is not None:
            return place.learnt
        try:
            with self._log.aside(), limited(self._seconds):
                return self._learning.of(place, self._log.scenario)
        except deadline.TooLong:
            return self._learning.give_up(place)

    def _stage(self, scenario: Scenario) -> Stage:
        return Stage(self.space, self._log, scenario, self._positions, self.take_reads)

    async def _made(self, scenario: Scenario) -> Stage:
        stage = self._stage(scenario)
        source = self._source
        if source is None:
            return stage
        try:
            with self._log.aside():
                with limited(self._seconds):
                    value = source.call(self._stage(scenario))
                if inspect.isawaitable(value):
                    value = await deadline.awaited(value, self._seconds)
        except BaseException as error:
            stage.put_context(None, self._place, error)
            return stage
        if value is self._last and not is_a(value, _ATOMS) and source.made_anew:
            self._learning.shared = True
        self._last = value
        stage.put_context(value, self._place)
        return stage

    @property
    def _place(self) -> "Place | None":
        """Where a context begins; None for one that is the same in all scenarios."""
        made_anew = self._source is not None and self._source.made_anew
        return self._root if made_anew and self.space.names else None

    def _raw(self, scenario: Scenario) -> Raw:
        """A context to compare with others."""
        source = self._source
        assert source is not None
        with self._log.aside() as trace:
            try:
                return Raw(now(lambda: source.call(self._stage(scenario)), self._seconds), None, trace)
            except deadline.TooLong:
                raise
            except BaseException as error:
                return Raw(None, error, trace)


def _unstable(wrapper: Any, flags: "list[str]", project: str) -> "dict[str, Any]":
    source = describe(wrapper)
    read = " and ".join(f"`{each}`" for each in flags)
    difference = (
        f"it is cached, and reads {read}: whoever calls it first decides what it answers to all tenants"
    )
    path = relative(project, source.path) if source.path and project else source.path
    return {"ref": display_name(source), "difference": difference, "path": path, "line": source.line}
