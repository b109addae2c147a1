"""The line under the header that says which scenario is shown."""

from collections.abc import Mapping

from rich.cells import cell_len

from inspector.model import FlagValue, Scenario, Space
from inspector.report.escape import visible
from inspector.report.scenario_text import NO_TENANT, departures, flags_of, setting_text
from inspector.tui.bars import FAINT, MUTED, Bar
from inspector.tui.lines import fit

CUSTOM = "custom"
_LONGEST = 40
"""Characters of a tenant's name, or of one flag with its value."""


def tenant_text(space: Space, scenario: Scenario) -> str:
    """The tenant shown; `custom` where flags were flipped by hand; empty where none is named at all."""
    if scenario.tenant:
        return visible(scenario.tenant)[:_LONGEST]
    if departures(space, scenario.values):
        return CUSTOM
    return NO_TENANT if space.tenants else "default"


def settings_shown(space: Space, scenario: Scenario) -> list[str]:
    """The flags that differ from their default, with their values; safe to print."""
    differing: Mapping[str, FlagValue] = departures(space, scenario.values)
    return [visible(setting_text(flag, value))[:_LONGEST] for flag, value in differing.items()]


class ScenarioBar(Bar):
    """Tenant and flags on the left, what is going on with them on the right; not there without flags."""

    def __init__(self) -> None:
        super().__init__(id="scenario")
        self.display = False
        self._space: Space | None = None
        self._scenario = Scenario()
        self._state, self._busy = "", False

    @property
    def text(self) -> str:
        """All that it says."""
        return "".join(text for text, _style, _action in self.parts(self.size.width))

    def show(self, space: Space | None, scenario: Scenario, *, state: str, busy: bool) -> None:
        """`state` is what is to be known beside the scenario, `busy` whether that will pass."""
        self._space, self._scenario = space, scenario
        self._state, self._busy = visible(state), busy
        self.display = space is not None
        self.refresh()

    def parts(self, width: int) -> list[tuple[str, str, str]]:
        if self._space is None:
            return []
        tenant = f" {tenant_text(self._space, self._scenario)} "
        left = [
            (" Scenario ", MUTED, "flip"),
            (tenant, "bold $accent", "next_tenant" if self._space.tenants else "flip"),
        ]
        state = self._state_part(width)
        room = max(width - sum(cell_len(text) for text, _style, _action in (*left, *state)), 0)
        shown = settings_shown(self._space, self._scenario)
        middle = _fitting(shown, len(flags_of(self._space)) - len(shown), room)
        return [*left, *middle, *state]

    def _state_part(self, width: int) -> list[tuple[str, str, str]]:
        if not self._state:
            return []
        sign = "⟳ " if self._busy else ""
        text = fit(f"{sign}{self._state}", min(cell_len(self._state) + len(sign), width // 2))
        return [(f" {text} ", "$text-warning", "flags")]


def _fitting(shown: list[str], others: int, room: int) -> list[tuple[str, str, str]]:
    """As many of the flags as fit, and how many there are besides, in exactly `room` cells."""
    kind = "other flag" if shown else "flag"
    told = f"{others} {kind} at its default" if others == 1 else f"{others} {kind}s at their default"
    rest = f"  {told}" if others else ""
    for count in range(len(shown), -1, -1):
        cut = len(shown) - count
        more = [f"and {cut} more"] if cut else []
        text = "".join(f"· {one} " for one in (*shown[:count], *more))
        for tail in (rest, ""):
            if cell_len(text + tail) <= room:
                free = " " * (room - cell_len(text + tail))
                return [(text, "bold", "flip"), (tail, MUTED, "flip"), (free, FAINT, "")]
    return [(" " * room, FAINT, "")]
