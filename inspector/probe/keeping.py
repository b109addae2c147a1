"""Whether builds of a factory hand out what an earlier one left: that tells nothing of their own flags."""

from typing import Any, Iterable, List

from .built_before import BuiltBefore, is_cached
from .factory import Call
from .recorder import RecordedAgent
from .space import Scenario

KEEPS = "it keeps what it was first built with"
KEEPS_AGENT = "it keeps the agent that it built for the first flags: the next tenant gets the first one's"
KEEPS_FLAGS = "it keeps what it made of the first flags: the next tenant gets the first one's"


def reads_less(first: Call, later: Call) -> bool:
    """Whether a call in the scenario of the first one leaves out some of what that read."""
    if first.scenario != later.scenario or first.error is not None or later.error is not None:
        return False
    return not set(first.reads) <= set(later.reads)


class Kept:
    """Looks at the agents that builds of one factory hand out.

    Agents that a function builds which the standard library caches are left out: their arguments decide.
    """

    def __init__(
        self, calls: "Iterable[Call]", recorded: "Iterable[RecordedAgent]", before: BuiltBefore
    ) -> None:
        """`calls` are those of the load, and `recorded` the agents that it built."""
        self._first = {key: call.scenario for call in calls for key in call.built}
        self._cached = {id(entry.agent) for entry in recorded if is_cached(entry)}
        self._before = before
        self._others = False
        self._found = False

    def look(self, call: Call, agents: "List[Any]") -> bool:
        """Whether a build hands out an agent of one that read other values than its own."""
        found = [agent for agent in agents if self._is_kept(agent, call)]
        own = call.built.intersection(map(id, agents))
        self._found = self._found or bool(found)
        self._others = self._others or bool(own)
        return bool(found)

    @property
    def always(self) -> bool:
        """Whether no build made an agent of its own."""
        return self._found and not self._others

    def _is_kept(self, agent: Any, call: Call) -> bool:
        if id(agent) in self._cached:
            return False
        built: "Scenario | None" = self._first.get(id(agent)) or self._before.scenario(agent)
        return built is not None and any(built[each] != call.scenario[each] for each in call.reads)
