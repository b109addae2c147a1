"""The app: loads, watches, and turns keys into actions."""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Literal

from textual import on
from textual.app import App
from textual.binding import Binding, BindingType
from textual.command import CommandPalette, Provider

from inspector.report.escape import visible
from inspector.tui import editor
from inspector.tui.actions import ACTIONS, BY_ID, Situation
from inspector.tui.arriving import Arriving
from inspector.tui.banner_text import first_line, shown_instead, trouble
from inspector.tui.config_presence import ConfigPresence
from inspector.tui.editing import open_editor
from inspector.tui.engine import Engine, Loaded
from inspector.tui.finding_walk import FindingWalk
from inspector.tui.findings_view import FindingsView
from inspector.tui.following import FilesChanged, WatchTrouble, besides, follow
from inspector.tui.leaving import off_signals, on_signals
from inspector.tui.loader import Loader, LoadFinished, LoadHeard
from inspector.tui.main_screen import MainScreen
from inspector.tui.pace import Pace, notice
from inspector.tui.situations import situation_of
from inspector.tui.snapshot import Snapshot, advance, first
from inspector.tui.status import facts, step
from inspector.tui.text_screen import failures_screen, help_screen, output_screen
from inspector.tui.theme import DARK, LIGHT, chosen_theme
from inspector.watch.files import FileWatcher
from inspector.wire.messages import Log


def _jump_provider() -> type[Provider]:
    from inspector.tui.palette import JumpProvider

    return JumpProvider


_SLOW_RELOAD = 0.4
"""Seconds after which a reload that still runs shows its progress."""
_SLOW_ROOTS = 0.5
"""Seconds between looks at what has arrived of a first load."""


class ToolInspectApp(App[None]):
    """Shows one project and follows its files."""

    TITLE = "toolinspect"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {_jump_provider}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(action.keys, f"act('{action.id}')", action.label, show=False, priority=action.at_once)
        for action in ACTIONS
    ]

    def __init__(self, engine: Engine, project: Path, *, watch: bool = True, poll: bool = False) -> None:
        super().__init__()
        for theme in (DARK, LIGHT):
            self.register_theme(theme)
        self.theme = chosen_theme()
        self.project = project
        self.snapshot: Snapshot | None = None
        self.output: list[str] = []
        self.main = MainScreen()
        self._engine = engine
        self._loader = Loader(engine, self.post_message)
        self._pace = Pace()
        self._arriving: Arriving | None = Arriving()
        """Until the first load is there."""
        self._watcher: FileWatcher | None = None
        self._watch, self._poll = watch, poll
        self._show_progress = True
        self._step = "starting the project's interpreter"
        self._error = ""
        self._config = ConfigPresence()
        self._walk = FindingWalk()

    def get_default_screen(self) -> MainScreen:
        return self.main

    def on_mount(self) -> None:
        on_signals(lambda code: self.exit(return_code=code))
        # After the first frame: it is what the user waits for, and nothing below may delay it.
        self.call_after_refresh(self._begin)

    def on_unmount(self) -> None:
        off_signals()
        if self._watcher is not None:
            self._watcher.close()

    def _begin(self) -> None:
        self._refresh_header()
        self._pace.load_begins()
        self._loader.start()
        self.set_timer(_SLOW_ROOTS, self._show_arrived)
        if self._watch:
            self._watcher = follow(self.project, self._engine.settings, self.post_message, poll=self._poll)

    # Loading

    @on(FilesChanged)
    def _files_changed(self, event: FilesChanged) -> None:
        followed = not self._pace.culprit
        if self._pace.wants_reload(event.paths):
            self._reload()
        elif followed:
            self.say(notice(self._pace.culprit, self.project), "warning")
        self._refresh_banner()
        self._refresh_footer()

    @on(WatchTrouble)
    def _watch_trouble(self, event: WatchTrouble) -> None:
        self.say(event.text, "warning")

    @on(LoadHeard)
    def _heard(self, event: LoadHeard) -> None:
        if not self._loader.is_newest(event.number):
            return
        message = event.message
        if self._arriving is not None:
            self._arriving.hear(message)
        if isinstance(message, Log):
            if message.dropped:
                self.output.append(f"\n… {message.dropped:,} bytes left out …\n")
            self.output.append(message.text)
            return
        told = step(message)
        if told is not None:
            self._step = told
            if self._show_progress:
                self._refresh_header()

    @on(LoadFinished)
    def _finished(self, event: LoadFinished) -> None:
        if not self._loader.is_newest(event.number):
            return
        self._loader.loading = False
        self._pace.load_ended()
        loaded = event.loaded
        self._error = event.error or (loaded.error if loaded is not None else "")
        if loaded is not None and self._is_news(loaded):
            old = None if self._arriving is not None else self.snapshot
            self._arriving = None
            self._show_snapshot(advance(old, loaded) if old else first(loaded))
        elif self.snapshot is None:
            self.main.fail(event.error)
        if self._watcher is not None:
            self._watcher.watch_besides(besides(self._engine.settings))
        if not event.error and (remark := self._config.look(self._engine.settings)):
            self.say(remark)
        self._refresh_banner()
        self._refresh_header()
        self._refresh_footer()

    def _is_news(self, loaded: Loaded) -> bool:
        """Whether to show it: a load without the declared sets isn't worth a good one."""
        is_first = self._arriving is not None or self.snapshot is None
        return is_first or not loaded.error or bool(self.snapshot and self.snapshot.error)

    def _show_snapshot(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.main.show(snapshot)

    def _show_arrived(self) -> None:
        """Show what there is of a first load that takes long."""
        if self._arriving is None:
            return
        arrived = self._arriving.snapshot(self._engine.settings) if self._loader.loading else None
        if arrived is not None:
            self._show_snapshot(arrived)
            self._refresh_header()
            self._refresh_footer()
        self.set_timer(_SLOW_ROOTS, self._show_arrived)

    def _refresh_header(self) -> None:
        snapshot = self.snapshot
        busy = self._loader.loading and self._show_progress
        if snapshot is None and self._loader.loading:
            self.main.wait(f"{visible(self._step)} …")
        self.main.header.show(
            project=self.project.name,
            facts=facts(snapshot.registry) if snapshot is not None else ("not loaded",),
            step=self._step if busy else "",
            view=self.main.view,
            badge=snapshot.badge if snapshot is not None else "",
        )

    def _refresh_banner(self) -> None:
        snapshot = self.snapshot
        broken = snapshot.broken if snapshot else ()
        state = shown_instead(snapshot, self._error)
        if text := trouble(self._error, broken, state=state, project=self.project):
            self.main.banner.show(text)
        elif self._config.notice:
            self.main.banner.show(self._config.notice, action="clear")
        else:
            self.main.banner.show(notice(self._pace.culprit, self.project), action="reload")

    # Actions

    def situation(self) -> Situation:
        """What decides which actions can be done now."""
        return situation_of(
            self.main,
            self.snapshot,
            error=self._error,
            trouble="" if self._loader.loading else first_line(self._error, self.project),
            has_editor=editor.command(self.project, None) is not None,
            has_output=bool(self.output),
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Leaves keys that are bound with priority to text fields and to the screens over the main one."""
        if action == "act" and parameters and BY_ID[str(parameters[0])].at_once:
            return self.screen is self.main and self.focused is not self.main.filter
        return True

    def action_act(self, name: str) -> None:
        """Do the action of that name, or say why it can't be done."""
        action = BY_ID[name]
        reason = action.why_not(self.situation())
        if reason is not None:
            if name != "clear":
                self.say(f"{action.label}: {reason}.", "warning")
            return
        self._handlers()[name]()
        self._refresh_footer()

    def _handlers(self) -> dict[str, Callable[[], object]]:
        main = self.main
        return {
            "registry": lambda: self._go("registry"),
            "findings": lambda: self._go("findings"),
            "next_finding": lambda: self._step_finding(1),
            "previous_finding": lambda: self._step_finding(-1),
            "jump": self._jump,
            "left": lambda: main.move_focus(-1),
            "right": lambda: main.move_focus(1),
            "filter": main.ask_filter,
            "clear": self._clear,
            "flatten": main.registry.toggle_flat,
            "details": main.cycle_details,
            "output": lambda: self.push_screen(output_screen(self.output)),
            "traceback": self._show_failures,
            "edit": self._edit,
            "yank": self._yank,
            "reload": self._reload_as_asked,
            "palette": lambda: self.push_screen(CommandPalette(placeholder="Consumer, tool or action")),
            "help": lambda: self.push_screen(help_screen()),
            "quit": self.exit,
        }

    def say(self, text: str, severity: Literal["information", "warning"] = "information") -> None:
        """A passing remark; project text in it is made visible."""
        self.notify(visible(text), severity=severity, markup=False, timeout=4)

    def action_help_quit(self) -> None:
        """What ctrl+c does: Textual's own hint looks for a key that is bound otherwise."""
        self.say("Press q to leave.")

    def go_to(self, consumer: str, row: str | None) -> None:
        """Show a consumer, or a row of its table, in the registry."""
        self._go("registry")
        self.main.registry.go_to(consumer, row)

    def _go(self, view: str) -> None:
        self.main.go(view)
        self._refresh_header()

    def _clear(self) -> None:
        """The filter first, then the notice."""
        if self.main.current.filter or self.main.filter.display:
            self.main.clear_filter()
            return
        self._config.dismiss()
        self._refresh_banner()

    def _step_finding(self, by: int) -> None:
        findings = self.main.findings.findings
        unseen = self.main.view == "registry"
        at = self._walk.step(findings, self.main.findings.current, by, unseen=unseen)
        finding = findings[at]
        self.main.findings.select(finding)
        if self.main.view == "registry":
            self.main.registry.jump(finding)
        self.say(f"{at + 1} of {len(findings)}: {finding.code} {finding.name}")

    def _jump(self) -> None:
        finding = self.main.findings.current
        if finding is not None and self.main.registry.jump(finding):
            self._go("registry")
        else:
            self.say("This finding has no row in the registry.", "warning")

    @on(FindingsView.JumpWanted)
    def _jump_wanted(self) -> None:
        self.action_act("jump")

    @on(MainScreen.SituationChanged)
    def _situation_changed(self) -> None:
        self._refresh_footer()

    def _refresh_footer(self) -> None:
        self.main.footer.show(self.situation())

    def _show_failures(self) -> None:
        failures = self.snapshot.registry.failures if self.snapshot else ()
        self.push_screen(failures_screen(failures, self._error))

    def _edit(self) -> None:
        location = self.main.subject.location
        if location is not None:
            open_editor(self, self.project / location.path, location.line)

    def _yank(self) -> None:
        from inspector.tui.clipboard import copy

        name = self.main.subject.name
        if not copy(name):
            self.copy_to_clipboard(name)
        lines = name.count("\n") + 1
        self.say(f"Copied {name[:200]}" if lines == 1 else f"Copied {lines} lines")

    def _reload_as_asked(self) -> None:
        self._pace.resume()
        self._reload()
        self._refresh_banner()

    def _reload(self) -> None:
        self.output.clear()
        self._step = "reloading"
        if self._arriving is not None:
            self._arriving = Arriving()
        self._pace.load_begins()
        self._loader.start()
        # A quick reload only changes rows: progress that flashes by would cost time and calm.
        self._show_progress = self.snapshot is None
        self.set_timer(_SLOW_RELOAD, self._show_slow_reload)

    def _show_slow_reload(self) -> None:
        if self._loader.loading:
            self._show_progress = True
            self._refresh_header()


def run(engine: Engine, project: Path, *, poll: bool = False) -> None:
    """Show the app until the user leaves it; raises SystemExit when a signal ends it."""
    app = ToolInspectApp(engine, project, poll=poll)
    app.run()
    if app.return_code:
        raise SystemExit(app.return_code)
