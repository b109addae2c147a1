"""Screen 2: all findings, worst first, the suppressed ones last, and the details of the selected one."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Container
from textual.message import Message

from inspector.inspection import Suppressed
from inspector.model import Finding
from inspector.report import suggested_sets
from inspector.tui.details import Details
from inspector.tui.finding_lines import COLUMNS, REASON, finding_key, finding_lines, suppressed_key
from inspector.tui.kept_place import KeptPlace
from inspector.tui.lines import filtered
from inspector.tui.pages import NOT_LOADED, clean_page, finding_page, note_page
from inspector.tui.snapshot import Snapshot
from inspector.tui.subject import Subject
from inspector.tui.table import VirtualTable


class FindingsView(Container):
    """A list and the details of its current line."""

    class SubjectChanged(Message):
        """The cursor is on something else."""

    class JumpWanted(Message):
        """The selected finding was chosen."""

    def __init__(self) -> None:
        super().__init__(id="findings-view", classes="view")
        self.list = VirtualTable(COLUMNS, id="findings")
        self.details = Details(id="finding-details")
        self.filter = ""
        self._findings: tuple[Finding, ...] = ()
        self._suppressed: tuple[Suppressed, ...] = ()
        self._by_key: dict[str, tuple[Finding, str]] = {}
        """The finding of each line, with the reason why it is suppressed, if it is."""
        self._snapshot: Snapshot | None = None
        self._place: KeptPlace[str | None] = KeptPlace()

    def compose(self) -> ComposeResult:
        yield self.list
        yield self.details

    def on_mount(self) -> None:
        self.list.border_title = "Findings"

    @property
    def main_pane(self) -> VirtualTable:
        """What the keys go to when the view comes up."""
        return self.list

    @property
    def findings(self) -> tuple[Finding, ...]:
        """In the order of the list, without its filter and without the suppressed ones."""
        return self._findings

    @property
    def current(self) -> Finding | None:
        line = self.list.current
        found = self._by_key.get(line.key) if line is not None else None
        return found[0] if found is not None else None

    @property
    def subject(self) -> Subject:
        return Subject(finding=self.current)

    def show(self, snapshot: Snapshot) -> None:
        """Replace the findings; the cursor stays on the same one as long as it is there."""
        self._snapshot = snapshot
        self._findings, self._suppressed = snapshot.findings, snapshot.suppressed
        self._by_key = {finding_key(one): (one, "") for one in self._findings}
        self._by_key |= {suppressed_key(one.finding): (one.finding, one.reason) for one in self._suppressed}
        key = self._place.wanted(self._here)
        self._refill(select=key)
        self._place.left(key, self._here)

    @property
    def _here(self) -> str | None:
        """Key of the line under the cursor."""
        return self.list.current.key if self.list.current is not None else None

    def wait(self, text: str) -> None:
        """Say what is going on, while there is nothing else to show."""
        if self._snapshot is None:
            self.list.empty_text = text
            self.list.refresh()

    def fail(self, error: str) -> None:
        """Say that nothing could be loaded, and why."""
        self.wait(NOT_LOADED)
        self.details.show(NOT_LOADED, lambda: note_page("", NOT_LOADED, "", error))

    def set_filter(self, wanted: str) -> None:
        self.filter = wanted
        self._refill()

    def select(self, finding: Finding) -> None:
        """Put the cursor on a finding."""
        if not self.list.select(finding_key(finding)):
            self.filter = ""
            self._refill(select=finding_key(finding))

    def _refill(self, select: str | None = None) -> None:
        if self._snapshot is None:
            return
        snapshot = self._snapshot
        lines = finding_lines(self._findings, self._suppressed, holds_here=snapshot.holds_here)
        kept = filtered(lines, self.filter)
        self.list.empty_text = "no finding matches; Esc clears the filter" if lines else self._nothing_found()
        if all(line.key != select for line in kept):
            select = None
        columns = (*COLUMNS, REASON) if self._suppressed else COLUMNS
        self.list.show(kept, columns=columns, measure=lines, select=select)
        count = f"{len(kept)} of {len(lines)}" if self.filter else str(len(self._findings))
        elsewhere = len(self._findings) - len(snapshot.findings_here)
        also = f" · not in this scenario {elsewhere}" if elsewhere else ""
        also += f" · suppressed {len(self._suppressed)}" if self._suppressed else ""
        self.list.border_title = f"Findings {count}{also}"
        self._show_details()

    def _nothing_found(self) -> str:
        snapshot = self._snapshot
        if snapshot is not None and snapshot.error:
            return "No findings; the declared sets are left out."
        disagreement = suggested_sets.disagreement(snapshot.suggestions if snapshot is not None else ())
        return f"No findings; {disagreement}." if disagreement else "✓ No findings: every name agrees."

    @on(VirtualTable.Moved)
    def _moved(self, event: VirtualTable.Moved) -> None:
        event.stop()
        self._show_details()

    @on(VirtualTable.Chosen)
    def _chosen(self, event: VirtualTable.Chosen) -> None:
        event.stop()
        self.post_message(self.JumpWanted())

    def wake(self) -> None:
        """Make the details that were not made while the view was hidden."""
        self._show_details()

    def _show_details(self) -> None:
        snapshot, line = self._snapshot, self.list.current
        if snapshot is None or not self.display:
            return
        shown = self._by_key.get(line.key) if line is not None else None
        if line is not None and shown is not None:
            self.details.show(line.key, lambda: finding_page(snapshot, *shown))
        elif self._by_key:
            self.details.show("", lambda: note_page("", "Nothing is selected", "", ""))
        else:
            self.details.show("clean", lambda: clean_page(snapshot))
        self.post_message(self.SubjectChanged())
