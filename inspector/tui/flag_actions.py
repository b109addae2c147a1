"""What the keys for tenants and flags do, and which scenario the app is in."""

from typing import TYPE_CHECKING

from inspector.flags.legal_scenarios import is_legal
from inspector.inspection import Inspection
from inspector.inspection.scenarios import in_scenario
from inspector.model import Condition, Finding, FlagValue, Scenario, Space
from inspector.report.scenario_text import flags_of, scenario_text
from inspector.tui.advancing import flipped
from inspector.tui.flag_facts import FlagFacts
from inspector.tui.flag_picker import FlagPicker
from inspector.tui.scenario_choice import (
    nearest,
    next_value,
    scenario_of,
    tenant_beside,
    tenant_scenario,
    with_value,
)
from inspector.tui.snapshot import Snapshot

if TYPE_CHECKING:
    from inspector.tui.app import ToolInspectApp

LOADING = "loading scenario…"


class FlagActions:
    """Flips in the app where exploring has shown what there is, else loads again with the scenario."""

    def __init__(self, app: "ToolInspectApp") -> None:
        self._app = app
        self.facts: FlagFacts | None = None
        self.wanted: Scenario | None = None
        """What the user chose; None: whatever a load shows."""
        self.loading = False
        """Whether a load is under way because of a choice."""
        self._pending: Finding | tuple[str, str] | None = None
        """Where to go once that is shown."""
        self._again = False
        """Whether the scenario chosen has to be loaded, since the newest load doesn't tell."""

    @property
    def state(self) -> str:
        """What is to be known beside the scenario shown; empty when it is all proven."""
        if self.loading:
            return LOADING
        if self._app.loads.exploring:
            return self._app.loads.exploring
        return self.facts.short_caveat if self.facts is not None else ""

    @property
    def busy(self) -> bool:
        """Whether that will pass."""
        return self.loading or bool(self._app.loads.exploring)

    def aim(self, snapshot: Snapshot) -> Scenario:
        """The scenario that is shown, or that is being loaded."""
        return self.wanted if self.loading and self.wanted is not None else snapshot.scenario

    def next_tenant(self, by: int) -> None:
        """Show the next tenant, or the one before; after the last none."""
        shown = self._shown
        if shown is not None:
            self._choose(tenant_beside(*shown, by))

    def pick_tenant(self, tenant: str) -> None:
        """Show a tenant by name; the default scenario for no name."""
        shown = self._shown
        if shown is not None:
            self._choose(tenant_scenario(shown[0], tenant))

    def flip(self, flag: str, by: int = 1) -> None:
        """Give a flag its next value, or the one before, and what has to go with it."""
        shown = self._shown
        if shown is None:
            return
        space, scenario = shown
        variable = next(one for one in flags_of(space) if one.name == flag)
        self.give(flag, next_value(variable, scenario.values[flag], by))

    def give(self, flag: str, value: FlagValue) -> None:
        """Give a flag a value, and what has to go with it."""
        shown = self._shown
        if shown is None:
            return
        space, scenario = shown
        forbidden = self.facts.forbidden if self.facts is not None else ()
        choice = with_value(space, scenario, flag, value, forbidden)
        if choice.note:
            self._app.say(f"{choice.note}.", "warning" if choice.scenario is None else "information")
        if choice.scenario is not None:
            self._choose(choice.scenario)

    def open_picker(self) -> None:
        """List the flags over the screen."""
        shown = self._shown
        if shown is not None:
            self._app.push_screen(FlagPicker(*shown, self.facts, self.flip))

    def take_to(self, finding: Finding) -> bool:
        """Show a scenario in which a finding holds; False where it holds already in the one shown."""
        snapshot = self._app.snapshot
        if snapshot is None or snapshot.space is None or snapshot.holds_here(finding):
            return False
        space = snapshot.space
        target = scenario_of(space, finding.example) if finding.example is not None else None
        if target is None or not is_legal(space, target):
            target = nearest(space, finding.holds, snapshot.scenario) if finding.holds is not None else None
        if target is None:
            return False
        self._pending = finding
        self._choose(target)
        self._app.say(f"Scenario: {scenario_text(space, target)}.")
        return True

    def take_to_tool(self, consumer: str, key: str, presence: Condition) -> None:
        """Go to the row of a tool, in the nearest scenario that has it."""
        snapshot = self._app.snapshot
        if snapshot is None or snapshot.space is None:
            return
        space, target = snapshot.space, None
        if not presence.holds(snapshot.here):
            target = nearest(space, presence, snapshot.scenario)
        if target is None:
            self._app.go_to(consumer, key)
            return
        self._pending = consumer, key
        self._choose(target)
        self._app.say(f"Scenario: {scenario_text(space, target)}.")

    def settle(self, inspection: Inspection) -> Inspection:
        """What to show of a finished load: the scenario chosen, if the config still has it."""
        was_loading, self.loading = self.loading, False
        wanted = self.wanted
        if wanted is None or inspection.scenario == wanted:
            return inspection
        if inspection.space is None or not is_legal(inspection.space, wanted):
            self.wanted = self._pending = None
            self._app.engine.choose(inspection.scenario)
            self._app.say("The config no longer has that scenario: the default one is shown.", "warning")
            return inspection
        shown = in_scenario(inspection, wanted)
        if shown is None and was_loading:
            self.wanted = self._pending = None
            self._app.say("The scenario chosen could not be loaded.", "warning")
        self._again = shown is None and not was_loading
        return shown or inspection

    def give_up(self) -> None:
        """The load ended without a result."""
        self.loading = False
        self._pending = None

    def arrive(self) -> None:
        """Go where a choice was to lead, now that its scenario is shown; or load it first."""
        if self._again and self.wanted is not None:
            self._again = False
            self._load(self.wanted)
            return
        pending, self._pending = self._pending, None
        if isinstance(pending, Finding):
            self._app.findings.show_row(pending)
        elif pending is not None:
            self._app.go_to(*pending)

    def learn(self, snapshot: Snapshot) -> None:
        """Take in what a snapshot tells of the flags."""
        inspection = snapshot.inspection
        if inspection is None or inspection.space is None:
            self.facts = None
        elif self.facts is None or not self.facts.is_of(inspection):
            self.facts = FlagFacts(inspection, self._app.settings)

    @property
    def _shown(self) -> tuple[Space, Scenario] | None:
        snapshot = self._app.snapshot
        if snapshot is None or snapshot.space is None:
            return None
        # While a chosen scenario is being loaded, the next key goes on from there.
        return snapshot.space, self.aim(snapshot)

    def _choose(self, scenario: Scenario) -> None:
        """Show that scenario, at once or after a load."""
        snapshot = self._app.snapshot
        if snapshot is None or snapshot.inspection is None:
            return
        self.wanted = scenario
        self._app.engine.choose(scenario)
        inspection = in_scenario(snapshot.inspection, scenario) if not self.loading else None
        if inspection is None:
            self._load(scenario)
        else:
            self._app.show(flipped(snapshot, inspection))
            self.arrive()

    def _load(self, scenario: Scenario) -> None:
        self.loading = True
        self._app.engine.choose(scenario)
        self._app.loads.again()
        self._app.refresh_bars()
        if isinstance(self._app.screen, FlagPicker):
            self._app.screen.show(scenario)
