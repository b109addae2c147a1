"""Calls the entry points that the user named, each up to the first run that it would start."""

from typing import Any, Callable

from .calling import NotCallable, invoke
from .factories import Factories, Unfilled
from .factory import Factory
from .failures import failure
from .paths import relative
from .recorder import RecordedAgent, Recorder, Run, after_stop, tell, waits_for_input


class Captures:
    """What calling the named functions of one import root gave."""

    def __init__(self, factories: Factories, recorder: Recorder, skip: "dict[str, dict[str, Any]]") -> None:
        self.factories = factories
        self.recorder = recorder
        self.skip = skip
        self.agents: dict[str, list[RecordedAgent]] = {}
        """Reference to the agents that were built while it ran."""
        self.failures: list[dict[str, Any]] = []
        self.deciding: list[Factory] = []
        """Those that read flags, and so may build something else under other ones."""
        self.endings: dict[str, str] = {}
        """`path::function` to how its call ended."""

    @property
    def failed(self) -> "set[str]":
        return {described["ref"] for described in self.failures}

    def built(self) -> "list[Any]":
        """The agents of all of them."""
        return [entry.agent for entries in self.agents.values() for entry in entries]

    def run(self, entries: "list[Factory]", progress: "Callable[[str], None]") -> None:
        for entry in entries:
            skipped = self.skip.get(entry.ref)
            if skipped is not None:
                self.failures.append(skipped)
                continue
            progress(f"capturing {entry.ref}")
            agents, runs = len(self.recorder.agents), len(self.recorder.would_run)
            self.factories.staging.enter()
            error = self._call(entry)
            if self.factories.staging.take_reads():
                self.deciding.append(entry)
            self.agents[entry.ref] = self.recorder.agents[agents:]
            self.endings[entry.key] = self._ending(entry, error, self.recorder.would_run[runs:])

    def _ending(self, entry: Factory, error: "BaseException | None", started: "list[Run]") -> str:
        if started and (error is None or after_stop(error)):
            return f"was stopped at line {started[-1].line}"
        if error is None:
            return "came to its end"
        if waits_for_input(error):
            tell(f"{entry.ref} waits for input; what it built until then is shown")
            return "waited for input"
        self._fail(entry, error)
        return "failed"

    def _call(self, entry: Factory) -> "BaseException | None":
        try:
            target = self.factories.target(entry)
            filling = self.factories.fill(entry.ref, target)
            if not filling.possible:
                raise Unfilled(entry.ref, filling.reason, filling.missing)
            self.factories.filled.extend(filling.filled)
            invoke(target, filling.positional, filling.named)
        except SystemExit as error:
            return error if error.code else None
        except BaseException as error:
            return error
        return None

    def _fail(self, entry: Factory, error: BaseException) -> None:
        described = failure(entry.ref, error, self.factories.project, self.factories.loaded)
        if isinstance(error, Unfilled):
            values = ", ".join(f'{name} = "pkg.mod:attr"' for name in error.missing)
            described["error"] = (
                f'{error}; give it under [tool.toolinspect.arguments]: "{error.ref}" = {{{values}}}'
                if error.missing
                else str(error)
            )
        elif isinstance(error, NotCallable):
            described["error"] = f"it can't be called: {error}"
        described["path"] = described["path"] or relative(self.factories.project, entry.module["path"])
        described["line"] = described["line"] or entry.facts["line"]
        self.failures.append(described)
