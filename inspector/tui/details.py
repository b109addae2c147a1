"""The details pane."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

_PAUSE = 0.03
"""Seconds a cursor has to rest before its details are made."""


class Details(VerticalScroll, can_focus=True):
    """Shows one page; the page of a moving cursor is made only once it rests."""

    BORDER_TITLE = "Details"

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._body = Static(markup=False)
        self._subject: str | None = None
        self._timer: Timer | None = None

    @property
    def subject(self) -> str | None:
        """Key of what is shown."""
        return self._subject

    @property
    def text(self) -> str:
        return str(self._body.content)

    def compose(self) -> ComposeResult:
        yield self._body

    def show(self, subject: str, make: Callable[[], Content]) -> None:
        """Show the page that `make` gives, after a pause; from its top when the subject is another one."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self._subject is None:
            self._fill(subject, make)
        else:
            self._timer = self.set_timer(_PAUSE, lambda: self._fill(subject, make))

    def _fill(self, subject: str, make: Callable[[], Content]) -> None:
        self._timer = None
        self._body.update(make())
        if subject != self._subject:
            self._subject = subject
            self.scroll_home(animate=False)
