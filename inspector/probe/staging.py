"""The scenario that a root is being loaded or built in; its stage is made when something asks for it."""

import functools
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Optional

from .configured import Configured
from .recording import Stage, Stages
from .space import Scenario, Space


class Staging:
    """Gives code without an event loop the stages of a root, one at a time."""

    def __init__(self, configured: Configured, modules: "Callable[[], Iterable[ModuleType]]" = tuple) -> None:
        """`modules` gives those of the project that are loaded."""
        self._configured = configured
        self._modules = modules
        self.space: Space = configured.space
        self.scenario: Scenario = self.space.requested
        """The one to be in."""
        self.doubt = ""
        """Why what was read in the scenario may not be all; empty where it is."""
        self.stale = False
        """Whether something was read in it that another scenario was given."""
        self._now: Optional[Stage] = None

    @functools.cached_property
    def stages(self) -> Stages:
        """All of them; to be asked for once the project is imported, as its context is looked for then."""
        stages = self._configured.stages
        stages.modules = self._modules
        return stages

    def enter(self, scenario: Optional[Scenario] = None) -> None:
        """Be in a scenario from now on, by default the requested one; what was read until now is forgotten.

        Where there are flags the stage is made at once: a context's factory may leave them where others read.
        """
        self.scenario, self._now = scenario or self.space.requested, None
        if self.space.names:
            self.now().take_reads()
        self.doubt, self.stale = "", False

    def now(self) -> Stage:
        """The stage of the scenario."""
        if self._now is None:
            self._now = self.stages.now(self.scenario)
        return self._now

    def take_reads(self) -> "tuple[int, ...]":
        """Variables read since the last call, in order, each once."""
        if self._now is None:
            return ()
        reads = self._now.take_reads()
        self.doubt = self.doubt or self.stages.doubt
        self.stale = self.stale or self.stages.stale
        return reads
