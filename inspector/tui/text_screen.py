"""Screens that only show text: captured output, tracebacks, help."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from inspector.model import LoadFailure
from inspector.report.escape import visible, visible_lines
from inspector.report.listed import GHOST
from inspector.tui.actions import ACTIONS, MOVING
from inspector.tui.glyphs import DISAGREE, HOLDS, HOLDS_NOT, SUPPRESSED


class TextScreen(ModalScreen[None]):
    """A page over the app; Esc, q or the key that opened it close it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,question_mark,l,b,D", "dismiss_page", show=False, priority=True),
        Binding("down,j", "scroll(1)", show=False),
        Binding("up,k", "scroll(-1)", show=False),
    ]

    def __init__(self, title: str, content: Content, *, at_end: bool = False) -> None:
        super().__init__()
        self._heading = title
        self._content = content
        self._at_end = at_end

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="page") as page:
            page.border_title = self._heading
            yield Static(self._content, markup=False)

    def on_mount(self) -> None:
        page = self.query_one("#page", VerticalScroll)
        page.focus()
        self.call_after_refresh(self._tell_keys)
        if self._at_end:
            self.call_after_refresh(lambda: page.scroll_end(animate=False))

    def on_resize(self) -> None:
        self.call_after_refresh(self._tell_keys)

    def _tell_keys(self) -> None:
        page = self.query_one("#page", VerticalScroll)
        page.border_subtitle = "↑ ↓ PgUp PgDn scroll · Esc closes" if page.max_scroll_y else "Esc closes"

    def action_dismiss_page(self) -> None:
        """Go back."""
        self.dismiss()

    def action_scroll(self, lines: int) -> None:
        """Scroll by so many lines."""
        self.query_one("#page", VerticalScroll).scroll_relative(y=lines, animate=False)


def output_screen(chunks: Sequence[str]) -> TextScreen:
    """What the project wrote while it was loaded."""
    lines = visible_lines("".join(chunks))
    return TextScreen("Output of the project", Content("\n".join(lines)), at_end=True)


def failure_line(failures: Sequence[LoadFailure]) -> str:
    """The first failure in a line: where, what, and how many others there are; raw text."""
    first = failures[0]
    error = first.error.splitlines()[0] if first.error else first.kind
    more = f" (and {len(failures) - 1} more)" if len(failures) > 1 else ""
    return f"{first.location or first.ref}: {error}{more}"


def failures_screen(failures: Sequence[LoadFailure], error: str = "") -> TextScreen:
    """The error that ended the newest load, if any, and every failure with its traceback."""
    parts: list[str | tuple[str, str]] = []
    if error:
        parts += [("✗ The newest load\n", "bold $text-error"), "\n".join(visible_lines(error)) + "\n\n"]
    for failure in failures:
        parts += [(f"✗ {visible(failure.ref)}", "bold $text-error"), f"  {visible(failure.error)}\n"]
        if failure.location is not None:
            parts.append((f"{visible(str(failure.location))}\n", "underline"))
        body = "\n".join(visible_lines(failure.traceback))
        parts += ["\n", (body or "there is no traceback", "$foreground 60%"), "\n\n"]
    return TextScreen("What failed to load", Content.assemble(*parts))


def diff_screen(title: str, lines: Sequence[str], command: str) -> TextScreen:
    """A unified diff, and the command that makes the change."""
    parts: list[str | tuple[str, str]] = []
    for line in lines:
        style = _DIFF.get(line[:1], "") if not line.startswith(("---", "+++")) else "bold"
        parts.append((f"{visible(line)}\n", style))
    if not lines:
        parts.append(("The fix changes nothing here: what is due is to be changed by hand.\n", ""))
    parts += [("\nTo write it: ", "bold $accent"), f"{visible(command)}\n"]
    return TextScreen(title, Content.assemble(*parts))


_DIFF = {"+": "$text-success", "-": "$text-error", "@": "$foreground 60%"}


def help_screen() -> TextScreen:
    """Every key, by what it is for."""
    parts: list[str | tuple[str, str]] = [("Cursor\n", "bold $accent")]
    parts += [part for keys, text in MOVING for part in _entry(keys, text)]
    group = ""
    for action in ACTIONS:
        if action.group != group:
            group = action.group
            parts.append((f"\n{group}\n", "bold $accent"))
        parts += _entry(action.shown, action.help)
    parts.append(("\nSigns\n", "bold $accent"))
    for sign, text in _SIGNS:
        parts += _entry(sign, text)
    return TextScreen("Keys", Content.assemble(*parts))


_SIGNS = (
    ("✗ ▲ •", "Findings: error, warning, note"),
    ("✓ ○ ?", "A tool that is sent, that is off, that can't be told"),
    (DISAGREE, "Suggested sets that hold names which no tool has"),
    (GHOST, "A name that a control set lists, and that no tool has"),
    (SUPPRESSED, "A finding that a comment or the config suppresses"),
    ("+ ~ -", "Added, changed, removed by the last reload or flip"),
    (f"{HOLDS} {HOLDS_NOT}", "A condition that holds in the scenario shown, one that doesn't"),
    ("≈", "Drawn from a sample of the combinations, not proven"),
    ("[now] default*", "Values of a flag: in brackets the present one"),
)


def _entry(keys: str, text: str) -> list[str | tuple[str, str]]:
    return [(f"  {keys:<20}", "bold"), f"{text}\n"]
