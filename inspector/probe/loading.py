"""Loads one import root: imports its modules, calls its factories, and has every agent read."""

import os
import sys
from typing import Any, Callable, Optional

from .factories import Factories, Factory
from .failures import failure
from .holders import held
from .importing import Project
from .naming import Found, Names, Refs
from .paths import in_project, installed, relative
from .reach import closure
from .recorder import Recorder, StoppedAtRun
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
        self.stubs = Stubs(self.project, self.loaded, wanted=bool(request.get("stub_missing")))
        self.recorder = Recorder(self.loaded.owns, job.get("sdk_parts") or ())
        self.refs = Refs(self.project, self.loaded, job.get("refs") or {})
        self.coverage = Coverage(self.modules)
        self.factories = Factories(self.project, self.loaded, self.recorder, request, progress)
        self.failures: list[dict[str, Any]] = []
        self.failed: dict[str, dict[str, Any]] = {}
        """File to the failure that ended its import."""
        self.stopped: dict[str, Optional[int]] = {}
        """File to the line at which a run was about to start."""

    def run(self, reader: Reader) -> "dict[str, Any]":
        before = set(sys.modules)
        with self.recorder:
            self.stubs.accept_in_agents()
            for module in self.modules:
                self._import(module)
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
            "failures": [*self.failures, *self.factories.failures],
            "not_inspected": [*self.factories.not_inspected, *notes],
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
            except StoppedAtRun:
                self.stopped[path] = self._stopping_line(path, runs)
            except BaseException as error:
                if len(self.recorder.would_run) > runs and _after_stop(error):
                    self.stopped[path] = self._stopping_line(path, runs)
                else:
                    self._fail(path, failure(ref, error, self.project, self.loaded))

    def _stopping_line(self, path: str, runs: int) -> "Optional[int]":
        lines = [run.line for run in self.recorder.would_run[runs:]]
        return lines[-1] if lines else None

    def _fail(self, path: str, described: "dict[str, Any]") -> None:
        self.failed[path] = described
        self.failures.append(described)

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
        names.add_products(self.factories.products)
        names.add_reached()
        names.add_leftovers(self.loaded.owns)
        return names

    def _select(self, names: Names) -> "list[Found]":
        """What this root answers for: its own agents or those asked for, and all that they lead to."""
        found = names.found(set(self.failed))
        asked = [item for module in self.modules for item in self._asked(module, found)]
        if not any(module.get("only") for module in self.modules):
            elsewhere = set(self.job.get("elsewhere") or ())
            asked = [
                item for item in found if item.path is None or os.path.abspath(item.path) not in elsewhere
            ]
        kept = {id(agent) for agent in closure([item.agent for item in asked])}
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
        )

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


def _after_stop(error: BaseException) -> bool:
    """Whether an error only says that a run was refused, as when its exception group is unwrapped."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        inner = getattr(cause, "exceptions", ())
        if isinstance(cause, StoppedAtRun) or any(_after_stop(part) for part in inner):
            return True
        cause = cause.__cause__ or cause.__context__
    return False


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
