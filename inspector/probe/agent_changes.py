"""Which code changes the lists of agents that are already built, and whether an import runs it."""

from dataclasses import dataclass
from typing import Any, Iterable

from .agent_flow import AgentFlow
from .call_graph import CallGraph, Place
from .paths import relative
from .symbols import Symbols
from .syntax import FunctionFacts, ListChange

_OPEN_ANNOTATIONS = ("Agent", "Any", "object")
"""Words in the annotations of parameters that may take an agent."""


@dataclass
class Uncalled:
    """A function that changes agents, which nothing calls when the project is imported."""

    facts: FunctionFacts
    changes: "list[ListChange]"


class AgentChanges:
    """Changes of `tools`, `handoffs` and `mcp_servers` in all files that were read.

    `building` holds the functions that construct agents, `imports` the modules that each file imports.
    """

    def __init__(
        self, flow: AgentFlow, calls: CallGraph, building: "Iterable[Place]", imports: "dict[str, set[str]]"
    ) -> None:
        self._symbols: Symbols = flow.symbols
        self._flow = flow
        self._calls = calls
        self._building = set(building)
        self._imports = imports
        self._own: dict[Place, list[ListChange]] = {}
        for facts in self._symbols.files.values():
            for change in facts.changes:
                if self._may_be_agent(facts.path, change):
                    self._own.setdefault((facts.path, change.within), []).append(change)
        self._changing = calls.reaching({place: "" for place in self._own if place[1]})
        self._sources = {path for path, _ in self._building}
        for (path, within), sites in calls.sites.items():
            if not within and any(flow.constructs(path, site.dotted, "") for site in sites):
                self._sources.add(path)

    def names(self) -> "set[str]":
        """Functions that other files may call to change agents."""
        return {within.partition(".")[0] for _, within in self._changing}

    def files(self) -> "set[str]":
        """Files with changes of their own."""
        return {path for path, _ in self._own}

    def at_import(self, path: str) -> bool:
        """Whether importing a file changes agents of the modules that it imports."""
        own = any(not change.guarded for change in self._own.get((path, ""), ()))
        return (own or any(place in self._changing for place in self._top_level(path))) and bool(
            self.reached(path)
        )

    def reached(self, path: str) -> "set[str]":
        """The files with agents that an import of this one leads to, itself included."""
        seen: set[str] = set()
        pending = [path]
        while pending:
            current = pending.pop()
            if current not in seen:
                seen.add(current)
                pending.extend(self._imported(current))
        return seen & self._sources

    def uncalled(self, path: str, called: "set[Place]") -> "list[Uncalled]":
        """Functions of a file that change agents, other than those of `called` and what they call."""
        found = []
        for (where, within), own in self._own.items():
            if where != path or not within or (where, within) in called or not self.reached(path):
                continue
            function = self._symbols.files[path].functions[within]
            # What it builds itself is named as an agent that is only seen in source.
            built = function.assigned if (where, within) in self._building else ()
            changes = [change for change in own if change.owner.partition(".")[0] not in built]
            if changes:
                found.append(Uncalled(function, changes))
        return found

    def called_from(self, starts: "Iterable[Place]", imported: "Iterable[str]") -> "set[Place]":
        """`starts`, what the top level of the `imported` files calls, and all functions that these call."""
        seen: set[Place] = set()
        pending = [*starts, *(place for path in imported for place in self._top_level(path))]
        while pending:
            place = pending.pop()
            if place not in seen:
                seen.add(place)
                pending.extend(self._calls.callees(place))
        return seen

    def _top_level(self, path: str) -> "list[Place]":
        sites = [site for site in self._calls.sites.get((path, ""), ()) if not site.guarded]
        return [place for site in sites for place in self._calls.called(path, site.dotted, "")]

    def _imported(self, path: str) -> "list[str]":
        found = []
        for module in self._imports.get(path, ()):
            name = module.lstrip(".")
            file = self._symbols.module_file(path, len(module) - len(name), name)
            if file is not None:
                found.append(file)
        return found

    def _may_be_agent(self, path: str, change: ListChange) -> bool:
        """False for what is certainly something else, as an object of a class of the project's own."""
        if not change.owner or self._flow.holds_agents(path, change.within, change.owner):
            return True
        head = change.owner.partition(".")[0]
        function = self._symbols.files[path].functions.get(change.within)
        for taken in function.parameters if function is not None else ():
            if taken["name"] == head and taken["annotation"]:
                return any(word in taken["annotation"] for word in _OPEN_ANNOTATIONS)
        leaves = function.assigned.get(change.owner, []) if function is not None else []
        symbol = self._symbols.resolve(path, change.owner)
        if not leaves and symbol is not None:
            if symbol.kind != "variable":
                # A package may give an agent the name of the module that it comes from.
                return symbol.kind == "module"
            path, leaves = symbol.path, self._symbols.files[symbol.path].assigned[symbol.name]
        return not leaves or not all(leaf.is_call and self._is_other(path, leaf.dotted) for leaf in leaves)

    def _is_other(self, path: str, dotted: str) -> bool:
        """Whether a call gives no agent: of something installed, or of a class that is none of agents."""
        symbol = self._symbols.resolve(path, dotted)
        if symbol is not None:
            return symbol.kind in ("class", "sdk")
        imported = self._symbols.files[path].imports.get(dotted.partition(".")[0])
        return (
            imported is not None and self._symbols.module_file(path, imported.level, imported.module) is None
        )


def uncalled_change(found: Uncalled, module: "dict[str, Any]", project: str) -> "dict[str, Any]":
    """NotInspected dict of such a function."""
    function = found.facts
    ref = f"{module['ref']}:{function.qualname}"
    places = ", ".join(
        f"`{change.owner or '...'}.{change.attribute}` at line {change.line}" for change in found.changes
    )
    plain = not function.nested and not function.is_generator and not function.owner
    needs = any(not taken["default"] for taken in function.parameters)
    capture = f", or pass `--capture {ref}`" if plain and not needs else ""
    return {
        "ref": ref,
        "path": relative(project, module["path"]),
        "severity": "info",
        "line": function.line,
        "reason": f"changes the tools of agents, and is not called: {places}",
        "advice": f"Call it where the module is imported{capture}.",
    }
