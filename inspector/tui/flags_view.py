"""Screen 3: flags and tenants to pick, which tools and findings depend on them, and details."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from inspector.flags.matrix import Matrix
from inspector.model import Finding, Space
from inspector.report.escape import visible
from inspector.tui import flag_lines, flag_pages
from inspector.tui.details import Details
from inspector.tui.flag_facts import FlagFacts
from inspector.tui.lines import Line, filtered
from inspector.tui.pages import NOT_LOADED, finding_page, note_page
from inspector.tui.presence_lines import Presence, columns_of, conditional, presences, varying, verb
from inspector.tui.presence_table import PresenceTable
from inspector.tui.snapshot import Snapshot
from inspector.tui.subject import NOTHING, Subject
from inspector.tui.table import VirtualTable

_NO_FLAGS = "no flags in the config"
_MadeFrom = tuple[Matrix, tuple[Finding, ...], frozenset[str]]
"""Kept by identity but for the folded headings."""


class FlagsView(Container):
    """A list that drives the scenario, the matrix of what depends on it, and details of either."""

    class SubjectChanged(Message):
        """The cursor is on something else."""

    class FlipWanted(Message):
        """A flag was chosen."""

        def __init__(self, flag: str) -> None:
            super().__init__()
            self.flag = flag

    class TenantWanted(Message):
        """A tenant was chosen; no name stands for the default scenario."""

        def __init__(self, tenant: str) -> None:
            super().__init__()
            self.tenant = tenant

    class JumpWanted(Message):
        """A row of the matrix was chosen."""

    def __init__(self) -> None:
        super().__init__(id="flags-view", classes="view")
        self.flags = VirtualTable(flag_lines.COLUMNS, id="flags")
        self.notice = Static(id="flags-notice", markup=False)
        self.presence = PresenceTable()
        self.details = Details(id="flag-details")
        self.filter = ""
        self._snapshot: Snapshot | None = None
        self._told: FlagFacts | None = None
        self._exploring = ""
        self._folded: set[str] = set()
        self._rows: dict[str, Presence] = {}
        self._made: tuple[_MadeFrom, list[Presence]] | None = None
        """The rows as they were last made, and what from."""
        self._last_pane: VirtualTable = self.flags

    def compose(self) -> ComposeResult:
        yield self.flags
        with Container(id="flags-right"):
            yield self.notice
            yield self.presence
            yield self.details

    def on_mount(self) -> None:
        self.flags.border_title = "Flags and tenants"
        self.presence.border_title = "What depends on them"
        self.notice.display = False

    @property
    def main_pane(self) -> VirtualTable:
        """What the keys go to when the view comes up."""
        return self._last_pane

    @property
    def current(self) -> Presence | None:
        """The row of the matrix under its cursor, while that is what is looked at."""
        line = self.presence.current
        return self._rows.get(line.key) if line is not None and self._last_pane is self.presence else None

    @property
    def subject(self) -> Subject:
        row = self.current
        if row is not None and row.finding is not None:
            return Subject(finding=row.finding)
        if row is not None and row.row is not None and self._facts is not None:
            tool = self._facts.tool(row.row.consumer, row.row.key)
            owner = self._snapshot.consumer(row.row.consumer) if self._snapshot is not None else None
            return Subject(consumer=owner, tool=tool)
        line = self.flags.current
        if line is not None and self._last_pane is self.flags and line.open is None:
            return Subject(word=line.key.partition(":")[2])
        return NOTHING

    def show(self, snapshot: Snapshot) -> None:
        """Replace what is shown; cursors, scroll, filter and folded groups stay."""
        self._snapshot = snapshot
        self.refill()

    def tell(self, facts: FlagFacts | None, exploring: str) -> None:
        """What is known of the flags, and what exploring is at; empty when it is not."""
        if (facts, exploring) != (self._told, self._exploring):
            self._told, self._exploring = facts, exploring
            self.refill()

    def wait(self, text: str) -> None:
        """Say what is going on, while there is nothing else to show."""
        if self._snapshot is None:
            self.presence.empty_text = text
            self.presence.refresh()

    def fail(self, error: str) -> None:
        """Say that nothing could be loaded, and why."""
        self.wait(NOT_LOADED)
        self.details.show(NOT_LOADED, lambda: note_page("", NOT_LOADED, "", error))

    def wake(self) -> None:
        """Make what was not made while the view was hidden."""
        self.refill()

    def set_filter(self, wanted: str) -> None:
        self.filter = wanted
        self.refill()

    def fold(self, open_it: bool) -> bool:
        """Open or close the group under the cursor, or bring up other tenants; False if there is neither."""
        pane = self.presence if self.presence.has_focus else self.flags
        line = pane.current
        if line is not None and line.open is not None and line.open is not open_it:
            self._toggle(line)
            return True
        return pane is self.presence and self.presence.shift(1 if open_it else -1)

    @property
    def _facts(self) -> FlagFacts | None:
        """Those of the load that is shown: what was told last may still be of the one before."""
        space = self._snapshot.space if self._snapshot is not None else None
        return self._told if self._told is not None and self._told.space is space else None

    def refill(self) -> None:
        """Make the lines anew, unless nobody sees them."""
        if self._snapshot is None or not self.display:
            return
        space, facts = self._snapshot.space, self._facts
        self._show_notice()
        if space is None:
            self.flags.empty_text = self.presence.empty_text = _NO_FLAGS
            self.flags.show([])
            self.presence.show_rows([], title="What depends on them", scenarios=(), now=(), measure=[])
        else:
            proof = facts.exactness if facts is not None else None
            lines = flag_lines.flag_lines(
                space,
                self._snapshot.scenario,
                readers=facts.readers if facts is not None and facts.exactness.explored else None,
                complete=proof is not None and proof.complete,
                closed=frozenset(self._folded),
            )
            first = next((one.key for one in lines if one.open is None), None)
            select = first if self.flags.current is None else None
            self.flags.show(filtered(lines, self.filter) or lines, measure=lines, select=select)
            self._show_presence(space)
        self._show_details()

    def _show_presence(self, space: Space) -> None:
        snapshot, facts = self._snapshot, self._facts
        matrix = facts.matrix if facts is not None else None
        assert snapshot is not None
        everything: list[Presence] = []
        if facts is not None and matrix is not None:
            everything = self._everything(facts, matrix, space, snapshot.findings)
        self._rows = {one.line.key: one for one in everything}
        kept = [self._rows[line.key] for line in filtered([one.line for one in everything], self.filter)]
        title = "What depends on them"
        if matrix is not None:
            tools, findings = varying(matrix, space), len(conditional(snapshot.findings))
            title = f"Tools that {verb(tools)} {len(tools)} · findings under conditions {findings}"
        if self._exploring or matrix is None:
            self.presence.empty_text = self._exploring or "the flags have not been explored"
        elif everything:
            self.presence.empty_text = "nothing matches; Esc clears the filter"
        elif facts is not None and not facts.exactness.exact:
            self.presence.empty_text = "nothing is known to depend on flags"
        else:
            self.presence.empty_text = "every tool and finding is the same in all combinations"
        first = next((one.line.key for one in kept if one.holds is not None), None)
        self.presence.show_rows(
            kept,
            title=title,
            scenarios=columns_of(space),
            now=snapshot.here,
            measure=everything,
            select=first if self.presence.current is None else None,
        )

    def _everything(
        self, facts: FlagFacts, matrix: Matrix, space: Space, findings: tuple[Finding, ...]
    ) -> list[Presence]:
        """All rows; they are the same in whatever scenario is shown."""
        made_from = matrix, findings, frozenset(self._folded)
        if self._made is not None:
            (old, told, folded), rows = self._made
            if old is matrix and told is findings and folded == made_from[2]:
                return rows
        rows = presences(matrix, facts.cells, space, findings, apart=facts.apart, closed=made_from[2])
        self._made = made_from, rows
        return rows

    def _show_notice(self) -> None:
        text = self._exploring or (self._facts.caveat if self._facts is not None else "")
        self.notice.display = bool(text)
        sign = "⟳" if self._exploring else "≈"
        self.notice.update(Content(f"{sign} {visible(text)}"))

    @on(VirtualTable.Moved)
    def _moved(self, event: VirtualTable.Moved) -> None:
        event.stop()
        self._show_details()

    def on_descendant_focus(self) -> None:
        for pane in (self.flags, self.presence):
            if pane.has_focus:
                self._last_pane = pane
        self._show_details()

    @on(VirtualTable.Chosen)
    def _chosen(self, event: VirtualTable.Chosen) -> None:
        event.stop()
        line = event.line
        if line.open is not None:
            self._toggle(line)
        elif event.table is self.presence:
            self.post_message(self.JumpWanted())
        elif line.key.startswith(flag_lines.FLAG):
            self.post_message(self.FlipWanted(line.key.removeprefix(flag_lines.FLAG)))
        else:
            self.post_message(self.TenantWanted(line.key.removeprefix(flag_lines.TENANT)))

    def _toggle(self, line: Line) -> None:
        self._folded ^= {line.key}
        self.refill()

    def _show_details(self) -> None:
        snapshot = self._snapshot
        if snapshot is None or not self.display:
            return
        self._show_page(snapshot)
        self.post_message(self.SubjectChanged())

    def _show_page(self, snapshot: Snapshot) -> None:
        root, space, facts = snapshot.registry.root, snapshot.space, self._facts
        if space is None:
            self.details.show(_NO_FLAGS, lambda: flag_pages.no_flags_page(root))
            return
        row = self.current
        if row is not None and row.finding is not None:
            finding = row.finding
            self.details.show(row.line.key, lambda: finding_page(snapshot, finding))
            return
        if row is not None and row.row is not None and facts is not None:
            shown, tool = row.row, facts.tool(row.row.consumer, row.row.key)
            doubt = tool.doubt if tool is not None else ""
            here = facts.cells.of(shown, snapshot.here)
            self.details.show(
                row.line.key,
                lambda: flag_pages.presence_page(snapshot, space, shown, here=here, doubt=doubt),
            )
            return
        line = self.flags.current if self._last_pane is self.flags else None
        key = line.key if line is not None else ""
        kind, _, name = key.partition(":")
        matrix = facts.matrix if facts is not None else None
        if kind == "flag":
            exploring = self._exploring
            self.details.show(key, lambda: flag_pages.flag_page(snapshot, space, name, facts, exploring))
        elif kind == "tenant":
            self.details.show(key, lambda: flag_pages.tenant_page(snapshot, space, name, matrix))
        else:
            varied = len(varying(matrix, space)) if matrix is not None else 0
            self.details.show("overview", lambda: flag_pages.overview_page(root, facts, varied))
