"""Whether a tool is there in one scenario, as far as that is known."""

from collections.abc import Sequence

from inspector.flags.evidence import Evidence
from inspector.flags.matrix import Row
from inspector.flags.space import position
from inspector.inspection.result import Inspection


class PresenceCells:
    """Answers for rows of the matrix of one load; made once for it."""

    def __init__(self, inspection: Inspection) -> None:
        space = inspection.space
        self._only = (
            position(space, inspection.scenario) if space is not None and inspection.whole is None else None
        )
        """The one scenario that was looked at, where nothing was explored."""
        self._evidence = Evidence(inspection.exploration)
        self._doubtful = {
            (consumer.id, tool.key): (consumer, tool)
            for consumer in inspection.everywhere.consumers
            for tool in consumer.tools
            if consumer.doubt or tool.doubt
        }
        self._known: dict[tuple[str, str, tuple[int, ...]], bool | None] = {}
        """Of tools in doubt."""

    def of(self, row: Row, scenario: Sequence[int]) -> bool | None:
        """None: its predicate gave no answer there, or nobody looked and other scenarios don't prove it."""
        if self._only is not None and tuple(scenario) != self._only:
            return None
        if (row.consumer, row.key) not in self._doubtful:
            return _told(row, scenario)
        asked = (row.consumer, row.key, tuple(scenario))
        if asked not in self._known:
            consumer, tool = self._doubtful[row.consumer, row.key]
            is_proven = self._only is not None or self._evidence.proves(consumer, tool, scenario)
            self._known[asked] = _told(row, scenario) if is_proven else None
        return self._known[asked]


def _told(row: Row, scenario: Sequence[int]) -> bool | None:
    return None if row.undecided.holds(scenario) else row.presence.holds(scenario)
