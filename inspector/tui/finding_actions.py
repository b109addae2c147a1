"""What the keys that lead from finding to finding, and to rows of the registry, do."""

from typing import TYPE_CHECKING

from inspector.model import Finding
from inspector.tui.finding_walk import FindingWalk

if TYPE_CHECKING:
    from inspector.tui.app import ToolInspectApp


class FindingActions:
    """Steps through findings, and takes the user to where they show."""

    def __init__(self, app: "ToolInspectApp") -> None:
        self._app = app
        self._walk = FindingWalk()

    def step(self, by: int) -> None:
        """Go to the next finding, or the one before; in the registry to those of the scenario shown."""
        app, main = self._app, self._app.main
        in_registry = main.view == "registry"
        snapshot = app.snapshot
        findings = snapshot.findings_here if in_registry and snapshot is not None else main.findings.findings
        if not findings:
            app.say("No finding holds in the scenario shown; 2 lists those of others.")
            return
        at = self._walk.step(findings, main.findings.current, by, unseen=in_registry)
        finding = findings[at]
        main.findings.select(finding)
        if in_registry:
            main.registry.jump(finding)
        app.say(f"{at + 1} of {len(findings)}: {finding.code} {finding.name}")

    def jump(self) -> None:
        """Go from what is selected to its row, if need be in a scenario that has it."""
        main = self._app.main
        row = main.flags.current if main.view == "flags" else None
        if row is not None and row.row is not None:
            self._app.flags.take_to_tool(row.row.consumer, row.row.key, row.row.presence)
            return
        finding = main.subject.finding
        if finding is not None and not self._app.flags.take_to(finding):
            self.show_row(finding)

    def show_row(self, finding: Finding) -> None:
        """Put the cursor of the registry on the row of a finding."""
        main = self._app.main
        main.findings.select(finding)
        if main.registry.jump(finding):
            self._app.go("registry")
        else:
            self._app.say("This finding has no row in the registry.", "warning")
