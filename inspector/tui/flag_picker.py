"""The list of flags over whatever screen is up: type to find one, Enter for its next value."""

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from inspector.model import Scenario, Space
from inspector.report.scenario_text import flags_of
from inspector.tui import flag_lines
from inspector.tui.flag_facts import FlagFacts
from inspector.tui.lines import filtered
from inspector.tui.table import VirtualTable

_ALL = 10**9
Flip = Callable[[str, int], object]
"""Gives a flag its next value, or the one before."""


class _Find(Input):
    """Takes what is typed, but for the space bar, which flips."""

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        return key != "space" and super().check_consume_key(key, character)


class FlagPicker(ModalScreen[None]):
    """Stays open while flags are flipped; the screens below follow."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", show=False, priority=True),
        Binding("up", "move(-1)", show=False, priority=True),
        Binding("down", "move(1)", show=False, priority=True),
        Binding("pageup", "move(-8)", show=False, priority=True),
        Binding("pagedown", "move(8)", show=False, priority=True),
        Binding("home", f"move(-{_ALL})", show=False, priority=True),
        Binding("end", f"move({_ALL})", show=False, priority=True),
        Binding("enter,space,right", "flip(1)", show=False, priority=True),
        Binding("left", "flip(-1)", show=False, priority=True),
    ]

    def __init__(self, space: Space, scenario: Scenario, facts: FlagFacts | None, flip: Flip) -> None:
        super().__init__()
        self._space, self._scenario, self._facts, self._flip = space, scenario, facts, flip
        self.flags = VirtualTable(flag_lines.COLUMNS, id="picker-flags")
        self._filter = _Find(placeholder="type to find a flag", id="picker-filter")

    def compose(self) -> ComposeResult:
        with Vertical(id="picker") as picker:
            picker.border_title = "Flip a flag"
            picker.border_subtitle = "Enter next value · ← → · Esc closes"
            yield self._filter
            yield self.flags

    def on_mount(self) -> None:
        self._filter.focus()
        self.flags.empty_text = "no flag matches" if flags_of(self._space) else "no flags in the config"
        self._fill()

    def show(self, scenario: Scenario) -> None:
        """Follow a flip."""
        self._scenario = scenario
        self._fill()

    def _fill(self) -> None:
        facts = self._facts
        readers = facts.readers if facts is not None and facts.exactness.explored else None
        complete = facts is not None and facts.exactness.complete
        lines = [
            line
            for line in flag_lines.flag_lines(self._space, self._scenario, readers=readers, complete=complete)
            if line.key.startswith(flag_lines.FLAG)
        ]
        self.flags.show(filtered(lines, self._filter.value), measure=lines)

    @on(Input.Changed)
    def _filter_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._fill()

    @on(VirtualTable.Chosen)
    def _chosen(self, event: VirtualTable.Chosen) -> None:
        event.stop()
        self.action_flip(1)

    @on(VirtualTable.Moved)
    def _moved(self, event: VirtualTable.Moved) -> None:
        event.stop()

    def action_move(self, lines: int) -> None:
        """Move the cursor by so many lines."""
        self.flags.action_move(lines)

    def action_flip(self, by: int) -> None:
        """Give the flag under the cursor its next value, or the one before."""
        line = self.flags.current
        if line is not None:
            self._flip(line.key.removeprefix(flag_lines.FLAG), by)

    def action_close(self) -> None:
        """Go back."""
        self.dismiss()
