"""Makes the audit in a thread, and does what its keys ask for."""

import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from textual.message import Message as Event

from inspector.config import ConfigError
from inspector.inspection import InspectionError
from inspector.inspection.audit import Audited, audit_project
from inspector.report import audit_markdown
from inspector.report.style import printable
from inspector.tui.audit_view import accepted_key, what
from inspector.tui.reason_prompt import ReasonPrompt
from inspector.tui.text_screen import diff_screen

if TYPE_CHECKING:
    from inspector.tui.app import ToolInspectApp

_EXPORT = "toolinspect-audit"


@dataclass
class AuditFinished(Event):
    """An audit ended, with a result or with the error that prevented one."""

    number: int
    audited: Audited | None
    error: str = ""


class AuditActions:
    """One audit at a time: what changes while it is made is looked at by another one after it."""

    def __init__(self, app: "ToolInspectApp") -> None:
        self._app = app
        self._number = 0
        self._running = False
        self._stale = True
        """Whether files have changed since the newest audit began."""

    def up(self) -> None:
        """The view is up: make the audit, unless it is made."""
        if self._stale and not self._running:
            self._begin()

    def changed(self) -> None:
        """Files have changed: what is up is made again, what isn't when it comes up."""
        self._stale = True
        if self._app.main.view == "audit":
            self.up()

    def _begin(self) -> None:
        self._running, self._stale = True, False
        self._number += 1
        self._app.main.audit.wait("reading the repository …")
        number, project, config = self._number, self._app.project, self._app.settings.options.config
        thread = threading.Thread(
            target=self._make, args=(number, project, config), daemon=True, name="audit"
        )
        thread.start()

    def _make(self, number: int, project: Path, config: Path | None) -> None:
        try:
            found = AuditFinished(number, audit_project(str(project), config))
        except (ConfigError, InspectionError) as error:
            found = AuditFinished(number, None, str(error))
        self._app.post_message(found)

    def finish(self, event: AuditFinished) -> None:
        """Show what an audit came to."""
        self._running = False
        view = self._app.main.audit
        if event.audited is not None:
            view.show(event.audited)
        else:
            view.fail(event.error)
        if self._stale and self._app.main.view == "audit":
            self._begin()

    def accept(self) -> None:
        """Ask for a reason, and keep it in the config."""
        row = self._app.main.audit.current
        if row is None or not accepted_key(row):
            return
        key = accepted_key(row)

        def keep(reason: str | None) -> None:
            if reason:
                self._keep(key, reason)

        self._app.push_screen(ReasonPrompt(what(row)), keep)

    def _keep(self, key: str, reason: str) -> None:
        # tomlkit is only needed here.
        from inspector.inspection.accepting import accept

        audited = self._app.main.audit.audited
        if audited is None:
            return
        try:
            path = accept(audited.root, audited.config_path, key, reason)
        except ConfigError as error:
            self._app.say(str(error), "warning")
            return
        self._app.say(f"Accepted in {path.name}: {key}")
        self.changed()

    def show_diff(self) -> None:
        """What the fix of the batch under the cursor would change."""
        # libcst takes a tenth of a second to import.
        from inspector.inspection.audit_fix import diff, plan_fix

        view = self._app.main.audit
        row = view.current
        if view.audited is None or row is None or row.batch is None:
            return
        planned = plan_fix(view.audited, row.batch)
        lines = [line.decode("utf-8", "replace").rstrip("\n") for line in diff(planned.changes)]
        lines += [f"left alone: {one.path}: {one.reason}" for one in planned.refused]
        self._app.push_screen(diff_screen(f"Fix of batch {row.batch}", lines, self._command(row.batch)))

    def _command(self, batch: int) -> str:
        return f"toolinspect audit {self._app.project} --fix --batch {batch}"

    def export(self) -> None:
        """Write the plan as Markdown beside where the program was started, over nothing."""
        audited = self._app.main.audit.audited
        if audited is None:
            return
        text = "".join(f"{printable(line)}\n" for line in audit_markdown.render(audited.audit))
        for number in range(1, 1000):
            path = Path(f"{_EXPORT}{'' if number == 1 else f'-{number}'}.md")
            try:
                with path.open("x", encoding="utf-8") as file:
                    file.write(text)
            except FileExistsError:
                continue
            except OSError as error:
                self._app.say(f"{path} can't be written ({error.strerror}).", "warning")
                return
            self._app.say(f"Wrote {path}")
            return
