"""Screen 1: consumers, the tools of the selected one, and details."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.message import Message

from inspector.model import Finding
from inspector.tui import consumer_lines, tool_lines
from inspector.tui.contents import NOTHING_MATCHES, Contents, Shown, counted_rows
from inspector.tui.details import Details
from inspector.tui.finding_place import Place, place, row
from inspector.tui.kept_place import KeptPlace
from inspector.tui.lines import filtered
from inspector.tui.pages import NOT_LOADED, note_page
from inspector.tui.snapshot import Snapshot
from inspector.tui.subject import NOTHING, Subject
from inspector.tui.subject_pages import page_of
from inspector.tui.table import VirtualTable
from inspector.tui.tree_width import TreeWidth


class RegistryView(Container):
    """The tree drives the table, the table drives the details; all three outlive a reload."""

    class SubjectChanged(Message):
        """The cursor is on something else."""

    def __init__(self) -> None:
        super().__init__(id="registry-view", classes="view")
        self.consumers = VirtualTable(consumer_lines.COLUMNS, header=False, stretch=True, id="consumers")
        self.tools = VirtualTable(tool_lines.COLUMNS, id="tools")
        self.details = Details(id="registry-details")
        self._tree_width = TreeWidth(self.consumers, self.tools)
        self.flat = False
        self.filter = ""
        self.subject = NOTHING
        self._cache = tool_lines.LineCache()
        self._contents: Contents | None = None
        self._folded: set[str] = {consumer_lines.SETS}
        self._folded_groups: dict[str, set[str]] = {}
        self._remembered: dict[str, str] = {}
        self._shown: str | None = None
        """Key of the tree line whose contents the table shows."""
        self._place: KeptPlace[tuple[str | None, str | None]] = KeptPlace()
        self._table: Shown | None = None
        """Those contents."""

    def compose(self) -> ComposeResult:
        yield self.consumers
        with Container(id="registry-right"):
            yield self.tools
            yield self.details

    def on_mount(self) -> None:
        self.consumers.border_title = "Consumers"
        self.tools.border_title = "Tools"

    @property
    def main_pane(self) -> VirtualTable:
        """What the keys go to when the view comes up."""
        return self.tools

    def show(self, snapshot: Snapshot) -> None:
        """Replace what is shown; cursor, scroll, filter and open groups stay."""
        self._tree_width.begin_anew()
        if self._contents is not None:
            self._show_kept(Contents(snapshot, self._cache))
            return
        self._contents = Contents(snapshot, self._cache)
        self._show_tree(select=self._first_line(self._contents))
        self._show_table()

    def _show_kept(self, contents: Contents) -> None:
        """Show that with the cursors where they are, or were before a load or a filter took that away."""
        place = self._place.wanted(self._here)
        self._contents = contents
        self._show_tree(select=place[0])
        self._show_table(select=place[1] if self._here[0] == place[0] else None)
        self._place.left(place, self._here)

    @property
    def _here(self) -> tuple[str | None, str | None]:
        """Keys of the lines under the cursors of the tree and of the table."""
        tree, table = self.consumers.current, self.tools.current
        return (tree.key if tree is not None else None), (table.key if table is not None else None)

    def wait(self, text: str) -> None:
        """Say what is going on, while there is nothing else to show."""
        if self._contents is None:
            self.tools.empty_text = text
            self.tools.refresh()

    def fail(self, error: str) -> None:
        """Say that nothing could be loaded, and why."""
        self.wait(NOT_LOADED)
        self.details.show(NOT_LOADED, lambda: note_page("", NOT_LOADED, "", error))

    def set_filter(self, wanted: str) -> None:
        self.filter = wanted
        if self._contents is not None:
            self._show_kept(self._contents)

    def toggle_flat(self) -> None:
        """One flat list, or tools under their groups."""
        self.flat = not self.flat
        self._show_table()

    @property
    def shows_tools(self) -> bool:
        """Whether the table holds the tools of a consumer."""
        return self._table is not None and self._table.whole.consumer is not None

    @property
    def grouped(self) -> bool:
        """Whether the consumer shown has groups at all."""
        shown = self._table.whole.consumer if self._table is not None else None
        if shown is None or self._contents is None:
            return False
        return any(tool.via for tool in shown.tools) or bool(self._contents.snapshot.ghosts(shown.id))

    def jump(self, finding: Finding) -> bool:
        """Put the cursors where the finding shows; False where it doesn't."""
        found = place(self._contents, finding) if self._contents is not None else None
        if found is None:
            return False
        self._go(found)
        return True

    def go_to(self, consumer: str, row: str | None = None) -> bool:
        """Put the cursors on a consumer and a row of its table; False if there is no such consumer."""
        if self._contents is None or self._contents.snapshot.consumer(consumer) is None:
            return False
        self._go((consumer, row))
        return True

    def _go(self, where: Place) -> None:
        """Put the cursors there, opening what hides them."""
        key, line = where
        self.filter = ""
        consumer = self._contents.snapshot.consumer(key) if self._contents is not None else None
        if consumer is not None:
            self._folded.discard(consumer_lines.MODULE + consumer_lines.module_of(consumer))
        self._folded -= {one for one in (consumer_lines.SETS, consumer_lines.ISSUES) if key.startswith(one)}
        if line is not None:
            self._folded_groups.pop(key, None)
            self._remembered[key] = line
        self._show_tree(select=key)
        self._show_table(select=line)

    def fold(self, open_it: bool) -> bool:
        """Open or close the group under the cursor of the focused pane; False if there is none to."""
        pane = self.consumers if self.consumers.has_focus else self.tools
        line = pane.current
        if line is None or line.open is None or line.open is open_it:
            return False
        self._toggle(pane, line.key)
        return True

    @on(VirtualTable.Moved, "#consumers")
    def _tree_moved(self, event: VirtualTable.Moved) -> None:
        event.stop()
        if event.line is not None and event.line.key != self._shown:
            self._show_table()
        elif self.consumers.has_focus:
            self._show_details()

    @on(VirtualTable.Moved, "#tools")
    def _table_moved(self, event: VirtualTable.Moved) -> None:
        event.stop()
        if self._shown is not None and event.line is not None and event.line is self.tools.current:
            self._remembered[self._shown] = event.line.key
        self._show_details()

    @on(VirtualTable.Chosen)
    def _chosen(self, event: VirtualTable.Chosen) -> None:
        event.stop()
        if event.line.open is not None:
            self._toggle(event.table, event.line.key)
        elif event.table is self.consumers:
            self.tools.focus()
        elif self._shown is not None and self._shown.startswith(consumer_lines.MODULE):
            self.go_to(event.line.key)
            self.consumers.focus()
        elif self.details.display:
            self.details.focus()

    def on_descendant_focus(self) -> None:
        self._show_details()

    def _toggle(self, pane: VirtualTable, key: str) -> None:
        if pane is self.consumers:
            self._folded ^= {key}
            self._show_tree()
        elif self._shown is not None:
            self._folded_groups.setdefault(self._shown, set()).symmetric_difference_update({key})
            self._show_table()

    def _first_line(self, contents: Contents) -> str | None:
        """The consumer of the worst error that marks a row of one, else the first that has tools."""
        snapshot = contents.snapshot
        errors = (row(snapshot, one) for one in snapshot.findings if one.severity == "error")
        worst = next((one for one in errors if one is not None), None)
        if worst is not None:
            if worst[1] is not None:
                self._remembered[worst[0]] = worst[1]
            return worst[0]
        consumers = snapshot.registry.consumers
        telling = next((one for one in consumers if one.tools), consumers[0] if consumers else None)
        return telling.id if telling is not None else None

    def _show_tree(self, select: str | None = None) -> None:
        if self._contents is None:
            return
        lines = self._contents.tree(frozenset(self._folded))
        kept = self._contents.matching(frozenset(self._folded), self.filter)
        self.consumers.empty_text = "nothing matches; Esc clears" if lines else "no agents found"
        if all(line.key != select for line in kept):
            select = None
        self.consumers.show(kept, measure=lines, select=select)
        count = len(self._contents.snapshot.registry.consumers)
        self.consumers.border_title = f"Consumers {count}" if count else "Consumers"

    def _show_table(self, select: str | None = None) -> None:
        if self._contents is None:
            return
        line = self.consumers.current
        key = line.key if line is not None else None
        fresh, self._shown = key != self._shown, key
        if select is None and fresh and key is not None:
            select = self._remembered.get(key, "")
        closed = frozenset(self._folded_groups.get(key or "", ()))
        shown = self._table = self._contents.of(key or "", closed=closed, flat=self.flat)
        kept = filtered(shown.lines, self.filter)
        if not kept and (not shown.own_words or self.filter.lower() in shown.own_words):
            kept = shown.lines
        if not fresh and all(line.key != select for line in kept):
            select = None
        self.tools.empty_text = NOTHING_MATCHES if shown.lines else shown.empty
        self.tools.show(kept, columns=shown.columns, measure=shown.lines, select=select, fresh=fresh)
        self._tree_width.fit(self.app.size.width)
        self.tools.border_title = Content(_title(shown, counted_rows(kept)))
        self._show_details()

    def on_resize(self) -> None:
        self._tree_width.begin_anew()
        self._tree_width.fit(self.app.size.width)

    def _show_details(self) -> None:
        if self._contents is None:
            return
        self.subject = self._find_subject()
        make, key = page_of(self._contents.snapshot, self.subject)
        self.details.show(key, make)
        self.post_message(self.SubjectChanged())

    def _find_subject(self) -> Subject:
        shown, line = self._table, self.tools.current
        if shown is None:
            return NOTHING
        if line is None or (self.consumers.has_focus and shown.whole != NOTHING):
            return shown.whole
        return shown.subject(line.key)


def _title(shown: Shown, kept: int) -> str:
    """What the table shows, and how much of it there is."""
    rows = counted_rows(shown.lines)
    count = f"{kept} of {rows}" if kept < rows else str(shown.total or "")
    return f"{shown.title} {count}{shown.note}".rstrip()
