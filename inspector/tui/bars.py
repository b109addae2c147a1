"""The one-line bars: header with its tabs, banner, footer."""

from collections.abc import Sequence

from textual.content import Content
from textual.events import Click
from textual.widget import Widget

from inspector.report.escape import visible
from inspector.tui.actions import ACTIONS, Action, Situation
from inspector.tui.lines import fit

_MUTED, _FAINT = "$foreground 65%", "$foreground 35%"


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
        self._project, self._status, self._view, self._badge = "", "", "registry", ""
        self._busy = False

    def show(self, *, project: str, status: str, busy: bool, view: str, badge: str) -> None:
        """`status` is the interpreter's line, or what is being loaded while `busy`."""
        self._project, self._status, self._busy = visible(project), visible(status), busy
        self._view, self._badge = view, badge
        self.refresh()

    def parts(self, width: int) -> list[tuple[str, str, str]]:
        tabs = self._tabs()
        left = [(" toolinspect ", "bold $accent", ""), (f" {self._project[:40]} ", "bold", "")]
        room = width - sum(len(text) for text, _style, _action in (*left, *tabs))
        status = f"  {'⟳ ' if self._busy else ''}{self._status}" if room >= 14 else ""
        return [*left, (fit(status, max(room, 0)), "$text-warning" if self._busy else _MUTED, ""), *tabs]

    def _tabs(self) -> list[tuple[str, str, str]]:
        badge = f" {self._badge}" if self._badge else ""
        parts = []
        for key, view, label in (("1", "registry", "Registry"), ("2", "findings", f"Findings{badge}")):
            style = "bold $background on $accent" if view == self._view else _MUTED
            parts.append((f" {key} {label} ", style, view))
        return parts


class Banner(Bar):
    """What is wrong with the newest load; takes no room while nothing is."""

    def __init__(self) -> None:
        super().__init__(id="banner")
        self.display = False
        self._text = ""
        self._hint = ""

    @property
    def text(self) -> str:
        return self._text

    def show(self, text: str, *, has_traceback: bool = False) -> None:
        """An empty text hides it."""
        self._text = visible(text)
        self._hint = "  b traceback " if has_traceback else " "
        self.display = bool(text)
        self.refresh()

    def parts(self, width: int) -> list[tuple[str, str, str]]:
        text = fit(self._text, max(width - 3 - len(self._hint), 0))
        return [(" ✗ ", "bold", "traceback"), (text, "", "traceback"), (self._hint, "bold", "traceback")]


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
        parts: list[tuple[str, str, str]] = []
        for action in chosen(ACTIONS, width, self._situation):
            usable = action.why_not(self._situation) is None
            parts.append((f" {action.shown}", "bold $accent" if usable else _FAINT, action.id))
            parts.append((f" {action.label} ", "$foreground 80%" if usable else _FAINT, action.id))
        return parts


def chosen(actions: Sequence[Action], width: int, now: Situation) -> list[Action]:
    """The most important actions that fit into `width` cells, usable ones first, in the order of the list."""
    left = width
    fitting: set[str] = set()
    candidates = [one for one in actions if one.footer]
    for action in sorted(candidates, key=lambda one: (one.why_not(now) is not None, -one.footer)):
        needed = len(action.shown) + len(action.label) + 3
        if needed <= left:
            fitting.add(action.id)
            left -= needed
    return [action for action in actions if action.id in fitting]
