"""The presence matrix: as many tenants as fit beside the conditions, and keys that bring up the others."""

from collections.abc import Sequence
from dataclasses import replace

from textual.events import MouseScrollLeft, MouseScrollRight

from inspector.tui.lines import Column, Line
from inspector.tui.presence_lines import Presence
from inspector.tui.table import VirtualTable

_WHAT = Column("Tool or finding", 0, minimum=24, maximum=40)
_WHEN = Column("When", 2, minimum=20, maximum=64)
_NOW = Column("Now", 1, minimum=3, maximum=3)
_FIXED = 3
_WIDEST = 12
"""Cells that a tenant's name gets."""
Scenarios = Sequence[tuple[str, tuple[int, ...]]]
"""Headings of columns with their scenarios."""


class PresenceTable(VirtualTable):
    """Its columns are the scenario shown, the default one, and a stretch of the tenants."""

    def __init__(self) -> None:
        super().__init__((_WHAT, _WHEN, _NOW), id="presence")
        self._rows: Sequence[Presence] = ()
        self._measured: Sequence[Presence] = ()
        self._scenarios: Scenarios = ()
        self._now: tuple[int, ...] = ()
        self._first = 0
        self._title = ""

    def show_rows(
        self,
        rows: Sequence[Presence],
        *,
        title: str,
        scenarios: Scenarios,
        now: tuple[int, ...],
        measure: Sequence[Presence],
        select: str | None = None,
    ) -> None:
        """Replace what is shown; `now` is the scenario of the first column, `measure` the unfiltered rows."""
        self._rows, self._measured = rows, measure
        self._title, self._scenarios, self._now = title, scenarios, now
        self._first = min(self._first, max(len(scenarios) - 1, 0))
        self._fill(select)

    @property
    def shown_scenarios(self) -> int:
        """How many scenarios, besides the present one, have a column in view."""
        return sum(one.index >= _FIXED for one in self._placed)

    def shift(self, by: int) -> bool:
        """Bring up tenants further right or left; False where there are none."""
        if not self._rows or (by > 0 and self._first + self.shown_scenarios >= len(self._scenarios)):
            return False
        first = max(self._first + by * max(self.shown_scenarios // 2, 1), 0)
        if first == self._first:
            return False
        self._first = first
        self._fill(None)
        return True

    def on_mouse_scroll_right(self, event: MouseScrollRight) -> None:
        event.stop()
        self.shift(1)

    def on_mouse_scroll_left(self, event: MouseScrollLeft) -> None:
        event.stop()
        self.shift(-1)

    def _fill(self, select: str | None) -> None:
        scenarios = self._scenarios[self._first :]
        widest = min(max((len(name) for name, _scenario in scenarios), default=0), _WIDEST)
        columns = [
            Column(name, _FIXED + number, minimum=widest, maximum=_WIDEST)
            for number, (name, _scenario) in enumerate(scenarios)
        ]
        made = {id(row): self._line(row, scenarios) for row in self._measured}
        lines = [made.get(id(row)) or self._line(row, scenarios) for row in self._rows]
        self.show(lines, columns=(_WHAT, _WHEN, _NOW, *columns), measure=list(made.values()), select=select)

    def _line(self, row: Presence, scenarios: Scenarios) -> Line:
        cells = (row.cell(self._now), *(row.cell(scenario) for _name, scenario in scenarios))
        styles = (row.style if cell == row.mark else "muted" for cell in cells)
        return replace(row.line, cells=(*row.line.cells, *cells), styles=(*row.line.styles, *styles))

    def _lay_out(self, top: float | None = None) -> None:
        super()._lay_out(top)
        count, total = self.shown_scenarios, len(self._scenarios)
        first, last = self._first + 1, self._first + count
        where = f" · columns {first}-{last} of {total} ← →" if 0 < count < total else ""
        self.border_title = f"{self._title}{where}"
