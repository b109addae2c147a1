"""Findings by the rows of the outer join that they mark."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from inspector.model import Finding


class Found:
    """Looks findings up by consumer, tool and listed name; built once for a load."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self._consumers: dict[str | None, list[Finding]] = defaultdict(list)
        self._tools: dict[tuple[str, str], list[Finding]] = defaultdict(list)
        self._ghosts: dict[tuple[str | None, str], list[Finding]] = defaultdict(list)
        for finding in findings:
            rows = [*finding.touches]
            if finding.consumer is not None:
                rows += [(finding.consumer, key) for key in finding.tools]
            for row in dict.fromkeys(rows):
                self._tools[row].append(finding)
            for consumer in dict.fromkeys([finding.consumer, *(one for one, _key in finding.touches)]):
                self._consumers[consumer].append(finding)
            if finding.ghost is not None:
                self._ghosts[finding.consumer, finding.ghost].append(finding)

    def of(self, consumer: str | None) -> Sequence[Finding]:
        """Findings about a consumer or any of its rows, each once; None: about the project."""
        return self._consumers.get(consumer, ())

    def on_tool(self, consumer: str, key: str) -> Sequence[Finding]:
        """Findings that a tool's row takes part in."""
        return self._tools.get((consumer, key), ())

    def on_ghost(self, consumer: str | None, name: str) -> Sequence[Finding]:
        """Findings that a listed name without a tool stands for, there or in a set of the whole project."""
        own = self._ghosts.get((consumer, name), ())
        return own if consumer is None else [*own, *self._ghosts.get((None, name), ())]
