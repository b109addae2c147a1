"""Gives every agent one stable id: where it is held, else how it is reached, else where it was built."""

import os
import types
from collections import deque
from dataclasses import dataclass
from typing import Any, Iterable, Mapping, Optional, Tuple

from .holders import held
from .importing import Project, display_module, file_of, namespace
from .paths import relative
from .plain import is_a
from .reach import led_to
from .recorder import RecordedAgent, agent_name
from .twins import Twins


@dataclass
class Found:
    """An agent to be read, with the id that it has in every report."""

    agent: Any
    id: str
    path: Optional[str]
    line: Optional[int]
    partial: bool


_Attribute = Tuple[types.ModuleType, str, Any]


@dataclass
class Product:
    """What a factory handed out, under the reference it was called by."""

    ref: str
    value: Any


class Refs:
    """How modules are referred to: by dotted name where the project would, else by path."""

    def __init__(self, project: str, loaded: Project, refs: "dict[str, str]") -> None:
        self.project = project
        self.loaded = loaded
        self.refs = refs

    def of_module(self, module: types.ModuleType) -> str:
        path, name = file_of(module), _module_name(module)
        return self.of_path(path, name) if self.loaded.owns(path) and path else display_module(name)

    def of_path(self, path: str, name: str = "") -> str:
        known = self.refs.get(path)
        if known is not None:
            return known
        dotted = display_module(name)
        at_home = (
            dotted and self.loaded.root == self.project and all(p.isidentifier() for p in dotted.split("."))
        )
        return (
            dotted if at_home and not name.startswith("_toolinspect_file_") else relative(self.project, path)
        )


class Names:
    """Collects names for agents; the first name given to an agent stays."""

    def __init__(self, refs: Refs, recorded: "Iterable[RecordedAgent]") -> None:
        self.refs = refs
        self.recorded = {id(entry.agent): entry for entry in recorded}
        self.named: dict[int, str] = {}
        self.agents: dict[int, Any] = {}
        self.held_by_modules: frozenset[int] = frozenset()
        """Those that a module gave their name."""
        self._taken: dict[str, int] = {}
        """Name to how many agents would have it."""

    def give(self, agent: Any, name: str) -> None:
        if id(agent) in self.named:
            return
        unique = name
        while unique in self._taken:
            self._taken[name] += 1
            unique = f"{name}#{self._taken[name]}"
        self._taken[unique] = 1
        self.named[id(agent)] = unique
        self.agents[id(agent)] = agent

    def add_modules(self, modules: "list[types.ModuleType]", loop_names: "dict[str, set[str]]") -> None:
        """Name what modules hold: plain attributes first, then containers, then loop variables.

        `modules` stand in the order of preference; the module that built an agent comes before all others.
        """
        plain: list[_Attribute] = []
        loops: list[_Attribute] = []
        for module in modules:
            assigned_in_loops = loop_names.get(file_of(module) or "", ())
            for name, value in list(namespace(module).items()):
                if is_a(name, str):
                    (loops if name in assigned_in_loops else plain).append((module, name, value))
        plain.sort(key=lambda item: item[1].startswith("_"))
        loops.sort(key=lambda item: item[1].startswith("_"))
        at_home = [item for item in plain if self._built_in(item[0], item[2])]
        for module, name, value in [*at_home, *plain]:
            self._hold(module, name, value, depth=0)
        for module, name, value in plain:
            if not name.startswith("__"):
                self._hold(module, name, value, depth=2)
        for module, name, value in loops:
            self._hold(module, name, value, depth=0)
        self.held_by_modules = frozenset(self.named)

    def _built_in(self, module: types.ModuleType, value: Any) -> bool:
        entry = self.recorded.get(id(value))
        return entry is not None and entry.path is not None and os.path.abspath(entry.path) == file_of(module)

    def _hold(self, module: types.ModuleType, name: str, value: Any, depth: int) -> None:
        if is_a(value, type) and type.__getattribute__(value, "__module__") != _module_name(module):
            return
        for suffix, agent in held(value, depth):
            self.give(agent, f"{self.refs.of_module(module)}:{name}{suffix}")

    def add_captured(self, captured: "dict[str, list[RecordedAgent]]") -> None:
        """Name what entry points built while they were captured, by reference of the entry point."""
        for ref, entries in captured.items():
            for entry in entries:
                if id(entry.agent) in self.recorded:
                    self.give(entry.agent, f"{ref}>{_name(entry.agent)}")

    def add_products(self, products: "Iterable[Product]") -> None:
        for product in products:
            for suffix, agent in held(product.value, 2):
                self.give(agent, product.ref + suffix)

    def add_reached(self) -> None:
        """Follow handoffs and agent tools from everything named so far."""
        self._follow(list(self.agents.values()))

    def _follow(self, starts: "list[Any]") -> None:
        pending = deque(starts)
        while pending:
            parent = pending.popleft()
            for target in led_to(parent):
                if id(target) not in self.named:
                    self.give(target, f"{self.named[id(parent)]}>{_name(target)}")
                    pending.append(target)

    def add_leftovers(self, owns: Any, sites: "Mapping[int, tuple[str, int]]") -> None:
        """Agents that the project built and nobody holds, and what only they lead to.

        Those with a twin that is held are left out, as when a factory that a module has called for an
        attribute is called once more. `sites`: (path, line) of constructions by id(tool or handoff).
        """
        left = [
            entry
            for entry in self.recorded.values()
            if owns(entry.path) and id(entry.agent) not in self.named
        ]
        twins = Twins(self.recorded, sites)
        if left:
            twins.hold(self.agents.values())
        for entry in left:
            if id(entry.agent) in self.named or twins.knows(entry.agent):
                continue
            ref = self.refs.of_path(os.path.abspath(entry.path or ""), entry.module)
            place = f"{ref}:{entry.function}" if entry.function else ref
            self.give(entry.agent, f"{place}>{_name(entry.agent)}")
            self._follow([entry.agent])

    def found(self, partial: "set[str]", partial_refs: "Iterable[str]" = ()) -> "list[Found]":
        """Everything named, in the order of naming; `partial` holds the files that failed half-way.

        `partial_refs` are the captured entry points that did.
        """
        cut = tuple(f"{ref}>" for ref in partial_refs)
        result = []
        for key, name in self.named.items():
            entry = self.recorded.get(key)
            path = entry.path if entry is not None else None
            line = entry.line if entry is not None else None
            is_partial = path in partial or name.startswith(cut)
            result.append(Found(self.agents[key], name, path, line, is_partial))
        return result


def _module_name(module: types.ModuleType) -> str:
    name = namespace(module).get("__name__")
    return name if is_a(name, str) else ""


def _name(agent: Any) -> str:
    return agent_name(agent) or type(agent).__name__
