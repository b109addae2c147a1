"""The one main screen: bars around the views, and the filter line."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Container
from textual.events import Resize
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input

from inspector.tui.audit_view import AuditView
from inspector.tui.bars import Banner, Footer, Header
from inspector.tui.findings_view import FindingsView
from inspector.tui.flags_view import FlagsView
from inspector.tui.registry_view import RegistryView
from inspector.tui.scenario_bar import ScenarioBar
from inspector.tui.snapshot import Snapshot
from inspector.tui.subject import Subject

_NARROW = 110
"""Below this many columns panes are stacked."""
_DETAIL_SIZES = ("normal", "large", "hidden")


class MainScreen(Screen[None]):
    """Knows which view is up and hands it what concerns it."""

    AUTO_FOCUS = ""

    class SituationChanged(Message):
        """What can be done may have changed."""

    def __init__(self) -> None:
        super().__init__()
        self.header = Header()
        self.scenario = ScenarioBar()
        self.banner = Banner()
        self.registry = RegistryView()
        self.findings = FindingsView()
        self.flags = FlagsView()
        self.audit = AuditView()
        self.filter = Input(placeholder="text to keep, !text to leave out", id="filter")
        self.footer = Footer()
        self.view = "registry"
        self._detail_size = 0

    def compose(self) -> ComposeResult:
        yield self.header
        yield self.scenario
        yield self.banner
        with Container(id="views"):
            yield self.registry
            yield self.findings
            yield self.flags
            yield self.audit
        yield self.filter
        yield self.footer

    def on_mount(self) -> None:
        self.findings.display = self.flags.display = self.audit.display = False
        self.filter.display = False
        self.registry.tools.focus()

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width < _NARROW, "narrow")

    @property
    def current(self) -> RegistryView | FindingsView | FlagsView | AuditView:
        """The view that is up."""
        match self.view:
            case "registry":
                return self.registry
            case "findings":
                return self.findings
            case "audit":
                return self.audit
        return self.flags

    @property
    def can_jump(self) -> bool:
        """Whether what is selected leads to a row of the registry."""
        if self.view == "flags":
            return self.flags.current is not None and self.flags.current.holds is not None
        return self.view == "findings" and self.subject.finding is not None

    @property
    def hidden_filter(self) -> str:
        """The filter of the view that is up; empty while its line shows it."""
        return "" if self.filter.display else self.current.filter

    @property
    def subject(self) -> Subject:
        return self.current.subject

    def show(self, snapshot: Snapshot) -> None:
        self.registry.show(snapshot)
        self.findings.show(snapshot)
        self.flags.show(snapshot)

    def wait(self, text: str) -> None:
        self.registry.wait(text)
        self.findings.wait(text)
        self.flags.wait(text)

    def fail(self, error: str) -> None:
        """Say why there is nothing to show."""
        self.registry.fail(error)
        self.findings.fail(error)
        self.flags.fail(error)

    def go(self, view: str) -> None:
        """Bring a view up."""
        if view == self.view:
            return
        self.filter.display = False
        self.view = view
        self.registry.display = view == "registry"
        self.findings.display = view == "findings"
        self.flags.display = view == "flags"
        self.audit.display = view == "audit"
        self.findings.wake()
        self.flags.wake()
        self.audit.wake()
        self.current.main_pane.focus()
        self.post_message(self.SituationChanged())

    def cycle_details(self) -> None:
        """Larger, hidden, normal."""
        self._detail_size = (self._detail_size + 1) % len(_DETAIL_SIZES)
        for index, name in enumerate(_DETAIL_SIZES):
            self.set_class(index == self._detail_size, f"details-{name}")
        if self.focused is not None and not self.focused.display:
            self.focus_next()

    def ask_filter(self) -> None:
        """Open the filter line."""
        self.filter.value = self.current.filter
        self.filter.display = True
        # At once, not with the next message: the keys that follow may be in the queue already.
        self.set_focus(self.filter)

    def clear_filter(self) -> None:
        """Show everything again."""
        self.current.set_filter("")
        self._close_filter()

    def move_focus(self, step: int) -> None:
        """Left or right: open or close the group under the cursor, else go to the pane beside."""
        folds = self.registry if self.view == "registry" else self.flags if self.view == "flags" else None
        if folds is not None and folds.fold(open_it=step > 0):
            return
        if step > 0:
            self.focus_next()
        else:
            self.focus_previous()

    @on(Input.Changed, "#filter")
    def _filter_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.current.set_filter(event.value)
        self.post_message(self.SituationChanged())

    @on(Input.Submitted, "#filter")
    def _filter_accepted(self, event: Input.Submitted) -> None:
        event.stop()
        self._close_filter()

    @on(RegistryView.SubjectChanged)
    @on(FindingsView.SubjectChanged)
    @on(FlagsView.SubjectChanged)
    @on(AuditView.SubjectChanged)
    def _subject_changed(self, event: Message) -> None:
        event.stop()
        self.post_message(self.SituationChanged())

    def _close_filter(self) -> None:
        self.filter.display = False
        self.current.main_pane.focus()
        self.post_message(self.SituationChanged())
