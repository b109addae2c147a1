"""Screen 4: old names by batch, and the details of the selected place."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Container
from textual.message import Message

from inspector.inspection.audit import Audited
from inspector.model import Location
from inspector.report.audit_counts import counts
from inspector.report.audit_text import named
from inspector.tui.audit_lines import COLUMNS, AuditRow, audit_lines
from inspector.tui.audit_pages import overview_page, row_page
from inspector.tui.details import Details
from inspector.tui.lines import filtered
from inspector.tui.pages import note_page
from inspector.tui.subject import NOTHING, Subject
from inspector.tui.table import VirtualTable


class AuditView(Container):
    """A list and the details of its current line; the audit is made when the view is first up."""

    class SubjectChanged(Message):
        """The cursor is on something else."""

    def __init__(self) -> None:
        super().__init__(id="audit-view", classes="view")
        self.list = VirtualTable(COLUMNS, id="audit")
        self.details = Details(id="audit-details")
        self.filter = ""
        self.audited: Audited | None = None
        self._rows: dict[str, AuditRow] = {}

    def compose(self) -> ComposeResult:
        yield self.list
        yield self.details

    def on_mount(self) -> None:
        self.list.border_title = "Audit"

    @property
    def main_pane(self) -> VirtualTable:
        """What the keys go to when the view comes up."""
        return self.list

    @property
    def current(self) -> AuditRow | None:
        """What the cursor is on."""
        line = self.list.current
        return self._rows.get(line.key) if line is not None else None

    @property
    def subject(self) -> Subject:
        row = self.current
        if row is None or row.override is None:
            return NOTHING
        if row.reference is not None:
            place = Location(row.reference.path, row.reference.line)
            return Subject(word=row.reference.name, place=place)
        name = row.override.override or row.override.function
        return Subject(word=name, place=Location(row.override.path, row.override.line))

    def show(self, audited: Audited) -> None:
        """Replace what is shown; the cursor stays on the same place as long as it is there."""
        self.audited = audited
        here = self.list.current.key if self.list.current is not None else None
        self._refill(select=here)

    def wait(self, text: str) -> None:
        """Say what is going on, while there is nothing else to show."""
        if self.audited is None:
            self.list.empty_text = text
            self.list.refresh()

    def fail(self, error: str) -> None:
        """Say that the audit could not be made, and why."""
        self.list.empty_text = "The audit could not be made."
        self.list.refresh()
        self.details.show("failed", lambda: note_page("", "The audit could not be made", "", error))

    def set_filter(self, wanted: str) -> None:
        self.filter = wanted
        self._refill()

    def wake(self) -> None:
        """Make the details that were not made while the view was hidden."""
        self._show_details()

    def _refill(self, select: str | None = None) -> None:
        audited = self.audited
        if audited is None:
            return
        lines, self._rows = audit_lines(audited.audit)
        kept = filtered(lines, self.filter)
        self.list.empty_text = (
            "nothing matches; Esc clears the filter" if lines else "✓ No tool was given another name."
        )
        if all(line.key != select for line in kept):
            select = None
        self.list.show(kept, columns=COLUMNS, measure=lines, select=select)
        numbers = counts(audited.audit)
        count = f"{len(kept)} of {len(lines)} lines · " if self.filter else ""
        drift = f" · drift {numbers['drift']}" if numbers["drift"] else ""
        self.list.border_title = (
            f"Audit {count}overrides {numbers['overrides']} · to change {numbers['references']}, "
            f"{numbers['fixable']} by the fix{drift}"
        )
        self._show_details()

    @on(VirtualTable.Moved)
    def _moved(self, event: VirtualTable.Moved) -> None:
        event.stop()
        self._show_details()

    @on(VirtualTable.Chosen)
    async def _chosen(self, event: VirtualTable.Chosen) -> None:
        event.stop()
        await self.run_action("app.act('edit')")

    def _show_details(self) -> None:
        audited, line, row = self.audited, self.list.current, self.current
        if audited is None or not self.display:
            return
        if line is not None and row is not None:
            self.details.show(line.key, lambda: row_page(audited, row))
        else:
            self.details.show("overview", lambda: overview_page(audited))
        self.post_message(self.SubjectChanged())


def what(row: AuditRow) -> str:
    """What an acceptance of the row is about, in words; empty for a batch."""
    if row.override is None:
        return ""
    if row.reference is None:
        return f"{named(row.override)}, everywhere"
    return f"`{row.reference.name}` in {row.reference.path}"


def accepted_key(row: AuditRow) -> str:
    """The key of the config's `accepted` for the row; empty for a batch."""
    if row.override is None:
        return ""
    if row.reference is None:
        return f"{row.override.module}.{row.override.function}"
    return f"{row.reference.path}#{row.reference.name}"
