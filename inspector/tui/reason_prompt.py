"""Asks for one line of text: the reason for which something is accepted."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from inspector.report.escape import visible


class ReasonPrompt(ModalScreen[str]):
    """Gives the reason; an empty one for none, as after Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "give_up", show=False, priority=True)]

    def __init__(self, about: str) -> None:
        super().__init__()
        self._about = about
        self._reason = Input(placeholder="why the old name may stay there", id="reason")

    def compose(self) -> ComposeResult:
        with Vertical(id="prompt") as prompt:
            prompt.border_title = "Accept"
            prompt.border_subtitle = "Enter writes it into the config · Esc gives up"
            yield Static(Content(visible(self._about)), markup=False)
            yield self._reason

    def on_mount(self) -> None:
        self._reason.focus()

    @on(Input.Submitted, "#reason")
    def _given(self, event: Input.Submitted) -> None:
        event.stop()
        if event.value.strip():
            self.dismiss(event.value.strip())

    def action_give_up(self) -> None:
        """Accept nothing."""
        self.dismiss("")
