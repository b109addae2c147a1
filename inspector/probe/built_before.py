"""Where objects of earlier builds were constructed, for those that a cache of the project hands out again."""

import weakref
from typing import Any, Callable, Dict, List, Tuple

from .recorder import RecordedAgent, Recorder

Site = Tuple[str, int]


class BuiltBefore:
    """Keeps no object alive; one that is gone is forgotten, so that its id may be another's."""

    def __init__(self) -> None:
        self.tools: Dict[int, Site] = {}
        """(path, line) by id of a tool or handoff."""
        self._agents: Dict[int, RecordedAgent] = {}
        """By id, each without its agent."""
        self._living: "Dict[int, weakref.ref[Any]]" = {}

    def add(self, recorder: Recorder) -> None:
        """Remember what was recorded during a build."""
        for tool, path, line in recorder.built():
            if self._watch(tool, self.tools):
                self.tools[id(tool)] = (path, line)
        for entry in recorder.finished():
            if self._watch(entry.agent, self._agents):
                place = (entry.path, entry.line, entry.module, entry.function)
                self._agents[id(entry.agent)] = RecordedAgent(None, *place)

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
