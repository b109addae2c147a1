"""Loads and reloads of the project: when they begin, what they tell, and what of them is shown."""

from typing import TYPE_CHECKING

from inspector.inspection import Inspection
from inspector.tui.advancing import advance
from inspector.tui.arriving import Arriving
from inspector.tui.config_presence import ConfigPresence
from inspector.tui.engine import Engine
from inspector.tui.loader import Loader, LoadFinished, LoadHeard
from inspector.tui.pace import Pace
from inspector.tui.snapshot import Snapshot, first
from inspector.tui.status import step
from inspector.wire.messages import Log, RootDone

if TYPE_CHECKING:
    from inspector.tui.app import ToolInspectApp

_SLOW_RELOAD = 0.4
"""Seconds after which a reload that still runs shows its progress."""
_SLOW_ROOTS = 0.5
"""Seconds between looks at what has arrived of a first load."""
_SLOW_EXPLORING = 0.1
"""Seconds after which a reload that has only the flags to explore yet is shown without them."""


class Loads:
    """Starts them, and hands the app a snapshot whenever there is something to show."""

    def __init__(self, app: "ToolInspectApp", engine: Engine) -> None:
        self._app, self._engine = app, engine
        self.loader = Loader(engine, app.post_message)
        self.pace = Pace()
        self.config = ConfigPresence()
        self.output: list[str] = []
        """Of the project, during the newest load."""
        self.error = ""
        """What the newest load ended with."""
        self.step = "starting the project's interpreter"
        """What it is at; raw text."""
        self.shows_progress = True
        self._arriving = Arriving()
        self._base: Snapshot | None = None
        """What was shown before an unfinished reload, which marks compare with; None: nothing unfinished."""

    @property
    def running(self) -> bool:
        """Whether the newest load has yet to be shown."""
        return self.loader.loading

    @property
    def exploring(self) -> str:
        """What exploring the flags is at; empty while that isn't going on."""
        return self._arriving.exploring if self.running else ""

    def begin(self) -> None:
        """Load for the first time."""
        self.pace.load_begins()
        self.loader.start()
        self._app.set_timer(_SLOW_ROOTS, self._show_arrived)

    def again(self) -> None:
        """Load once more, with the scenario that is chosen; ends a load that still runs."""
        self.output.clear()
        self.step = "reloading"
        self._arriving = Arriving(self._arriving.expected)
        self.pace.load_begins()
        self.loader.start()
        # A quick reload only changes rows: progress that flashes by would cost time and calm.
        self.shows_progress = self._app.snapshot is None
        self._app.set_timer(_SLOW_RELOAD, self._show_slow_reload)

    def hear(self, event: LoadHeard) -> None:
        """Take in what the worker says."""
        if not self.loader.is_newest(event.number):
            return
        message = event.message
        self._arriving.hear(message)
        if (
            isinstance(message, RootDone)
            and self._arriving.complete
            and self._engine.settings.space is not None
        ):
            self._app.set_timer(_SLOW_EXPLORING, lambda: self._show_unexplored(event.number))
        if isinstance(message, Log):
            if message.dropped:
                self.output.append(f"\n… {message.dropped:,} bytes left out …\n")
            self.output.append(message.text)
            return
        told = step(message)
        if told is not None:
            self.step = told
            if self.shows_progress or self.exploring:
                self._app.refresh_header()

    def finish(self, event: LoadFinished) -> None:
        """Show what the newest load came to."""
        if self.loader.is_newest(event.number):
            self.loader.loading = False
            self._conclude(event.loaded, event.error)

    def stop(self) -> None:
        """End exploring where it is, and show what it has found out."""
        known = self._arriving.inspection(self._engine.settings, stopped=True)
        self.loader.stop()
        self._conclude(known, "" if known is not None else "the load was stopped; r tries again")

    def _conclude(self, loaded: Inspection | None, error: str) -> None:
        app = self._app
        self.pace.load_ended()
        self.error = error or (loaded.error if loaded is not None else "")
        if loaded is not None and self._is_news(loaded):
            shown = app.flags.settle(loaded)
            old = None if self._arriving.expected is None else self._base or app.snapshot
            self._base = None
            self._arriving = Arriving(self._arriving.roots)
            app.show(advance(old, shown) if old else first(shown))
        else:
            app.flags.give_up()
            if app.snapshot is None:
                app.main.fail(error)
        remark = "" if error else self.config.look(self._engine.settings)
        app.load_ended(remark)

    def _is_news(self, loaded: Inspection) -> bool:
        """Whether to show it: a load without the declared sets isn't worth a good one."""
        shown = self._app.snapshot
        is_first = self._arriving.expected is None or shown is None
        return is_first or not loaded.error or bool(shown and shown.error)

    def _show_arrived(self) -> None:
        """Show what there is of a first load that takes long."""
        if self._arriving.expected is not None:
            return
        arrived = self._arriving.inspection(self._engine.settings) if self.running else None
        if arrived is not None:
            self._app.show(first(arrived))
        self._app.set_timer(_SLOW_ROOTS, self._show_arrived)

    def _show_unexplored(self, number: int) -> None:
        """Show a reload whose flags take longer to explore."""
        if not (self.running and self.loader.is_newest(number)):
            return
        arrived, shown = self._arriving.inspection(self._engine.settings), self._app.snapshot
        if arrived is not None and shown is not None:
            self._base = self._base or shown
            self._app.show(advance(self._base, arrived))

    def _show_slow_reload(self) -> None:
        if self.running:
            self.shows_progress = True
            self._app.refresh_header()
