"""Loads one import root: imports its modules, calls its factories, and has every agent read."""

import os
import sys
from typing import Any, Callable

from .arguments import fillable
from .capture import Captures
from .factories import Factories, Factory
from .failures import failure
from .holders import held
from .importing import Project
from .naming import Found, Names, Refs
from .paths import in_project, installed, relative
from .reach import closure
from .recorder import Recorder, after_stop, tell, waits_for_input
from .seen import Coverage, unseen
from .stability import second_builds
from .stubs import Stubs

Progress = Callable[[str], None]
Reader = Callable[..., Any]


def load_root(
    job: "dict[str, Any]", request: "dict[str, Any]", progress: Progress, reader: "Reader | None" = None
) -> "dict[str, Any]":
    """RootResult of one root as a dict, with `third_party`: top-level installed modules it imported.

    `reader` stands in for `extract.read`. Whatever the project raises becomes part of the result.
    """
    return Loading(job, request, progress).run(reader or _extract())


def _extract() -> Reader:
    from . import extract

    return extract.read


class Loading:
    """The state of loading one root."""

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
        self.factories = Factories(self.project, self.loaded, self.recorder, request, progress)
        self.captures = Captures(self.factories, self.recorder, request.get("skip") or {})
        self.failures: list[dict[str, Any]] = []
        self.notes: list[dict[str, Any]] = []
        """NotInspected dicts of modules that were not run to their end."""
        self.failed: dict[str, dict[str, Any]] = {}
        """File to the failure that ended its import."""
        self.stopped: dict[str, str] = {}
        """File to what ended its import early, though nothing is wrong with it."""

    def run(self, reader: Reader) -> "dict[str, Any]":
        before = set(sys.modules)
        with self.recorder:
            self.stubs.accept_in_agents()
            for module in self.modules:
                self._import(module)
            self.captures.run(self._entry_points(), self.progress)
            self._call_factories()
        found = self._select(self._name())
        self.progress("reading agents")
        read = self._reader(reader)
        consumers, notes = read(found)
        seen, would_run = self._seen(), self._would_run(found)
        with self.recorder:
            unstable = second_builds(
                self.factories, found, consumers, read=read, refs=self.refs, progress=self.progress
            )
        return {
            "root": self.job["root"],
            "consumers": consumers,
            "failures": [*self.failures, *self.captures.failures, *self.factories.failures],
            "not_inspected": [*self.notes, *self.factories.not_inspected, *notes],
            "seen": seen,
            "would_run": would_run,
            "filled": self.factories.filled,
            "unstable": unstable,
            "stubbed": self.stubs.names,
            "sources": self._sources(),
            "third_party": self._third_party(before),
            "collision_policy": self._collision_policy(),
        }

    def _reader(self, reader: Reader) -> "Callable[[list[Found]], Any]":
        return lambda found: reader(found, recorder=self.recorder, project=self.project, request=self.request)

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
        own = [self.loaded.module_of(module["path"]) for module in self.modules]
        listed = [module for module in own if module is not None]
        others = [module for module in self.loaded.modules.values() if module not in listed]
        loops = {module["path"]: set(module.get("loop_names", ())) for module in self.modules}
        names.add_modules([*listed, *others], loops)
        names.add_captured(self.captures.agents)
        names.add_products(self.factories.products)
        names.add_reached()
        names.add_leftovers(self.loaded.owns)
        return names

    def _select(self, names: Names) -> "list[Found]":
        """What this root answers for: its own agents or those asked for, and all that they lead to."""
        found = names.found(set(self.failed), self.captures.failed)
        asked = [item for module in self.modules for item in self._asked(module, found)]
        if not any(module.get("only") for module in self.modules):
            elsewhere = set(self.job.get("elsewhere") or ())
            asked = [
                item for item in found if item.path is None or os.path.abspath(item.path) not in elsewhere
            ]
        captured = [entry.agent for entries in self.captures.agents.values() for entry in entries]
        kept = {id(agent) for agent in closure([*(item.agent for item in asked), *captured])}
        return [item for item in found if id(item.agent) in kept]

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
        self.failures.append(
            {
                "ref": f"{module['ref']}:{attribute}",
                "kind": "raised",
                "error": f"AttributeError: module {module['ref']!r} has no attribute {attribute!r}",
                "path": relative(self.project, module["path"]),
                "line": 1,
            }
        )

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
                "agent": str(getattr(run.agent, "name", "")),
                "path": relative(self.project, run.path) if run.path else None,
                "line": run.line,
                "consumer": ids.get(id(run.agent)),
            }
            for run in self.recorder.would_run
        ]

    def _sources(self) -> "list[str]":
        files = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
        files |= {getattr(module, "__file__", None) for module in self.loaded.modules.values()}
        paths = {os.path.abspath(file) for file in files if isinstance(file, str)}
        return sorted(relative(self.project, path) for path in paths if in_project(self.project, path))

    def _third_party(self, before: "set[str]") -> "list[str]":
        found = set()
        for name in set(sys.modules) - before:
            file = getattr(sys.modules.get(name), "__file__", None)
            if "." not in name and isinstance(file, str) and installed(file):
                found.add(name)
        return sorted(found)

    def _collision_policy(self) -> str:
        try:
            from . import extract
        except ImportError:
            return "warn"
        return extract.collision_policy(self.request)


def _attribute(value: Any, dotted: str) -> Any:
    for part in dotted.split("."):
        value = getattr(value, part, None)
    return value


def _syntax_failure(module: "dict[str, Any]", project: str) -> "dict[str, Any]":
    return {
        "ref": module["ref"],
        "kind": "syntax",
        "error": module["error"],
        "path": relative(project, module["path"]),
        "line": module.get("error_line"),
    }
