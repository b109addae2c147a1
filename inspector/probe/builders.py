"""Which calls build agents, and which functions and classes hand them out."""

import os
import re
from dataclasses import dataclass, field

from .expressions import Leaf
from .side_effects import starts_something
from .symbols import AGENT_CLASSES, Symbol, Symbols
from .syntax import CallSite, FileFacts, FunctionFacts

_NEVER_CALLED = frozenset({"main", "_main", "async_main", "amain", "__main__"})
_CONTEXT_MANAGERS = frozenset({"contextmanager", "asynccontextmanager"})
_RUN_CONTEXT = re.compile(r"\b(RunContextWrapper|ToolContext|AgentHookContext)\b")
_FIXTURES = frozenset({"fixture"})


@dataclass
class Construction:
    """One place in the source that makes an agent."""

    site: CallSite
    call: str
    """Agent, SandboxAgent, RealtimeAgent, a subclass's name, or clone."""


@dataclass
class Factory:
    facts: FunctionFacts
    kind: str
    """function, method, or class."""
    returns: str
    """annotation, body, or attributes."""
    builds: bool
    runs: str = ""
    """What in its body starts something, so that it is never called."""
    yields: bool = False
    calls: "list[str]" = field(default_factory=list)
    """Factories of the project that it calls, as `path::qualname`."""


@dataclass
class Built:
    """What one file builds."""

    constructions: "list[Construction]" = field(default_factory=list)
    factories: "list[Factory]" = field(default_factory=list)
    at_import: bool = False
    """Importing the file builds agents, directly or by calling something that does."""


class Builders:
    """Resolves, over all files that were read, what builds agents."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self._agent_class: dict[tuple[str, str], str] = {}
        self._by_function: dict[tuple[str, str], list[CallSite]] = {}
        self._building: set[tuple[str, str]] = set()
        self._returning: set[tuple[str, str]] = set()
        for facts in symbols.files.values():
            for site in facts.calls:
                self._by_function.setdefault((facts.path, site.within), []).append(site)
        self._find_building()
        self._find_returning()

    def names(self) -> "set[str]":
        """Names that other files may import to reach agent classes and whatever builds agents."""
        found = {within.partition(".")[0] for _, within in self._building}
        found.update(_module_stem(path) for path, _ in self._building)
        for facts in self.symbols.files.values():
            classes = {name for name in facts.classes if self.agent_class(facts.path, name)}
            found |= classes | ({_module_stem(facts.path)} if classes else set())
        return found

    def of(self, facts: FileFacts) -> Built:
        built = Built()
        for site in facts.calls:
            call = self.construction(facts.path, site.dotted, site.within)
            if call:
                built.constructions.append(Construction(site, call))
        built.factories = self._factories(facts)
        built.at_import = any(
            self._builds(facts.path, site) for site in facts.calls if not site.within and not site.guarded
        )
        return built

    def construction(self, path: str, dotted: str, within: str = "") -> str:
        """Name of the agent class that a call of `dotted` constructs, `clone`, or empty."""
        if dotted.endswith(".clone"):
            return "clone" if self._is_agent_value(path, within, dotted[: -len(".clone")]) else ""
        return self.agent_class(path, dotted)

    def agent_class(self, path: str, dotted: str) -> str:
        """Name of the agent class that `dotted` means in `path`; empty when it is none."""
        key = (path, dotted)
        if key not in self._agent_class:
            self._agent_class[key] = ""
            symbol = self.symbols.resolve(path, dotted)
            if symbol is not None:
                self._agent_class[key] = self._class_name(symbol)
        return self._agent_class[key]

    def _class_name(self, symbol: Symbol) -> str:
        if symbol.kind == "sdk":
            return symbol.name if symbol.name in AGENT_CLASSES else ""
        if symbol.kind != "class":
            return ""
        bases = self.symbols.files[symbol.path].classes[symbol.name].bases
        return symbol.name if any(self.agent_class(symbol.path, base) for base in bases) else ""

    def _find_building(self) -> None:
        """Functions that construct an agent, or call one that does, however far away."""
        callers: dict[tuple[str, str], list[tuple[str, str]]] = {}
        pending: list[tuple[str, str]] = []
        for key, sites in self._by_function.items():
            path, within = key
            if not within:
                continue
            if any(self.construction(path, site.dotted, within) for site in sites):
                pending.append(key)
            for site in sites:
                for called in self.called(path, site.dotted, within):
                    callers.setdefault(called, []).append(key)
        while pending:
            key = pending.pop()
            if key not in self._building:
                self._building.add(key)
                pending.extend(callers.get(key, ()))

    def _builds(self, path: str, site: CallSite) -> bool:
        if self.construction(path, site.dotted, site.within):
            return True
        return any(key in self._building for key in self.called(path, site.dotted, site.within))

    def called(self, path: str, dotted: str, within: str) -> "list[tuple[str, str]]":
        """Project functions that a call of `dotted` runs; a class runs its `__init__`."""
        facts = self.symbols.files[path]
        if within and f"{within}.{dotted}" in facts.functions:
            return [(path, f"{within}.{dotted}")]
        symbol = self._self_method(facts, dotted, within) or self.symbols.resolve(path, dotted)
        if symbol is None or not symbol.path:
            return []
        if symbol.kind == "class":
            found = (self.symbols.method(symbol, name) for name in ("__init__", "__post_init__"))
            return [(method.path, method.name) for method in found if method is not None]
        return [(symbol.path, symbol.name)] if symbol.kind == "function" else []

    def _self_method(self, facts: FileFacts, dotted: str, within: str) -> "Symbol | None":
        receiver, _, method = dotted.partition(".")
        function = facts.functions.get(within)
        if receiver not in ("self", "cls") or "." in method or function is None or not function.owner:
            return None
        return self.symbols.method(Symbol("class", facts.path, function.owner), method)

    def _find_returning(self) -> None:
        candidates = [
            (facts, function)
            for facts in self.symbols.files.values()
            for function in facts.functions.values()
            if function.annotation_names or function.returned or function.yielded
        ]
        changed = True
        while changed:
            changed = False
            for facts, function in candidates:
                key = (facts.path, function.qualname)
                if key not in self._returning and self._returns(facts, function):
                    self._returning.add(key)
                    changed = True

    def _returns(self, facts: FileFacts, function: FunctionFacts) -> str:
        if any(self.agent_class(facts.path, name) for name in function.annotation_names):
            return "annotation"
        handed_out = function.returned or function.yielded
        if any(self._is_agent_leaf(facts, function, leaf, 0) for leaf in handed_out):
            return "body"
        return ""

    def _is_agent_leaf(
        self, facts: FileFacts, function: "FunctionFacts | None", leaf: Leaf, depth: int
    ) -> bool:
        if leaf.inside and not self._holds_arguments(facts.path, leaf.inside):
            return False
        within = function.qualname if function is not None else ""
        if leaf.is_call:
            if self.construction(facts.path, leaf.dotted, within):
                return True
            return any(key in self._returning for key in self.called(facts.path, leaf.dotted, within))
        return self._is_agent_value(facts.path, within, leaf.dotted, depth)

    def _holds_arguments(self, path: str, dotted: str) -> bool:
        """Whether what is called keeps its arguments: a record class of the project, or a container."""
        if dotted in ("list", "tuple", "dict", "set", "SimpleNamespace", "types.SimpleNamespace"):
            return True
        symbol = self.symbols.resolve(path, dotted)
        return symbol is not None and symbol.kind == "class" and not self._class_name(symbol)

    def _is_agent_value(self, path: str, within: str, dotted: str, depth: int = 0) -> bool:
        """Whether a variable, as seen inside `within`, was given an agent."""
        if depth > 6:
            return False
        facts = self.symbols.files[path]
        function = facts.functions.get(within)
        if function is not None:
            for leaf in function.assigned.get(dotted, ()):
                if self._is_agent_leaf(facts, function, leaf, depth + 1):
                    return True
            if any(parameter["name"] == dotted for parameter in function.parameters):
                return self._is_agent_parameter(path, function, dotted)
        symbol = self.symbols.resolve(path, dotted)
        if symbol is None or symbol.kind != "variable":
            return False
        holder = self.symbols.files[symbol.path]
        given = holder.assigned.get(symbol.name, ())
        return any(self._is_agent_leaf(holder, None, leaf, depth + 1) for leaf in given)

    def _is_agent_parameter(self, path: str, function: FunctionFacts, name: str) -> bool:
        for parameter in function.parameters:
            if parameter["name"] == name and parameter["annotation"]:
                return bool(self.agent_class(path, parameter["annotation"].strip("'\"").partition("[")[0]))
        return False

    def _factories(self, facts: FileFacts) -> "list[Factory]":
        found = [self._factory(facts, function) for function in facts.functions.values()]
        found += [self._class_factory(facts, qualname) for qualname in facts.classes]
        return [factory for factory in found if factory is not None]

    def _factory(self, facts: FileFacts, function: FunctionFacts) -> "Factory | None":
        key = (facts.path, function.qualname)
        name = function.qualname.rpartition(".")[2]
        if function.nested or key not in self._returning or name in _NEVER_CALLED or name.startswith("__"):
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
            returns=self._returns(facts, function),
            builds=key in self._building,
            runs=self._runs(key),
            yields=function.is_generator or bool(_last_names(function.decorators) & _CONTEXT_MANAGERS),
            calls=self._factory_calls(key),
        )

    def _class_factory(self, facts: FileFacts, qualname: str) -> "Factory | None":
        """A class that builds agents when it is made; agent classes themselves are none."""
        described = facts.classes[qualname]
        if described.nested or self.agent_class(facts.path, qualname):
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
            is_async=False,
            owner="",
            parameters=function.parameters[1:] if building[0].endswith("__init__") else [],
            annotation="",
            annotation_names=(),
            decorators=described.decorators,
        )
        runs = next(filter(None, (self._runs((facts.path, maker)) for maker in building)), "")
        calls = [called for maker in building for called in self._factory_calls((facts.path, maker))]
        return Factory(facts=held, kind="class", returns="attributes", builds=True, runs=runs, calls=calls)

    def _factory_calls(self, key: "tuple[str, str]") -> "list[str]":
        path, within = key
        found = [
            called
            for site in self._by_function.get(key, ())
            for called in self.called(path, site.dotted, within)
        ]
        return [f"{path}::{qualname}" for path, qualname in dict.fromkeys(found) if (path, qualname) != key]

    def _runs(self, key: "tuple[str, str]", seen: "frozenset[tuple[str, str]]" = frozenset()) -> str:
        """The call in a function, or in what it calls, that starts a run, a server or a process."""
        path, within = key
        for site in self._by_function.get(key, ()):
            if starts_something(self.symbols, path, site.dotted):
                return site.dotted
            for called in self.called(path, site.dotted, within):
                if called not in seen and called != key:
                    deeper = self._runs(called, seen | {key})
                    if deeper:
                        return deeper
        return ""


def _is_callback(function: FunctionFacts) -> bool:
    """Whether the SDK is to call it during a run: it takes the run's context."""
    parameters = [parameter for parameter in function.parameters if parameter["name"] not in ("self", "cls")]
    return bool(parameters) and bool(_RUN_CONTEXT.search(parameters[0]["annotation"] or ""))


def _module_stem(path: str) -> str:
    folder, name = os.path.split(path)
    return os.path.basename(folder) if name == "__init__.py" else name[: -len(".py")]


def _last_names(dotted: "tuple[str, ...]") -> "set[str]":
    return {name.rpartition(".")[2] for name in dotted}
