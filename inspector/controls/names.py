"""Every name that a tool goes by, indexed once: what a list may have meant by a name that no tool has."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Literal

import msgspec

from inspector.controls.globs import GlobIndex
from inspector.controls.kinds import STOPPABLE
from inspector.controls.nearest import Nearest
from inspector.controls.spelling import fold
from inspector.model import ALWAYS, Consumer, Registry, Tool

AbsenceKind = Literal[
    "function",
    "variable",
    "business_id",
    "agent",
    "raw_name",
    "namespace",
    "off",
    "elsewhere",
    "unlisted",
    "nearest",
    "nothing",
]
Place = tuple[str, Tool]
"""A tool with the id of the consumer that has it."""
_KNOWN_OTHERWISE = frozenset({"function", "variable", "business_id", "agent", "raw_name", "namespace"})
_MOST_NAMED = 3
"""Names that a reason spells out."""


class Absence(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Why a name is not visible, in words, and which tools the reason is about."""

    reason: str
    kind: AbsenceKind
    tools: tuple[tuple[str, str], ...] = ()
    """(consumer id, tool key)."""
    nearest: str | None = None

    @property
    def explained(self) -> bool:
        """Whether the name is known to be something else of a tool in scope: no unseen tool changes that."""
        return self.kind in _KNOWN_OTHERWISE


class Scope:
    """Tools of one consumer, or of all, by each thing people call them; disabled ones included."""

    def __init__(self, tools: Iterable[Place], *, complete: bool, nearest: Nearest) -> None:
        self.complete = complete
        """Whether every tool there may be is known: then a name without a tool is wrong."""
        self.visible: dict[str, list[Place]] = {}
        self.functions: dict[str, list[Place]] = {}
        """By qualified and bare function name, agent name, and raw MCP name."""
        self.parts: dict[str, list[Place]] = {}
        """Namespaced tools by namespace and by their name within it."""
        self.variables: dict[str, list[Place]] = {}
        self.ids: dict[str, list[Place]] = {}
        self.hosted: dict[str, list[Place]] = {}
        """Hosted MCP tools by the names that they are allowed to offer: no rows, but known."""
        self.hosted_servers: dict[str, list[Place]] = {}
        """Hosted MCP tools by server label."""
        self._stopped: dict[str, list[Place]] = {}
        self._likeness = nearest
        self._nearest: dict[str, str | None] = {}
        for place in tools:
            self._add(place)

    def _add(self, place: Place) -> None:
        tool = place[1]
        _put(self.visible, tool.visible, place)
        if tool.function is not None:
            _put(self.functions, tool.function, place)
        if tool.function_name is not None and tool.function_name != tool.function:
            _put(self.functions, tool.function_name, place)
        if tool.raw_name is not None:
            _put(self.functions, tool.raw_name, place)
        if tool.namespace is not None:
            _put(self.parts, tool.namespace, place)
            _put(self.parts, tool.name, place)
        for variable in tool.variables:
            _put(self.variables, variable, place)
        if tool.business_id is not None:
            _put(self.ids, tool.business_id, place)
        if tool.type == "HostedMCPTool":
            _put(self.hosted_servers, tool.server or "", place)
        for name in tool.hosted_allowed or ():
            _put(self.hosted, name, place)

    @cached_property
    def _folded(self) -> dict[str, str]:
        return {fold(name): name for name in reversed(self.visible)}

    @cached_property
    def _bare_functions(self) -> list[str]:
        return sorted(name for name in self.functions if "." not in name)

    @cached_property
    def _visible_index(self) -> GlobIndex:
        return GlobIndex(self.visible)

    @cached_property
    def _id_index(self) -> GlobIndex:
        return GlobIndex(self.ids)

    def nearest(self, name: str) -> str | None:
        """The visible name most like `name`; None without a likeness, or where looking costs too much."""
        if name not in self._nearest:
            self._nearest[name] = self._folded.get(fold(name)) or self._likeness.of(name, self.visible)
        return self._nearest[name]

    def nearest_id(self, name: str) -> str | None:
        """The business id most like `name`, likewise."""
        return self._likeness.of(name, self.ids)

    def nearest_function(self, name: str) -> str | None:
        """The bare function, agent or raw name most like the last part of `name`, likewise."""
        return self._likeness.of(name.rpartition(".")[2], self._bare_functions)

    def matching(self, pattern: str) -> list[Place]:
        """Tools whose visible name the glob matches."""
        return [place for name in self._visible_index.matching(pattern) for place in self.visible[name]]

    def matching_ids(self, pattern: str) -> list[Place]:
        """Tools whose business id the glob matches."""
        return [place for one in self._id_index.matching(pattern) for place in self.ids[one]]

    def stopped_by(self, name: str) -> list[Place]:
        """Tools that `name` in a StopAtTools list stops: by visible name, or by the name in any namespace."""
        found = self._stopped.get(name)
        if found is None:
            inner = (place for place in self.parts.get(name, ()) if place[1].name == name)
            found = [place for place in (*self.visible.get(name, ()), *inner) if place[1].origin in STOPPABLE]
            self._stopped[name] = found
        return found

    def behind(self, name: str) -> Absence | None:
        """What of a tool in scope `name` is, other than its visible name."""
        if tools := self.functions.get(name):
            kind, said = _of_function(name, tools[0][1])
            return _absence(kind, said, tools)
        if tools := self.parts.get(name):
            said = "namespace of" if name == tools[0][1].namespace else "inner name of"
            return _absence("namespace", said, tools)
        if tools := self.variables.get(name):
            return _absence("variable", "variable that holds", tools)
        if tools := self.ids.get(name):
            return _absence("business_id", "business id of", tools)
        return None


class Names:
    """The index over a registry: built once, in the time it takes to read every tool once."""

    def __init__(self, registry: Registry) -> None:
        self.consumers: dict[str, Consumer] = {one.id: one for one in registry.consumers}
        self._noted = {note.ref for note in registry.not_inspected}
        self._scopes: dict[str, Scope] = {}
        self.likeness = Nearest()
        self.legal = ALWAYS if registry.legal is None else registry.legal
        """Scenarios that can occur, where the registry is about several."""
        self._unlisted = {
            name
            for one in registry.unlisted
            for name in (one.visible, one.function, one.function_name, *one.variables)
        }
        sets = {one.reference for one in registry.references}
        self.unread_sets = any(failure.ref in sets for failure in registry.failures)
        """Whether a set that the config names could not be read: that hides no tool, but what lists them."""
        self.whole = not (
            registry.part
            or any(failure.ref not in sets for failure in registry.failures)
            or registry.seen
            or registry.stubbed
            or any(note.severity == "warning" for note in registry.not_inspected)
        )
        """Whether every module and agent of the project was seen, without stand-ins for what it imports."""
        self.project = Scope(
            ((one.id, tool) for one in registry.consumers for tool in one.tools),
            complete=self.whole and all(self._all_seen(one) for one in registry.consumers),
            nearest=self.likeness,
        )

    def on(self, consumer_id: str) -> Scope:
        """The names of one consumer; raises KeyError for an id that the registry doesn't have."""
        scope = self._scopes.get(consumer_id)
        if scope is None:
            consumer = self.consumers[consumer_id]
            scope = Scope(
                ((consumer_id, tool) for tool in consumer.tools),
                complete=self._all_seen(consumer),
                nearest=self.likeness,
            )
            self._scopes[consumer_id] = scope
        return scope

    def scope(self, consumer_id: str | None) -> Scope:
        """The names of one consumer, or of all for None."""
        return self.project if consumer_id is None else self.on(consumer_id)

    @cached_property
    def _by_key(self) -> dict[tuple[str, str], Tool]:
        return {(one.id, tool.key): tool for one in self.consumers.values() for tool in one.tools}

    def placed(self, keys: Iterable[tuple[str, str]]) -> list[Place]:
        """The tools of (consumer id, tool key) pairs."""
        return [(holder, self._by_key[holder, key]) for holder, key in keys]

    def absence(self, name: str, consumer_id: str | None = None) -> Absence:
        """Why no tool of the consumer, or of the project, that is on has the visible name `name`."""
        scope = self.scope(consumer_id)
        if off := scope.visible.get(name):
            return Absence(reason="disabled in this scenario", kind="off", tools=_keys(off))
        found = scope.behind(name)
        if found is None and consumer_id is not None:
            found = self._elsewhere(name)
        if found is not None:
            return found
        if name in self._unlisted:
            return Absence(reason="built, but in no agent's list", kind="unlisted")
        nearest = scope.nearest(name)
        if nearest is not None:
            return Absence(
                reason=f"nothing of that name; nearest: `{nearest}`", kind="nearest", nearest=nearest
            )
        return Absence(reason="nothing of that name", kind="nothing")

    def _elsewhere(self, name: str) -> Absence | None:
        if tools := self.project.visible.get(name):
            reason = f"visible to {self._named(tools)}, not here"
            return Absence(reason=reason, kind="elsewhere", tools=_keys(tools))
        behind = self.project.behind(name)
        if behind is None:
            return None
        reason = f"{behind.reason}, which is not here"
        return Absence(reason=reason, kind="elsewhere", tools=behind.tools)

    def _named(self, tools: Sequence[Place]) -> str:
        return some(dict.fromkeys(self.consumers[consumer].name for consumer, _ in tools))

    def lists_all(self, consumer_id: str | None) -> bool:
        """Whether all that the consumer's own lists hold is seen, or for None all consumers'."""
        if consumer_id is None:
            return self.whole and all(self._own_seen(one) for one in self.consumers.values())
        return self._own_seen(self.consumers[consumer_id])

    def _own_seen(self, consumer: Consumer) -> bool:
        return not (
            consumer.partial or consumer.junk or consumer.kind == "sandbox" or consumer.id in self._noted
        )

    def _all_seen(self, consumer: Consumer) -> bool:
        return self._own_seen(consumer) and not (
            any(not server.started for server in consumer.mcp_servers)
            or any(tool.type == "HostedMCPTool" and tool.hosted_allowed is None for tool in consumer.tools)
        )


def some(names: Iterable[str]) -> str:
    """The first few names between backticks, and how many more there are."""
    listed = [f"`{name}`" for name in names]
    if len(listed) > _MOST_NAMED:
        return f"{', '.join(listed[:_MOST_NAMED])} and {len(listed) - _MOST_NAMED} more"
    return " and ".join([", ".join(listed[:-1]), listed[-1]]) if len(listed) > 1 else "".join(listed)


def _put(index: dict[str, list[Place]], name: str, place: Place) -> None:
    held = index.get(name)
    if held is None:
        index[name] = [place]
    elif held[-1] is not place:
        held.append(place)


def _keys(tools: Iterable[Place]) -> tuple[tuple[str, str], ...]:
    return tuple((consumer, tool.key) for consumer, tool in tools)


def _absence(kind: AbsenceKind, said: str, tools: Sequence[Place]) -> Absence:
    visible = some(dict.fromkeys(tool.visible for _, tool in tools))
    return Absence(reason=f"{said} {visible}", kind=kind, tools=_keys(tools))


def _of_function(name: str, tool: Tool) -> tuple[AbsenceKind, str]:
    if tool.origin == "mcp":
        return "raw_name", "raw MCP name of"
    if tool.origin in ("agent_tool", "handoff") and name == tool.function:
        return "agent", "agent behind"
    return "function", "function behind"
