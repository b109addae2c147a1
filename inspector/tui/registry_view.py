"""Screen 1: consumers, the tools of the selected one, and details."""

from collections.abc import Callable

from textual import on
from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.message import Message

from inspector.model import Consumer, Finding
from inspector.report.escape import visible
from inspector.tui import consumer_lines, issues, tool_lines
from inspector.tui.details import Details
from inspector.tui.lines import filtered
from inspector.tui.pages import NOT_LOADED, consumer_page, issue_page, note_page
from inspector.tui.snapshot import Snapshot
from inspector.tui.subject import Subject
from inspector.tui.table import VirtualTable
from inspector.tui.tool_page import tool_page


class RegistryView(Container):
    """The tree drives the table, the table drives the details; all three outlive a reload."""

    class SubjectChanged(Message):
        """The cursor is on something else."""

    def __init__(self) -> None:
        super().__init__(id="registry-view", classes="view")
        self.consumers = VirtualTable(consumer_lines.COLUMNS, header=False, stretch=True, id="consumers")
        self.tools = VirtualTable(tool_lines.COLUMNS, id="tools")
        self.details = Details(id="registry-details")
        self.flat = False
        self.filter = ""
        self.subject = Subject()
        self._snapshot: Snapshot | None = None
        self._folded: set[str] = set()
        self._folded_groups: dict[str, set[str]] = {}
        self._remembered: dict[str, str] = {}
        self._shown: str | None = None
        """Key of the tree line whose contents the table shows."""

    def compose(self) -> ComposeResult:
        yield self.consumers
        with Container(id="registry-right"):
            yield self.tools
            yield self.details

    def on_mount(self) -> None:
        self.consumers.border_title = "Consumers"
        self.tools.border_title = "Tools"

    def show(self, snapshot: Snapshot) -> None:
        """Replace what is shown; cursor, scroll, filter and open groups stay."""
        first = self._snapshot is None
        self._snapshot = snapshot
        self._show_tree(select=self._first_consumer(snapshot) if first else None)
        self._show_table()

    def wait(self, text: str) -> None:
        """Say what is going on, while there is nothing else to show."""
        if self._snapshot is None:
            self.tools.empty_text = text
            self.tools.refresh()

    def fail(self, error: str) -> None:
        """Say that nothing could be loaded, and why."""
        self.wait(NOT_LOADED)
        self.details.show(NOT_LOADED, lambda: note_page("", NOT_LOADED, "", error))

    def set_filter(self, wanted: str) -> None:
        self.filter = wanted
        if self._snapshot is not None:
            self._show_tree()
            self._show_table()

    def toggle_flat(self) -> None:
        """One flat list, or tools under their groups."""
        self.flat = not self.flat
        self._show_table()

    @property
    def grouped(self) -> bool:
        """Whether the consumer shown has groups at all."""
        consumer = self._consumer()
        return consumer is not None and any(tool.via for tool in consumer.tools)

    def jump(self, finding: Finding) -> bool:
        """Put the cursors on the finding's consumer and tool; False where it has neither."""
        if self._snapshot is None:
            return False
        self._unfilter()
        consumer = self._snapshot.consumer(finding.consumer) if finding.consumer else None
        if consumer is None:
            return self._jump_to_issue(finding)
        return self.go_to(consumer.id, finding.tools[0] if finding.tools else None)

    def go_to(self, consumer: str, tool: str | None = None) -> bool:
        """Put the cursors on a consumer and one of its tools, opening what hides them."""
        found = self._snapshot.consumer(consumer) if self._snapshot else None
        if found is None:
            return False
        self._unfilter()
        self._folded.discard(consumer_lines.MODULE + consumer_lines.module_of(found))
        if tool is not None:
            self._folded_groups.pop(consumer, None)
            self._remembered[consumer] = tool
        self._show_tree(select=consumer)
        self._show_table(select=tool)
        return True

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
        elif self._shown is not None and self._consumer() is None and not self._issues():
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

    def _unfilter(self) -> None:
        if self.filter:
            self.filter = ""

    def _first_consumer(self, snapshot: Snapshot) -> str | None:
        worst = next((one for one in snapshot.findings if one.severity == "error" and one.consumer), None)
        if worst is not None and worst.consumer is not None:
            if worst.tools:
                self._remembered[worst.consumer] = worst.tools[0]
            return worst.consumer
        consumers = snapshot.registry.consumers
        telling = next((one for one in consumers if one.tools), consumers[0] if consumers else None)
        return telling.id if telling is not None else None

    def _show_tree(self, select: str | None = None) -> None:
        if self._snapshot is None:
            return
        lines = consumer_lines.consumer_lines(self._snapshot, frozenset(self._folded))
        kept = lines if self.filter.startswith("!") else filtered(lines, self.filter)
        self.consumers.empty_text = "nothing matches" if lines else "no agents found"
        self.consumers.show(kept, measure=lines, select=select)
        count = len(self._snapshot.registry.consumers)
        self.consumers.border_title = f"Consumers {count}" if count else "Consumers"

    def _show_table(self, select: str | None = None) -> None:
        snapshot, line = self._snapshot, self.consumers.current
        if snapshot is None:
            return
        key = line.key if line is not None else None
        fresh, self._shown = key != self._shown, key
        if select is None and fresh and key is not None:
            select = self._remembered.get(key, "")
        consumer = self._consumer()
        if consumer is not None:
            self._show_tools(snapshot, consumer, select, fresh)
        elif self._issues():
            lines = issues.issue_lines(self._issues())
            kept = list(filtered(lines, self.filter)) or lines
            self.tools.show(kept, columns=issues.COLUMNS, measure=lines, select=select, fresh=fresh)
            self.tools.border_title = f"{line.cells[0] if line else ''} {len(lines)}"
        else:
            self._show_module(snapshot, key or "", select, fresh)
        self._show_details()

    def _show_tools(self, snapshot: Snapshot, consumer: Consumer, select: str | None, fresh: bool) -> None:
        closed = frozenset(self._folded_groups.get(consumer.id, ()))
        lines = tool_lines.tool_lines(snapshot, consumer, closed=closed, flat=self.flat)
        kept = filtered(lines, self.filter)
        if not kept and self.filter.lower() in f"{consumer.name} {consumer.id}".lower():
            kept = lines
        self.tools.empty_text = "no tool matches the filter" if lines else "this consumer has no tools"
        self.tools.show(kept, columns=tool_lines.COLUMNS, measure=lines, select=select, fresh=fresh)
        total = sum(tool.live for tool in consumer.tools)
        count = f"{len(kept)} of {total}" if len(kept) < len(lines) and self.filter else str(total)
        note = " · last good version" if consumer.id in snapshot.stale else ""
        self.tools.border_title = Content(f"{visible(consumer.name)[:60]} · tools {count}{note}")

    def _show_module(self, snapshot: Snapshot, key: str, select: str | None, fresh: bool) -> None:
        inside = [
            line
            for line in consumer_lines.consumer_lines(snapshot)
            if (one := snapshot.consumer(line.key))
            and consumer_lines.MODULE + consumer_lines.module_of(one) == key
        ]
        if snapshot.registry.consumers:
            self.tools.empty_text = "" if key else "nothing matches the filter"
        else:
            self.tools.empty_text = "No agents were found in this project."
        columns = consumer_lines.COLUMNS if key else tool_lines.COLUMNS
        self.tools.show(inside, columns=columns, select=select, fresh=fresh)
        module = key.removeprefix(consumer_lines.MODULE)
        self.tools.border_title = Content(visible(module)[:60] or "Tools")

    def _show_details(self) -> None:
        snapshot = self._snapshot
        if snapshot is None:
            return
        self.subject = self._find_subject(snapshot)
        make, key = self._page(snapshot, self.subject)
        self.details.show(key, make)
        self.post_message(self.SubjectChanged())

    def _find_subject(self, snapshot: Snapshot) -> Subject:
        consumer, line = self._consumer(), self.tools.current
        if consumer is not None:
            if self.consumers.has_focus or line is None:
                return Subject(consumer=consumer)
            tool = next((one for one in snapshot.tools(consumer) if one.key == line.key), None)
            return Subject(consumer=consumer, tool=tool)
        if line is None:
            return Subject()
        issue = next((one for one in self._issues() if one.key == line.key), None)
        return Subject(issue=issue) if issue else Subject(consumer=snapshot.consumer(line.key))

    def _page(self, snapshot: Snapshot, subject: Subject) -> tuple[Callable[[], Content], str]:
        if subject.tool is not None and subject.consumer is not None:
            consumer, tool = subject.consumer, subject.tool
            return lambda: tool_page(snapshot, consumer, tool), f"{consumer.id} {tool.key}"
        if subject.issue is not None:
            issue = subject.issue
            return lambda: issue_page(snapshot, issue), issue.key
        if subject.consumer is not None:
            whole = subject.consumer
            return lambda: consumer_page(snapshot, whole), whole.id
        hint = "" if snapshot.registry.consumers else NOTHING_FOUND
        return lambda: note_page(snapshot.registry.root, "Nothing is selected", "", hint), ""

    def _consumer(self) -> Consumer | None:
        return self._snapshot.consumer(self._shown) if self._snapshot and self._shown else None

    def _issues(self) -> list[issues.Issue]:
        if self._snapshot is None or self._shown is None or not self._shown.startswith(consumer_lines.ISSUES):
            return []
        everything = issues.issues_of(self._snapshot.registry)
        if self._shown == consumer_lines.ISSUES:
            return everything
        kind = self._shown.removeprefix(consumer_lines.ISSUE_KIND)
        return [issue for issue in everything if issue.kind == kind]

    def _jump_to_issue(self, finding: Finding) -> bool:
        everything = issues.issues_of(self._snapshot.registry) if self._snapshot else []
        issue = next((one for one in everything if one.what in finding.names), None)
        issue = issue or next((one for one in everything if one.location in finding.locations), None)
        if issue is None:
            return False
        self._folded.discard(consumer_lines.ISSUES)
        self._show_tree(select=consumer_lines.ISSUE_KIND + issue.kind)
        self._show_table(select=issue.key)
        return True


NOTHING_FOUND = (
    "toolinspect looks for modules that build agents of the OpenAI Agents SDK: Agent(…), SandboxAgent(…), "
    "RealtimeAgent(…). It found none here, or none could be loaded; see “Not shown” if it stands on the left."
)
