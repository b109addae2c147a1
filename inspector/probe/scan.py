"""Finds, without importing anything, the modules of a project that build agents and how to import them."""

import os
import re
from dataclasses import dataclass, field
from typing import Any, Callable, Sequence

from .agent_changes import uncalled_change
from .asked import with_asked
from .builders import Builders, Built, Factory
from .capture_targets import CaptureTargets, entry_points, module_path
from .paths import relative, within
from .roots import Roots
from .source_texts import Cache, Text, read_texts
from .source_tree import TooLarge, Walk, is_test
from .symbols import Symbols
from .syntax import FileFacts, read_file

RootJob = dict[str, Any]
"""One import root, JSON-able: `root`, `sys_path`, `modules`, `refs` (path to ref of each module with
agents), `elsewhere` (files whose agents other roots answer for), `sdk_parts` (modules of the
SDK that it imports)."""

_SDK_IMPORT = re.compile(r"^[ \t]*(?:from|import)[ \t]+agents\b", re.M)


@dataclass
class Scan:
    """What the static look found."""

    roots: "list[RootJob]" = field(default_factory=list)
    modules: int = 0
    """Modules that will be imported."""
    constructions: int = 0
    missing: "list[str]" = field(default_factory=list)
    """Targets that name no file of the project."""
    uncaptured: "dict[str, list[str]]" = field(default_factory=dict)
    """References to capture that name no function, each with the nearest ones that exist."""


def scan_project(
    project: str,
    *,
    target: str = "",
    extra_path: Sequence[str] = (),
    cache: "Cache | None" = None,
    agents: Sequence[str] = (),
    capture: Sequence[str] = (),
    stop: "Callable[[], bool] | None" = None,
) -> Scan:
    """Scan `project` (absolute). `target` or `agents` restrict what is loaded; `extra_path` is relative.
    `capture` names functions whose modules are loaded in any case.

    `cache` is kept by the caller between scans. `stop` is asked between files; when it says True, the scan
    raises `source_tree.ScanStopped`. Raises nothing for unreadable or broken files; a directory too large
    to be a project is a failure of its only root.
    """
    project = os.path.abspath(project)
    extra = [os.path.abspath(os.path.join(project, entry)) for entry in extra_path]
    cache = {} if cache is None else cache
    walk = Walk(stop)
    try:
        texts = read_texts([project, *(entry for entry in extra if not within(project, entry))], cache, walk)
    except TooLarge as error:
        cache.clear()
        return _refused(project, str(error))
    imports = {path: text.imports for path, text in texts.items()}
    roots = Roots(project, imports, extra)
    chosen = _Targets(project, roots, [target] if target else list(agents))
    builders = _parse(texts, roots, walk, chosen.attributes)
    captures = CaptureTargets(project, roots, builders.symbols, capture)
    return _assemble(project, roots, builders, chosen, captures)


def _parse(texts: "dict[str, Text]", roots: Roots, walk: Walk, asked: "set[str]") -> Builders:
    """Parse what may concern agents and the files of `asked`, then what mentions what these build."""
    wanted = {
        path for path, text in texts.items() if text.candidate or text.facts is not None or path in asked
    }
    builders = Builders(Symbols(_facts(texts, wanted, walk), roots.bases), roots.imports)
    for _ in range(3):
        names = builders.names()
        more = {path for path, text in texts.items() if path not in wanted and text.names & names}
        if not more:
            break
        wanted |= more
        builders = Builders(Symbols(_facts(texts, wanted, walk), roots.bases), roots.imports)
    return builders


def _refused(project: str, reason: str) -> Scan:
    """One root with nothing to import, which fails with the reason."""
    error = f"{project} holds {reason}, which is no single project; start in the project's own directory"
    module = {**_unread(project, "."), "error": error}
    return Scan(roots=[{"root": project, "sys_path": [project], "modules": [module], "refs": {}}])


def _facts(texts: "dict[str, Text]", wanted: "set[str]", walk: Walk) -> "dict[str, FileFacts]":
    found: dict[str, FileFacts] = {}
    for path in sorted(wanted):
        walk.pause()
        text = texts[path]
        if text.facts is None:
            try:
                text.facts = read_file(path)
            except OSError:
                continue
        found[path] = text.facts
    return found


class _Targets:
    """Which files, and which names in them, a load is restricted to."""

    def __init__(self, project: str, roots: Roots, targets: "list[str]") -> None:
        self.directories: list[str] = []
        self.only: dict[str, list[str]] = {}
        """File to the attributes asked for; empty for the whole file."""
        self.missing: list[str] = []
        self.everything = not any(target not in ("", ".") for target in targets)
        for target in targets:
            self._add(project, roots, target)

    def _add(self, project: str, roots: Roots, target: str) -> None:
        place = os.path.abspath(os.path.join(project, target))
        module, _, attribute = target.rpartition(":")
        if os.path.isdir(place):
            self.directories.append(place)
        elif os.path.isfile(place):
            self.only.setdefault(place, [])
        else:
            path = module_path(project, roots, module or target)
            if path is None:
                self.missing.append(target)
            else:
                self.only.setdefault(path, []).extend([attribute] if module and attribute else [])

    @property
    def attributes(self) -> "set[str]":
        """Files of which names are asked for."""
        return {path for path, names in self.only.items() if names}

    def include(self, path: str) -> bool:
        if self.everything or path in self.only:
            return True
        return any(within(directory, path) for directory in self.directories)

    def names_file(self, path: str) -> bool:
        """Whether a test file was asked for, itself or by a directory of tests."""
        return path in self.only or any(within(directory, path) for directory in self.directories)


def _assemble(
    project: str, roots: Roots, builders: Builders, chosen: _Targets, captures: CaptureTargets
) -> Scan:
    scan = Scan(missing=chosen.missing, uncaptured=captures.unresolved)
    jobs: dict[str, RootJob] = {}
    unimported: list[dict[str, Any]] = []
    refs: dict[str, str] = {}
    sources = [path for path in builders.symbols.files if not is_test(path, project)]
    called = builders.called(sources, captures.places())
    for path in sorted({*builders.symbols.files, *chosen.only, *captures.facts}):
        module = _module(project, roots, builders, (chosen, captures), path)
        if module is None:
            continue
        module["changes"] = [] if module["test"] else builders.changes.uncalled(path, called)
        if _builds_nothing(module) and not (module["import"] or module["changes"]):
            continue
        refs[path] = module["ref"]
        reached = builders.changes.reached(path) if _builds_nothing(module) else {path}
        if path not in captures.facts and not any(map(chosen.include, {path, *reached})):
            continue
        module["changes"] = [uncalled_change(change, module, project) for change in module["changes"]]
        scan.constructions += len(module["constructions"])
        if module["import"]:
            scan.modules += 1
            root = _root(path, roots, reached)
            module["name"] = roots.module_name(path, root)
            job = jobs.setdefault(root, {"root": root, "sys_path": roots.sys_path(root), "modules": []})
            job["modules"].append(module)
        else:
            unimported.append(module)
    if unimported:
        # Nothing has to be imported to list these, so they need no generation of their own.
        first = next(iter(jobs), None) or project
        job = jobs.setdefault(first, {"root": first, "sys_path": roots.sys_path(first), "modules": []})
        job["modules"].extend(unimported)
    scan.roots = list(jobs.values())
    imported = {module["path"] for job in scan.roots for module in job["modules"] if module["import"]}
    for job in scan.roots:
        # What changes agents runs after all that build some.
        job["modules"].sort(key=_builds_nothing)
        own = {module["path"] for module in job["modules"] if module["import"]}
        job["refs"] = refs
        job["elsewhere"] = sorted((imported if chosen.everything else set(refs)) - own)
        job["sdk_parts"] = _sdk_parts(own, roots)
    return scan


def _builds_nothing(module: "dict[str, Any]") -> bool:
    """Whether a module is only there for what it does to the agents of others."""
    asked = module["captures"] or module["only"] or module.get("error")
    return not (module["constructions"] or module["factories"] or module["builds"] or asked)


def _root(path: str, roots: Roots, reached: "set[str]") -> str:
    """The import root of a file; one that changes agents joins those it changes."""
    own = roots.root(path)
    others = sorted({roots.root(other) for other in reached})
    return own if not others or own in others else others[0]


def _sdk_parts(paths: "set[str]", roots: Roots) -> "list[str]":
    found = set().union(*(roots.imports.get(path, ()) for path in paths))
    return sorted(module for module in found if module.startswith("agents."))


def _module(
    project: str,
    roots: Roots,
    builders: Builders,
    wanted: "tuple[_Targets, CaptureTargets]",
    path: str,
) -> "dict[str, Any] | None":
    chosen, captures = wanted
    facts = builders.symbols.files.get(path) or captures.facts.get(path) or FileFacts(path)
    root = roots.root(path)
    named = path in chosen.only or path in captures.facts
    module = {
        **_unread(path, roots.dotted_ref(path, root) or relative(project, path)),
        "name": roots.module_name(path, root),
        "captures": captures.of(path),
        "loop_names": sorted(facts.loop_names),
        "only": chosen.only.get(path, []),
        "import": named,
    }
    if facts.error is not None:
        of_agents = _SDK_IMPORT.search(facts.text) and "Agent" in facts.text
        return _broken(module, facts) if of_agents or path in captures.facts else None
    built = builders.of(facts)
    if facts.path in builders.symbols.files:
        built = with_asked(built, builders.symbols, facts, chosen.only.get(path, ()))
    if not (
        built.constructions or built.factories or built.at_import or named or facts.changes or built.wires
    ):
        return None
    _fill(module, built, facts)
    module["builds"] = built.at_import
    tested = is_test(path, project) and not chosen.names_file(path) and path not in captures.facts
    module["test"] = tested
    callable_factories = any(not factory.runs for factory in built.factories)
    module["import"] = named or (not tested and (built.at_import or built.wires or callable_factories))
    return module


def _broken(module: "dict[str, Any]", facts: FileFacts) -> "dict[str, Any]":
    return {**module, "import": False, "error": facts.error, "error_line": facts.error_line}


def _unread(path: str, ref: str) -> "dict[str, Any]":
    return {
        "name": None,
        "path": path,
        "ref": ref,
        "constructions": [],
        "factories": [],
        "captures": [],
        "loop_names": [],
        "only": [],
        "import": False,
        "test": False,
        "builds": False,
        "changes": [],
    }


def _fill(module: "dict[str, Any]", built: Built, facts: FileFacts) -> None:
    around = {site.within.partition(".")[0] for site in built.constructions}
    module["entry_points"] = {
        name: parameters for name, parameters in entry_points(facts).items() if name in around
    }
    module["constructions"] = [
        {
            "line": site.line,
            "end_line": site.end_line,
            "name": site.name,
            "within": site.within,
            "guarded": site.guarded,
        }
        for site in built.constructions
    ]
    module["factories"] = [_factory(factory) for factory in built.factories]


def _factory(factory: Factory) -> "dict[str, Any]":
    facts = factory.facts
    return {
        "qualname": facts.qualname,
        "line": facts.line,
        "end_line": facts.end_line,
        "kind": factory.kind,
        "params": facts.parameters,
        "builds": factory.builds,
        "runs": factory.runs,
        "yields": factory.yields,
        "calls": factory.calls,
    }
