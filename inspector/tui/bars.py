"""The one-line bars: header with its tabs, banner, footer."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content
from textual.events import Click
from textual.widget import Widget

from inspector.report.escape import visible
from inspector.tui.actions import ACTIONS, Action, Situation
from inspector.tui.lines import fit
from inspector.tui.status import BETWEEN

_MORE = "  b traceback "
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
        room = max(width - sum(len(text) for text, _style, _action in (*left, *tabs)), 0)
        shown = f"  ⟳ {self._step}" if self._step else self._fitting_facts(room)
        return [*left, (fit(shown, room), "$text-warning" if self._step else _MUTED, ""), *tabs]

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
        for key, view, label in (("1", "registry", "Registry"), ("2", "findings", f"Findings{badge}")):
            style = "bold $background on $accent" if view == self._view else _MUTED
            parts.append((f" {key} {label} ", style, view))
        return parts


class Banner(Bar):
    """What is wrong with the newest load; takes no room while nothing is."""

    def __init__(self) -> None:
        super().__init__(id="banner")
        self.display = False
        self._text, self._action = "", "traceback"

    @property
    def text(self) -> str:
        return self._text

    def show(self, text: str, *, action: str = "traceback") -> None:
        """An empty text hides it; a click does the action."""
        self._text, self._action = visible(text), action
        self.display = bool(text)
        self.refresh()

    def parts(self, width: int) -> list[tuple[str, str, str]]:
        action = self._action
        more = _MORE if action == "traceback" else ""
        text = fit(self._text, max(width - 3 - len(more), 0))
        return [(" ✗ " if more else " ! ", "bold", action), (text, "", action), (more, "bold", action)]


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
