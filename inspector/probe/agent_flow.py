"""Which functions hand out agents, and which names hold one: followed back to the calls that make agents."""

from typing import Iterable

from .call_graph import CallGraph
from .expressions import Leaf
from .symbols import AGENT_CLASSES, Symbol, Symbols
from .syntax import FunctionFacts

CLONE = ".clone"
_CONTAINERS = frozenset({"list", "tuple", "dict", "set", "SimpleNamespace", "types.SimpleNamespace"})
_Node = tuple[str, ...]
"""A function as (path, qualname), or a name as (path, qualname of the function around it, dotted)."""


class AgentFlow:
    """Follows agents through returns, assignments and calls; each function and name is looked at once."""

    def __init__(self, symbols: Symbols, calls: CallGraph) -> None:
        self.symbols = symbols
        self.calls = calls
        self._agent_classes: dict[tuple[str, str], bool] = {}
        self._takers: dict[_Node, list[_Node]] = {}
        """Function or name to those that take what it has."""
        self._agents: set[_Node] = set()
        self._spread(self._explore(self._asked()))

    def is_agent_class(self, path: str, dotted: str) -> bool:
        """Whether `dotted` means an agent class in `path`, the SDK's or a subclass of the project."""
        key = (path, dotted)
        if key not in self._agent_classes:
            symbol = self.symbols.resolve(path, dotted)
            self._agent_classes[key] = symbol is not None and self._descends(symbol)
        return self._agent_classes[key]

    def hands_out(self, path: str, qualname: str) -> bool:
        """Whether a function returns or yields agents, by its annotation or its body."""
        return (path, qualname) in self._agents

    def holds_agents(self, path: str, within: str, dotted: str) -> bool:
        """Whether a name whose lists are changed inside `within` means agents."""
        return (path, within, dotted) in self._agents

    def constructs(self, path: str, dotted: str, within: str) -> bool:
        """Whether a call of `dotted` inside `within` makes an agent: of an agent class, or a clone of one."""
        if dotted.endswith(CLONE):
            return (path, within, dotted[: -len(CLONE)]) in self._agents
        return self.is_agent_class(path, dotted)

    def _descends(self, symbol: Symbol) -> bool:
        return symbol.kind in ("class", "sdk") and any(
            kind.kind == "sdk" and kind.name in AGENT_CLASSES for kind in self.symbols.lineage(symbol)
        )

    def _asked(self) -> "Iterable[_Node]":
        """All that will be asked for: every function, what `clone` is called on, and whose lists change."""
        for facts in self.symbols.files.values():
            for qualname in facts.functions:
                yield facts.path, qualname
            for change in facts.changes:
                yield facts.path, change.within, change.owner
        for (path, within), sites in self.calls.sites.items():
            for site in sites:
                if site.dotted.endswith(CLONE):
                    yield path, within, site.dotted[: -len(CLONE)]

    def _explore(self, asked: "Iterable[_Node]") -> "list[_Node]":
        """Notes who takes from whom; returns those that make agents themselves or are annotated so."""
        makers: list[_Node] = []
        seen: set[_Node] = set()
        pending = list(asked)
        while pending:
            node = pending.pop()
            if node in seen:
                continue
            seen.add(node)
            makes, sources = self._function(*node) if len(node) == 2 else self._name(*node)
            if makes:
                makers.append(node)
            for source in sources:
                self._takers.setdefault(source, []).append(node)
                pending.append(source)
        return makers

    def _spread(self, makers: "list[_Node]") -> None:
        while makers:
            node = makers.pop()
            if node not in self._agents:
                self._agents.add(node)
                makers.extend(self._takers.get(node, ()))

    def _function(self, path: str, qualname: str) -> "tuple[bool, list[_Node]]":
        function = self.symbols.files[path].functions.get(qualname)
        if function is None:
            return False, []
        annotated = any(self.is_agent_class(path, name) for name in function.annotation_names)
        makes, sources = self._leaves(path, qualname, function.returned or function.yielded)
        return annotated or makes, sources

    def _name(self, path: str, within: str, dotted: str) -> "tuple[bool, list[_Node]]":
        function = self.symbols.files[path].functions.get(within)
        given = self._leaves(path, within, function.assigned.get(dotted, ()) if function is not None else ())
        if function is not None and any(taken["name"] == dotted for taken in function.parameters):
            return given[0] or self._is_agent_parameter(path, function, dotted), given[1]
        symbol = self.symbols.resolve(path, dotted)
        if symbol is None or symbol.kind != "variable":
            return given
        makes, sources = self._leaves(symbol.path, "", self.symbols.files[symbol.path].assigned[symbol.name])
        return given[0] or makes, given[1] + sources

    def _is_agent_parameter(self, path: str, function: FunctionFacts, name: str) -> bool:
        annotations = [taken["annotation"] for taken in function.parameters if taken["name"] == name]
        return any(
            self.is_agent_class(path, annotation.strip("'\"").partition("[")[0])
            for annotation in annotations
            if annotation
        )

    def _leaves(self, path: str, within: str, leaves: "Iterable[Leaf]") -> "tuple[bool, list[_Node]]":
        """Whether one of these values is a new agent, and where the others come from."""
        makes = False
        sources: list[_Node] = []
        for leaf in leaves:
            if leaf.inside and not self._holds_arguments(path, leaf.inside):
                continue
            if not leaf.is_call:
                sources.append((path, within, leaf.dotted))
                continue
            if leaf.dotted.endswith(CLONE):
                sources.append((path, within, leaf.dotted[: -len(CLONE)]))
            else:
                makes = makes or self.is_agent_class(path, leaf.dotted)
            sources.extend(self.calls.called(path, leaf.dotted, within))
        return makes, sources

    def _holds_arguments(self, path: str, dotted: str) -> bool:
        """Whether what is called keeps its arguments: a record class of the project, or a container."""
        if dotted in _CONTAINERS:
            return True
        symbol = self.symbols.resolve(path, dotted)
        return symbol is not None and symbol.kind == "class" and not self.is_agent_class(path, dotted)
