"""When a tool of the shown scenario is there, in words, as all scenarios together tell it."""

from collections import defaultdict

from inspector.flags.wording import words
from inspector.inspection.result import Inspection
from inspector.model import NEVER, Condition, Space, Tool
from inspector.rules.liveness import when

_Likeness = tuple[str, str, str | None, str]


class PresenceWords:
    """Looks tools up in the registry over all scenarios, where one may have another key; built once."""

    def __init__(self, inspection: Inspection) -> None:
        self._space: Space | None = inspection.space
        self._tools: dict[_Likeness, list[Tool]] = defaultdict(list)
        self._words: dict[int, str] = {}
        if self._space is not None:
            for consumer in inspection.everywhere.consumers:
                for tool in consumer.tools:
                    self._tools[_likeness(consumer.id, tool)].append(tool)

    def of(self, consumer: str, tool: Tool) -> str | None:
        """None for a tool that is there in every scenario of its consumer."""
        if self._space is None or tool.enabled is None:
            return when(tool)
        alike = self._tools.get(_likeness(consumer, tool), ())
        found = next((one for one in alike if one.key == tool.key), next(iter(alike), None))
        if found is None or (found.enabled is True and found.presence is None):
            return None
        presence = found.presence if found.enabled is True and found.presence is not None else NEVER
        return self._said(self._space, presence) or None

    def _said(self, space: Space, presence: Condition) -> str:
        """Many tools share a condition."""
        if id(presence) not in self._words:
            self._words[id(presence)] = words(space, presence) if presence.possible else "never"
        return self._words[id(presence)]


def _likeness(consumer: str, tool: Tool) -> _Likeness:
    return consumer, tool.visible, tool.function, str(tool.location)
