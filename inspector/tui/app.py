"""The app: loads, watches, and turns keys into actions."""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Literal

from textual import on
from textual.app import App
from textual.binding import Binding, BindingType
from textual.command import CommandPalette, Provider

from inspector.inspection import Settings
from inspector.report.escape import visible
from inspector.tui import editor
from inspector.tui.actions import ACTIONS, BY_ID, Situation
from inspector.tui.audit_actions import AuditActions, AuditFinished
from inspector.tui.banner_text import first_line, shown_instead, trouble
from inspector.tui.editing import open_editor
from inspector.tui.engine import Engine
from inspector.tui.finding_actions import FindingActions
from inspector.tui.findings_view import FindingsView
from inspector.tui.flag_actions import FlagActions
from inspector.tui.flag_picker import FlagPicker
from inspector.tui.flags_view import FlagsView
from inspector.tui.following import FilesChanged, WatchTrouble, besides, follow
from inspector.tui.leaving import off_signals, on_signals
from inspector.tui.loader import LoadFinished, LoadHeard
from inspector.tui.loads import Loads
from inspector.tui.main_screen import MainScreen
from inspector.tui.pace import notice
from inspector.tui.situations import situation_of
from inspector.tui.snapshot import Snapshot
from inspector.tui.status import facts
from inspector.tui.text_screen import failures_screen, help_screen, output_screen
from inspector.tui.theme import DARK, LIGHT, chosen_theme
from inspector.watch.files import FileWatcher


def _jump_provider() -> type[Provider]:
    from inspector.tui.palette import JumpProvider

    return JumpProvider


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
        self.engine = engine
        self.main = MainScreen()
        self.loads = Loads(self, engine)
        self.findings = FindingActions(self)
        self.flags = FlagActions(self)
        self.audit = AuditActions(self)
        self._watcher: FileWatcher | None = None
        self._watch, self._poll = watch, poll

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
        self.refresh_header()
        self.loads.begin()
        if self._watch:
            self._watcher = follow(self.project, self.settings, self.post_message, poll=self._poll)

    @property
    def settings(self) -> Settings:
        """Of the newest load."""
        return self.engine.settings

    # Loading

    @on(FilesChanged)
    def _files_changed(self, event: FilesChanged) -> None:
        self.audit.changed()
        pace = self.loads.pace
        followed = not pace.culprit
        if pace.wants_reload(event.paths):
            self.loads.again()
        elif followed:
            self.say(notice(pace.culprit, self.project), "warning")
        self._refresh_banner()
        self._refresh_footer()

    @on(WatchTrouble)
    def _watch_trouble(self, event: WatchTrouble) -> None:
        self.say(event.text, "warning")

    @on(AuditFinished)
    def _audited(self, event: AuditFinished) -> None:
        self.audit.finish(event)
        self._refresh_footer()

    @on(LoadHeard)
    def _heard(self, event: LoadHeard) -> None:
        self.loads.hear(event)

    @on(LoadFinished)
    def _finished(self, event: LoadFinished) -> None:
        self.loads.finish(event)

    def load_ended(self, remark: str) -> None:
        """Bring everything around the views up to date after a load."""
        if self._watcher is not None:
            self._watcher.watch_besides(besides(self.settings))
        if remark:
            self.say(remark)
        self._refresh_banner()
        self.refresh_bars()
        self.flags.arrive()

    def show(self, snapshot: Snapshot) -> None:
        """Show that from now on."""
        self.snapshot = snapshot
        self.flags.learn(snapshot)
        self.main.show(snapshot)
        if isinstance(self.screen, FlagPicker):
            self.screen.show(snapshot.scenario)
        self.refresh_bars()

    def refresh_bars(self) -> None:
        """Header, scenario bar and footer."""
        self.refresh_header()
        self._refresh_footer()

    def refresh_header(self) -> None:
        """What is loaded or being loaded, and the scenario."""
        snapshot, loads = self.snapshot, self.loads
        if snapshot is None and loads.running:
            self.main.wait(f"{visible(loads.step)} …")
        elif snapshot is not None:
            self.main.scenario.show(
                snapshot.space, self.flags.aim(snapshot), state=self.flags.state, busy=self.flags.busy
            )
            self.main.flags.tell(self.flags.facts, loads.exploring)
        busy = loads.running and loads.shows_progress and not (snapshot and loads.exploring)
        self.main.header.show(
            project=self.project.name,
            facts=facts(snapshot.registry) if snapshot is not None else ("not loaded",),
            step=loads.step if busy else "",
            view=self.main.view,
            badge=snapshot.badge if snapshot is not None else "",
        )

    def _refresh_banner(self) -> None:
        snapshot, loads = self.snapshot, self.loads
        broken = snapshot.broken if snapshot else ()
        state = shown_instead(snapshot, loads.error)
        if text := trouble(loads.error, broken, state=state, project=self.project):
            self.main.banner.show(text)
        elif loads.config.notice:
            self.main.banner.show(loads.config.notice, action="clear")
        else:
            self.main.banner.show(notice(loads.pace.culprit, self.project), action="reload")

    # Actions

    def situation(self) -> Situation:
        """What decides which actions can be done now."""
        return situation_of(
            self.main,
            self.snapshot,
            error=self.loads.error,
            trouble="" if self.loads.running else first_line(self.loads.error, self.project),
            has_editor=editor.command(self.project, None) is not None,
            has_output=bool(self.loads.output),
            exploring=bool(self.loads.exploring),
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
            "registry": lambda: self.go("registry"),
            "findings": lambda: self.go("findings"),
            "flags": lambda: self.go("flags"),
            "audit": lambda: self.go("audit"),
            "accept": self.audit.accept,
            "diff": self.audit.show_diff,
            "export": self.audit.export,
            "next_finding": lambda: self.findings.step(1),
            "previous_finding": lambda: self.findings.step(-1),
            "jump": self.findings.jump,
            "left": lambda: main.move_focus(-1),
            "right": lambda: main.move_focus(1),
            "filter": main.ask_filter,
            "clear": self._clear,
            "flatten": main.registry.toggle_flat,
            "details": main.cycle_details,
            "output": lambda: self.push_screen(output_screen(self.loads.output)),
            "traceback": self._show_failures,
            "next_tenant": lambda: self.flags.next_tenant(1),
            "previous_tenant": lambda: self.flags.next_tenant(-1),
            "flip": self.flags.open_picker,
            "stop": self.loads.stop,
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
        self.go("registry")
        self.main.registry.go_to(consumer, row)

    def go(self, view: str) -> None:
        """Bring a view up."""
        self.main.go(view)
        if view == "audit":
            self.audit.up()
        self.refresh_header()

    def _clear(self) -> None:
        """The filter first, then the notice."""
        if self.main.current.filter or self.main.filter.display:
            self.main.clear_filter()
            return
        self.loads.config.dismiss()
        self._refresh_banner()

    @on(FindingsView.JumpWanted)
    @on(FlagsView.JumpWanted)
    def _jump_wanted(self) -> None:
        self.action_act("jump")

    @on(FlagsView.FlipWanted)
    def _flip_wanted(self, event: FlagsView.FlipWanted) -> None:
        self.flags.flip(event.flag)

    @on(FlagsView.TenantWanted)
    def _tenant_wanted(self, event: FlagsView.TenantWanted) -> None:
        self.flags.pick_tenant(event.tenant)

    @on(MainScreen.SituationChanged)
    def _situation_changed(self) -> None:
        self._refresh_footer()

    def _refresh_footer(self) -> None:
        self.main.footer.show(self.situation())

    def _show_failures(self) -> None:
        failures = self.snapshot.registry.failures if self.snapshot else ()
        self.push_screen(failures_screen(failures, self.loads.error))

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
        self.audit.changed()
        self.loads.pace.resume()
        self.loads.again()
        self._refresh_banner()


def run(engine: Engine, project: Path, *, poll: bool = False) -> None:
    """Show the app until the user leaves it; raises SystemExit when a signal ends it."""
    app = ToolInspectApp(engine, project, poll=poll)
    app.run()
    if app.return_code:
        raise SystemExit(app.return_code)
