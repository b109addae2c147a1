"""Loads one import root: imports its modules, calls its factories, and has every agent read."""

import os
import sys
from typing import Any, Callable

from . import configured, extract
from .arguments import fillable
from .capture import Captures
from .factories import Factories
from .factory import Factory
from .failures import failure
from .holders import held
from .importing import Project, file_of
from .naming import Found, Names, Refs
from .paths import in_project, installed, relative
from .reach import closure
from .recorder import Recorder, after_stop, agent_name, tell, waits_for_input
from .recording.environment import Environment
from .references import References
from .seen import Coverage, unseen
from .stability import unstable
from .staging import Staging
from .standing import Standing
from .stubs import Stubs
from .unlisted import Unlisted
from .variables import variables

Progress = Callable[[str], None]


class Loading:
    """Loads one root, and keeps what exploring it needs; what the project raises ends up in the result."""

    def __init__(self, job: "dict[str, Any]", request: "dict[str, Any]", progress: Progress) -> None:
        self.job = job
        self.modules: list[dict[str, Any]] = job["modules"]
        self.request = request
        self.progress = progress
        self.project = os.path.abspath(request["project"])
        sys_path = list(job.get("sys_path") or [job["root"], self.project])
        self.loaded = Project(list(dict.fromkeys([self.project, job["root"], *sys_path])), job["root"])
        self.loaded.install(sys_path)
        self.stubs = Stubs(self.loaded, wanted=bool(request.get("stub_missing")))
        self.recorder = Recorder(self.loaded.owns, job.get("sdk_parts") or ())
        self.refs = Refs(self.project, self.loaded, job.get("refs") or {})
        self.coverage = Coverage(self.modules)
        self.staging = Staging(configured.of(request), lambda: list(self.loaded.modules.values()))
        self.environment = Environment(self.staging.space.flag_names, self.loaded.owns, self.project)
        self.factories = Factories(
            self.project, self.loaded, self.recorder, request, staging=self.staging, progress=progress
        )
        self.captures = Captures(self.factories, self.recorder, request.get("skip") or {})
        self.references = References(request, self.project, progress, self.staging)
        self.variables: dict[int, list[str]] = {}
        """id(tool) to the names that modules hold it by, once all is loaded."""
        self.found: list[Found] = []
        self.survey: extract.Survey
        """What was read of the agents, once all is loaded."""
        self.standing: Standing
        self.unstable: list[dict[str, Any]] = []
        self.failures: list[dict[str, Any]] = []
        self.notes: list[dict[str, Any]] = []
        """NotInspected dicts of modules that were not run to their end."""
        self.unresolved: list[tuple[str, str]] = []
        """References of the user's that name nothing in a module that is there: config key, what is wrong."""
        self.failed: dict[str, dict[str, Any]] = {}
        """File to the failure that ended its import."""
        self.stopped: dict[str, str] = {}
        """File to what ended its import early, though nothing is wrong with it."""

    def run(self) -> "dict[str, Any]":
        """RootResult as a dict, with `third_party`: top-level installed modules that were imported."""
        before = set(sys.modules)
        with self.recorder, self.environment:
            self.stubs.accept_in_agents()
            for module in self.modules:
                self._import(module)
                self.notes.extend(module.get("changes") or ())
            self.captures.run(self._entry_points(), self.progress)
            self._call_factories()
        names = self._name()
        found = self.found = self._select(names)
        self.variables = variables(self.loaded.modules.values())
        unlisted = Unlisted(self.project, self.variables).of(
            self.recorder.built(), names.agents.values(), self.loaded.owns
        )
        self.standing = Standing(names, found, self.factories, self.captures.built())
        self.progress("reading agents")
        self.survey = self.read(found, self.request)
        consumers = self.survey.consumers
        with self.recorder:
            references = self.references.read()
        seen, would_run = self._seen(), self._would_run(found)
        self.unstable = unstable(self)
        settled = configured.of(self.request).outcome()
        return {
            "root": self.job["root"],
            "consumers": consumers,
            "failures": [*self.failures, *self.captures.failures, *self.factories.failures],
            "not_inspected": [*self.notes, *self.factories.not_inspected, *self.survey.not_inspected],
            "seen": seen,
            "would_run": would_run,
            "filled": self.factories.filled,
            "unstable": self.unstable,
            "stubbed": self.stubs.names,
            "unlisted": unlisted,
            "references": references,
            "sources": self._sources(),
            "third_party": self._third_party(before),
            **settled,
            "unresolved": [*settled["unresolved"], *self.unresolved],
        }

    def read(self, found: "list[Found]", request: "dict[str, Any]") -> extract.Survey:
        """What agents are in the scenario that was requested."""
        return extract.surveyed(
            found,
            recorder=self.recorder,
            project=self.project,
            request=request,
            variables=self.variables,
        )

    def _import(self, module: "dict[str, Any]") -> None:
        path, ref = module["path"], module["ref"]
        skipped = (self.request.get("skip") or {}).get(ref)
        if skipped is not None or module.get("error"):
            self._fail(path, skipped or _syntax_failure(module, self.project))
        elif module.get("import", True):
            self.progress(f"importing {ref}")
            runs = len(self.recorder.would_run)
            try:
                self.loaded.load(module["name"], path, self.recorder.rewinder())
            except BaseException as error:
                started = self.recorder.would_run[runs:]
                if started and after_stop(error):
                    self.stopped[path] = f"the run stopped before it at line {started[-1].line}"
                elif waits_for_input(error):
                    self._stop_for_input(path, failure(ref, error, self.project, self.loaded))
                else:
                    self._fail(path, failure(ref, error, self.project, self.loaded))

    def _stop_for_input(self, path: str, described: "dict[str, Any]") -> None:
        line = described["line"]
        tell(f"{described['ref']} waits for input at line {line}; what it built until then is shown")
        self.stopped[path] = f"input is waited for before it at line {line}"
        self.notes.append(
            {
                "ref": f"{relative(self.project, path)}:{line}",
                "reason": "the module waits for input there, so nothing after it is run",
                "path": relative(self.project, path),
                "line": line,
                "severity": "info",
                "advice": 'Move what asks behind `if __name__ == "__main__":`.',
            }
        )

    def _fail(self, path: str, described: "dict[str, Any]") -> None:
        self.failed[path] = described
        self.failures.append(described)

    def _entry_points(self) -> "list[Factory]":
        """The functions that the user wants called, of modules that came to their end or to a run."""
        found = []
        for module in self.modules:
            live = self.loaded.module_of(module["path"])
            if live is not None and module["path"] not in self.failed:
                found += [Factory(module, facts, live) for facts in module.get("captures") or ()]
        return found

    def _call_factories(self) -> None:
        bound: list[Factory] = []
        wanted: set[str] = set()
        for module in self.modules:
            live = self.loaded.module_of(module["path"])
            if live is None or module["path"] in self.failed:
                continue
            only = module.get("only") or []
            wanted.update(f"{module['ref']}:{attribute}" for attribute in only)
            bound += [
                Factory(module, facts, live)
                for facts in module["factories"]
                if not module.get("test") and (not only or facts["qualname"] in only)
            ]
        self.factories.run(bound, self.coverage, wanted)

    def _name(self) -> Names:
        names = Names(self.refs, self.recorder.finished())
        self.name_in_modules(names)
        names.add_captured(self.captures.agents)
        names.add_products(self.factories.products)
        names.add_reached()
        names.add_leftovers(self.loaded.owns, self.recorder.tools)
        return names

    def name_in_modules(self, names: Names) -> None:
        """Name the agents that modules hold, those of this root's own first."""
        own = [self.loaded.module_of(module["path"]) for module in self.modules]
        listed = [module for module in own if module is not None]
        listed_ids = {id(module) for module in listed}
        others = [module for module in self.loaded.modules.values() if id(module) not in listed_ids]
        loops = {module["path"]: set(module.get("loop_names", ())) for module in self.modules}
        names.add_modules([*listed, *others], loops)

    def _select(self, names: Names) -> "list[Found]":
        """What this root answers for: its own agents or those asked for, and all that they lead to."""
        found = names.found(set(self.failed), self.captures.failed)
        asked = [item for module in self.modules for item in self._asked(module, found)]
        if not self.restricted:
            asked = self.at_home(found)
        kept = {id(agent) for agent in closure([*(item.agent for item in asked), *self.captures.built()])}
        return [item for item in found if id(item.agent) in kept]

    @property
    def restricted(self) -> bool:
        """Whether only certain agents were asked for."""
        return any(module.get("only") for module in self.modules)

    def at_home(self, found: "list[Found]") -> "list[Found]":
        """Without those that were built in files which another root answers for."""
        elsewhere = set(self.job.get("elsewhere") or ())
        return [item for item in found if item.path is None or os.path.abspath(item.path) not in elsewhere]

    def _asked(self, module: "dict[str, Any]", found: "list[Found]") -> "list[Found]":
        only = module.get("only") or []
        if not only:
            return [item for item in found if item.path == module["path"]]
        live = self.loaded.module_of(module["path"])
        products = {product.ref: product.value for product in self.factories.products}
        wanted: set[int] = set()
        for attribute in only:
            ref = f"{module['ref']}:{attribute}"
            value = products.get(ref, _attribute(live, attribute))
            wanted.update(id(agent) for _, agent in held(value, 2))
            if value is None and module["path"] not in self.failed and not self._explained(ref):
                self._no_such(module, attribute)
        return [item for item in found if id(item.agent) in wanted]

    def _explained(self, ref: str) -> bool:
        known = [*self.factories.not_inspected, *self.factories.failures]
        return any(note["ref"] == ref for note in known)

    def _no_such(self, module: "dict[str, Any]", attribute: str) -> None:
        ref = module["ref"]
        self.unresolved.append(("agents", f"`{ref}:{attribute}`: `{ref}` has no attribute `{attribute}`"))

    def _seen(self) -> "list[dict[str, Any]]":
        return unseen(
            [module for module in self.modules if not module.get("only")],
            self.coverage,
            self.recorder,
            project=self.project,
            failed=self.failed,
            stopped=self.stopped,
            outcomes=self.factories.outcomes,
            captured=self.captures.endings,
            capturable=self._capturable(),
        )

    def _capturable(self) -> "dict[str, str]":
        """`path::function` to the reference that shows what it builds, for those that could be called."""
        return {
            f"{module['path']}::{name}": f"{module['ref']}:{name}"
            for module in self.modules
            for name, parameters in (module.get("entry_points") or {}).items()
            if fillable(f"{module['ref']}:{name}", parameters, self.request)
        }

    def _would_run(self, found: "list[Found]") -> "list[dict[str, Any]]":
        ids = {id(item.agent): item.id for item in found}
        return [
            {
                "agent": agent_name(run.agent),
                "path": relative(self.project, run.path) if run.path else None,
                "line": run.line,
                "consumer": ids.get(id(run.agent)),
            }
            for run in self.recorder.would_run
        ]

    def _sources(self) -> "list[str]":
        paths = {file_of(module) for module in [*sys.modules.values(), *self.loaded.modules.values()]}
        return sorted(
            relative(self.project, path) for path in paths if path and in_project(self.project, path)
        )

    def _third_party(self, before: "set[str]") -> "list[str]":
        found = set()
        for name in set(sys.modules) - before:
            file = file_of(sys.modules.get(name))
            if "." not in name and file is not None and installed(file):
                found.add(name)
        return sorted(found)


def _attribute(value: Any, dotted: str) -> Any:
    try:
        for part in dotted.split("."):
            value = getattr(value, part)
    except Exception:  # it has none, or a module's or object's own `__getattr__` raises
        return None
    return value


def _syntax_failure(module: "dict[str, Any]", project: str) -> "dict[str, Any]":
    return {
        "ref": module["ref"],
        "kind": "syntax" if module["error"].startswith("SyntaxError") else "raised",
        "error": module["error"],
        "path": relative(project, module["path"]),
        "line": module.get("error_line"),
    }
