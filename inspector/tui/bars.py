"""The one-line bars: header with its tabs, banner, footer."""

import textwrap
from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content
from textual.events import Click
from textual.geometry import Size
from textual.widget import Widget

from inspector.report.escape import visible
from inspector.tui.actions import ACTIONS, Action, Situation
from inspector.tui.lines import fit
from inspector.tui.status import BETWEEN

_MORE = {"traceback": "  b traceback ", "clear": "  Esc dismisses ", "reload": ""}
"""What a banner ends with, by the action that a click on it does."""
_MOST_LINES = 3
_LONGEST_FILTER = 24
MUTED, FAINT = "$foreground 65%", "$foreground 35%"


class Bar(Widget):
    """One line of styled parts; a part may name an action that a click on it does."""

    def parts(self, width: int) -> list[tuple[str, str, str]]:
        """Text, style, and action or nothing, from left to right."""
        raise NotImplementedError

    def render(self) -> Content:
        return Content.assemble(*((text, style) for text, style, _action in self.parts(self.size.width)))

    async def on_click(self, event: Click) -> None:
        end = 0
        for text, _style, action in self.parts(self.size.width):
            end += len(text)
            if event.x < end:
                if action:
                    await self.run_action(f"app.act('{action}')")
                return


class Header(Bar):
    """Project, and SDK or progress, on the left; the views on the right."""

    def __init__(self) -> None:
        super().__init__(id="header")
        self._project, self._view, self._badge = "", "registry", ""
        self._step = ""
        self._facts: tuple[str, ...] = ()

    def show(self, *, project: str, facts: Sequence[str], step: str, view: str, badge: str) -> None:
        """`step` is what is being loaded, shown instead of the facts; empty when nothing is."""
        self._project, self._step = visible(project), visible(step)
        self._facts = tuple(map(visible, facts))
        self._view, self._badge = view, badge
        self.refresh()

    def parts(self, width: int) -> list[tuple[str, str, str]]:
        tabs = self._tabs()
        left = [(" toolinspect ", "bold $accent", ""), (f" {self._project[:40]}/ ", "bold", "")]
        # What is loaded says more than the program's name, and the tabs must be there whole.
        fact = len(self._facts[0]) + 3 if self._facts and not self._step else 0
        for wanted in (fact, 0):
            if wanted + sum(len(text) for text, _style, _action in (*left, *tabs)) > width:
                del left[:1]
                break
        room = max(width - sum(len(text) for text, _style, _action in (*left, *tabs)), 0)
        shown = f"  ⟳ {self._step}" if self._step else self._fitting_facts(room)
        return [*left, (fit(shown, room), "$text-warning" if self._step else MUTED, ""), *tabs]

    def _fitting_facts(self, room: int) -> str:
        """As many of the facts as fit whole."""
        for count in range(len(self._facts), 0, -1):
            shown = f"  {BETWEEN.join(self._facts[:count])} "
            if cell_len(shown) <= room:
                return shown
        return ""

    def _tabs(self) -> list[tuple[str, str, str]]:
        badge = f" {self._badge}" if self._badge else ""
        parts = []
        tabs = (
            ("1", "registry", "Registry"),
            ("2", "findings", f"Findings{badge}"),
            ("3", "flags", "Flags"),
            ("4", "audit", "Audit"),
        )
        for key, view, label in tabs:
            style = "bold $background on $accent" if view == self._view else MUTED
            parts.append((f" {key} {label} ", style, view))
        return parts


class Banner(Widget):
    """What is wrong with the newest load, in a few lines at most; takes no room while nothing is."""

    def __init__(self) -> None:
        super().__init__(id="banner")
        self.display = False
        self._text, self._action = "", "traceback"

    @property
    def text(self) -> str:
        return self._text

    @property
    def action(self) -> str:
        """What a click does, and thereby what kind of banner it is."""
        return self._action

    def show(self, text: str, *, action: str = "traceback") -> None:
        """An empty text hides it; a click does the action: any but `traceback` makes it a mere notice."""
        self._text, self._action = visible(text), action
        self.display = bool(text)
        self.set_class(action != "traceback", "notice")
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines(width))

    def render(self) -> Content:
        lines = self._lines(self.size.width)
        sign = " ✗ " if self._action == "traceback" else " ! "
        parts: list[tuple[str, str]] = []
        for number, line in enumerate(lines):
            parts += [("   " if number else sign, "bold"), (line, "")]
            parts.append((_MORE[self._action], "bold") if number == len(lines) - 1 else ("\n", ""))
        return Content.assemble(*parts)

    async def on_click(self, event: Click) -> None:
        await self.run_action(f"app.act('{self._action}')")

    def _lines(self, width: int) -> list[str]:
        """The text in lines that leave room for the sign before them and the key after the last one."""
        room, more = max(width - 3, 1), len(_MORE[self._action])
        lines = textwrap.wrap(self._text, room, break_on_hyphens=False) or [""]
        if len(lines[-1]) > room - more and len(lines) < _MOST_LINES:
            lines = textwrap.wrap(self._text, max(room - more, 1), break_on_hyphens=False)
        if len(lines) > _MOST_LINES:
            lines = [*lines[: _MOST_LINES - 1], " ".join(lines[_MOST_LINES - 1 :])]
        last = len(lines) - 1
        return [fit(line, max(room - (more if at == last else 0), 0)) for at, line in enumerate(lines)]


class Footer(Bar):
    """The keys that matter most, as many as fit; those that can't be used now are dimmed."""

    def __init__(self) -> None:
        super().__init__(id="footer")
        self._situation = Situation(view="registry", loaded=False)

    def show(self, situation: Situation) -> None:
        if situation != self._situation:
            self._situation = situation
            self.refresh()

    def parts(self, width: int) -> list[tuple[str, str, str]]:
        parts = self._filter()
        used = sum(cell_len(text) for text, _style, _action in parts)
        for action in chosen(ACTIONS, width - used, self._situation):
            usable = action.why_not(self._situation) is None
            parts.append((f" {action.shown}", "bold $accent" if usable else FAINT, action.id))
            parts.append((f" {action.label} ", "$foreground 80%" if usable else FAINT, action.id))
        return parts

    def _filter(self) -> list[tuple[str, str, str]]:
        """The filter that hides rows, and the key that shows them again."""
        wanted = self._situation.filter
        if not wanted:
            return []
        shown = wanted if len(wanted) <= _LONGEST_FILTER else f"{wanted[:_LONGEST_FILTER]}…"
        return [
            (f" filter: {shown} ", "bold $text-warning", "filter"),
            (" Esc", "bold $accent", "clear"),
            (" clears ", "$foreground 80%", "clear"),
        ]


def chosen(actions: Sequence[Action], width: int, now: Situation) -> list[Action]:
    """The most important actions that fit into `width` cells, usable ones first, in the order of the list."""
    left = width
    fitting: set[str] = set()
    candidates = [one for one in actions if one.footer and one.only_in in ("", now.view)]
    for action in sorted(candidates, key=lambda one: (one.why_not(now) is not None, -one.footer)):
        needed = len(action.shown) + len(action.label) + 3
        if needed <= left:
            fitting.add(action.id)
            left -= needed
    return [action for action in actions if action.id in fitting]
