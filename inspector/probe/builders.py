"""Which calls build agents, and which functions and classes hand them out."""

import os
import re
from dataclasses import dataclass, field
from typing import Callable, Iterable

from .agent_changes import AgentChanges
from .agent_flow import AgentFlow
from .call_graph import CallGraph, Place
from .side_effects import starts_something
from .symbols import Symbols
from .syntax import CallSite, FileFacts, FunctionFacts

_NEVER_CALLED = frozenset({"main", "_main", "async_main", "amain", "__main__"})
_CONTEXT_MANAGERS = frozenset({"contextmanager", "asynccontextmanager"})
_RUN_CONTEXT = re.compile(r"\b(RunContextWrapper|ToolContext|AgentHookContext)\b")
_FIXTURES = frozenset({"fixture"})


@dataclass
class Factory:
    facts: FunctionFacts
    kind: str
    """function, method, or class."""
    builds: bool
    runs: str = ""
    """What in its body starts something, so that it is never called."""
    yields: bool = False
    calls: "list[str]" = field(default_factory=list)
    """Factories of the project that it calls, as `path::qualname`."""


@dataclass
class Built:
    """What one file builds."""

    constructions: "list[CallSite]" = field(default_factory=list)
    factories: "list[Factory]" = field(default_factory=list)
    at_import: bool = False
    """Importing the file builds agents, directly or by calling something that does."""
    wires: bool = False
    """Importing the file changes what agents of other files hold."""


class Builders:
    """Resolves, over all files that were read, what builds agents."""

    def __init__(self, symbols: Symbols, imports: "dict[str, set[str]]") -> None:
        self.symbols = symbols
        self._built: dict[str, Built] = {}
        self._calls = CallGraph(symbols)
        self._flow = AgentFlow(symbols, self._calls)
        self._building = self._calls.reaching(self._first_calls(self._constructs))
        """Functions that construct an agent, or call one that does, each with that call."""
        self._running = self._calls.reaching(self._first_calls(self._starts_something), by_name=True)
        """Functions that start a run, a server or a process, each with the call that does."""
        self.changes = AgentChanges(self._flow, self._calls, self._building, imports)

    def names(self) -> "set[str]":
        """Names that other files may import to reach agent classes and whatever builds agents."""
        found = {within.partition(".")[0] for _, within in self._building}
        found.update(_module_stem(path) for path, _ in self._building)
        for facts in self.symbols.files.values():
            classes = {name for name in facts.classes if self._flow.is_agent_class(facts.path, name)}
            found |= classes | ({_module_stem(facts.path)} if classes else set())
        found.update(_module_stem(path) for path in self.changes.files())
        return found | self.changes.names()

    def of(self, facts: FileFacts) -> Built:
        if facts.path not in self._built:
            self._built[facts.path] = self._of(facts)
        return self._built[facts.path]

    def called(self, paths: "Iterable[str]", captured: "Iterable[Place]") -> "set[Place]":
        """The functions that run when the files of `paths` are imported and their factories called."""
        imported = [self.symbols.files[path] for path in paths if path in self.symbols.files]
        starts = list(captured)
        for facts in imported:
            for factory in self.of(facts).factories:
                name = factory.facts.qualname
                makers = [f"{name}.__init__", f"{name}.__post_init__"] if factory.kind == "class" else [name]
                starts += [(facts.path, maker) for maker in makers if not factory.runs]
        return self.changes.called_from(starts, [facts.path for facts in imported])

    def _of(self, facts: FileFacts) -> Built:
        top_level = [site for site in facts.calls if not site.within and not site.guarded]
        return Built(
            constructions=[site for site in facts.calls if self._constructs(facts.path, site)],
            factories=self._factories(facts),
            at_import=any(self._builds(facts.path, site) for site in top_level),
            wires=self.changes.at_import(facts.path),
        )

    def _first_calls(self, wanted: "Callable[[str, CallSite], bool]") -> "dict[Place, str]":
        """Functions with a call of the wanted kind in their own body, and the first one."""
        found: dict[Place, str] = {}
        for (path, within), sites in self._calls.sites.items():
            call = next((site.dotted for site in sites if wanted(path, site)), None) if within else None
            if call is not None:
                found[path, within] = call
        return found

    def _constructs(self, path: str, site: CallSite) -> bool:
        return self._flow.constructs(path, site.dotted, site.within)

    def _starts_something(self, path: str, site: CallSite) -> bool:
        return starts_something(self.symbols, path, site.dotted)

    def _builds(self, path: str, site: CallSite) -> bool:
        if self._constructs(path, site):
            return True
        return any(place in self._building for place in self._calls.called(path, site.dotted, site.within))

    def _factories(self, facts: FileFacts) -> "list[Factory]":
        found = [self._factory(facts, function) for function in facts.functions.values()]
        found += [self._class_factory(facts, qualname) for qualname in facts.classes]
        return [factory for factory in found if factory is not None]

    def _factory(self, facts: FileFacts, function: FunctionFacts) -> "Factory | None":
        key = (facts.path, function.qualname)
        name = function.qualname.rpartition(".")[2]
        if (
            function.nested
            or not self._flow.hands_out(*key)
            or name in _NEVER_CALLED
            or name.startswith("__")
        ):
            return None
        if (
            _is_callback(function)
            or _last_names(function.decorators) & _FIXTURES
            or (function.owner and facts.classes[function.owner].nested)
        ):
            return None
        return Factory(
            facts=function,
            kind="method" if function.owner else "function",
            builds=key in self._building,
            runs=self._running.get(key, ""),
            yields=yields(function),
            calls=self._factory_calls(key),
        )

    def _class_factory(self, facts: FileFacts, qualname: str) -> "Factory | None":
        """A class that builds agents when it is made; agent classes themselves are none."""
        described = facts.classes[qualname]
        if described.nested or self._flow.is_agent_class(facts.path, qualname):
            return None
        makers = [f"{qualname}.__init__", f"{qualname}.__post_init__"]
        building = [maker for maker in makers if (facts.path, maker) in self._building]
        if not building:
            return None
        function = facts.functions[building[0]]
        held = FunctionFacts(
            qualname=qualname,
            line=described.line,
            end_line=described.end_line,
            owner="",
            parameters=function.parameters[1:] if building[0].endswith("__init__") else [],
            annotation_names=(),
            decorators=described.decorators,
        )
        places = [(facts.path, maker) for maker in building]
        runs = next((self._running[place] for place in places if place in self._running), "")
        calls = [called for place in places for called in self._factory_calls(place)]
        return Factory(facts=held, kind="class", builds=True, runs=runs, calls=calls)

    def _factory_calls(self, place: Place) -> "list[str]":
        return [f"{path}::{name}" for path, name in self._calls.callees(place) if (path, name) != place]


def yields(function: FunctionFacts) -> bool:
    """Whether it has to be entered or iterated over, so that a call alone gives no agents."""
    return function.is_generator or bool(_last_names(function.decorators) & _CONTEXT_MANAGERS)


def _is_callback(function: FunctionFacts) -> bool:
    """Whether the SDK is to call it during a run: it takes the run's context."""
    parameters = [parameter for parameter in function.parameters if parameter["name"] not in ("self", "cls")]
    return bool(parameters) and bool(_RUN_CONTEXT.search(parameters[0]["annotation"] or ""))


def _module_stem(path: str) -> str:
    folder, name = os.path.split(path)
    return os.path.basename(folder) if name == "__init__.py" else name[: -len(".py")]


def _last_names(dotted: "tuple[str, ...]") -> "set[str]":
    return {name.rpartition(".")[2] for name in dotted}
