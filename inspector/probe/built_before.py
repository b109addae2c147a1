"""Where objects of earlier builds were constructed, for those that a cache of the project hands out again."""

import functools
import inspect
import sys
import weakref
from typing import Any, Callable, Dict, List, Tuple

from .recorder import RecordedAgent, Recorder
from .space import Scenario

Site = Tuple[str, int]
_CACHED: Any = type(functools.lru_cache(lambda: None))


class BuiltBefore:
    """Keeps no object alive; one that is gone is forgotten, so that its id may be another's."""

    def __init__(self) -> None:
        self.tools: Dict[int, Site] = {}
        """(path, line) by id of a tool or handoff."""
        self._agents: Dict[int, RecordedAgent] = {}
        """By id, each without its agent."""
        self._scenarios: Dict[int, "Scenario | None"] = {}
        """By id of an agent: the one that it was built in; None for those of cached functions."""
        self._living: "Dict[int, weakref.ref[Any]]" = {}

    def add(self, recorder: Recorder, scenario: Scenario) -> None:
        """Remember what was recorded during a build in a scenario."""
        for tool, path, line in recorder.built():
            if self._watch(tool, self.tools):
                self.tools[id(tool)] = (path, line)
        for entry in recorder.finished():
            if self._watch(entry.agent, self._agents):
                place = (entry.path, entry.line, entry.module, entry.function)
                self._agents[id(entry.agent)] = RecordedAgent(None, *place)
                self._scenarios[id(entry.agent)] = None if is_cached(entry) else scenario

    def scenario(self, agent: Any) -> "Scenario | None":
        """The one that the agent was built in; None where that isn't known, or a cached function did it."""
        return self._scenarios.get(id(agent)) if id(agent) in self._agents else None

    def agents(self) -> "List[RecordedAgent]":
        """Those that are still there."""
        living = ((key, self._living[key]()) for key in self._agents)
        found = [(self._agents[key], agent) for key, agent in living if agent is not None]
        return [
            RecordedAgent(agent, entry.path, entry.line, entry.module, entry.function)
            for entry, agent in found
        ]

    def _watch(self, value: Any, known: "Dict[int, Any]") -> bool:
        """False for an object that can't be watched: its class has slots."""
        try:
            self._living[id(value)] = weakref.ref(value, self._forgetter(id(value), known))
        except TypeError:
            return False
        return True

    def _forgetter(self, key: int, known: "Dict[int, Any]") -> "Callable[[Any], None]":
        def forget(gone: Any) -> None:
            if self._living.get(key) is gone:
                del self._living[key]
                known.pop(key, None)

        return forget


def is_cached(entry: RecordedAgent) -> bool:
    """Whether a function builds it whose answers the standard library keeps, by their arguments."""
    value: Any = sys.modules.get(entry.module)
    for part in entry.function.split("."):
        value = inspect.getattr_static(value, part, None)
        if isinstance(value, (staticmethod, classmethod)):
            value = value.__func__
        if type(value) is _CACHED:
            return True
    return False
