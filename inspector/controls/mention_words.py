"""What the readers of a prompt understand, and what a name they don't may be."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Literal

from inspector.controls.mention_subjects import OtherAgents, agent_words
from inspector.controls.names import Names, Place, Scope
from inspector.controls.presence import any_of, live
from inspector.controls.spelling import fold
from inspector.model import NEVER, Condition, Consumer, Registry, Tool, Unlisted

_BY_NAME = frozenset({"function", "agent_tool", "handoff"})
_NOT_IN_NAMES = re.compile(r"[^a-zA-Z0-9_]")
KnownKind = Literal["function", "variable", "agent", "raw_name", "off"]


class Readers:
    """The consumer that is given a prompt, or all of them for a prompt of the project."""

    def __init__(self, scope: Scope, consumers: Sequence[Consumer]) -> None:
        self.tools = any(tool.live for one in consumers for tool in one.tools)
        self.incomplete = not scope.complete
        """There may be tools that nobody saw, so that a name without a tool proves nothing."""
        self._scope = scope
        self._consumers = consumers
        self.visible = {
            name for name, places in scope.visible.items() if any(tool.live for _, tool in places)
        }
        """Names of the tools that are on, in some scenario at least."""

    def understand(self, name: str) -> bool:
        """Whether it means something to the model: a visible name, a server, a hosted kind or an agent."""
        return name in self.visible or name in self._spoken or fold(name) in self._folded

    def missed(self, name: str, within: Condition) -> Condition:
        """Where no tool of that visible name is on; nowhere for what is none, or is understood otherwise."""
        if name not in self.visible or name in self._scope.hosted or name in self._servers:
            return NEVER
        return within - self.on(self._scope.visible[name])

    def on(self, places: Iterable[Place]) -> Condition:
        """Where any of these tools is on."""
        return any_of(live(self._by_id[holder], tool) for holder, tool in places if tool.live)

    @cached_property
    def _by_id(self) -> dict[str, Consumer]:
        return {one.id: one for one in self._consumers}

    @cached_property
    def _servers(self) -> set[str]:
        return {server.name for one in self._consumers for server in one.mcp_servers}

    def behind(self, name: str) -> tuple[KnownKind, Sequence[Place]] | None:
        """What of a tool `name` is: its function, variable or agent, or itself where it is off."""
        scope = self._scope
        if (off := scope.visible.get(name)) is not None:
            return "off", off
        functions = [place for place in scope.functions.get(name, ()) if place[1].function_name == name]
        raw = [place for place in scope.functions.get(name, ()) if place[1].raw_name == name]
        kinds: tuple[tuple[KnownKind, Sequence[Place]], ...] = (
            ("function", functions or self._namespaced(name)),
            ("variable", scope.variables.get(name, ())),
            ("agent", self._agents.get(name, ())),
            ("raw_name", raw),
        )
        for kind, places in kinds:
            if live := [place for place in places if place[1].live]:
                return kind, live
        return None

    def _namespaced(self, name: str) -> Sequence[Place]:
        """Tools whose function has this name, written with their namespace: `crm.close_it` of `crm.close`."""
        namespace, _, function = name.rpartition(".")
        return [place for place in self._scope.parts.get(namespace, ()) if place[1].function_name == function]

    def nearest(self, name: str) -> str | None:
        """The visible name most like it."""
        found = self._scope.nearest(name)
        return found if found in self.visible else None

    def has_namespace(self, name: str) -> bool:
        """Whether a visible tool stands in the namespace."""
        return any(tool.live and tool.namespace == name for _, tool in self._scope.parts.get(name, ()))

    def has_family(self, name: str) -> bool:
        """Whether it is what several tools begin with, as `sales_agent` of `sales_agent1`."""
        return any(visible.startswith(name) for visible in self.visible)

    @cached_property
    def parameters(self) -> frozenset[str]:
        """Properties that the schemas of the tools ask for."""
        return frozenset(
            name for one in self._consumers for tool in one.tools for name in _properties(tool.schema)
        )

    @cached_property
    def _spoken(self) -> set[str]:
        """Names that are no visible names and yet understood: inner names, servers, hosted kinds."""
        spoken = set(self._scope.hosted)
        for one in self._consumers:
            spoken.update(server.name for server in one.mcp_servers)
            for tool in one.tools:
                if tool.live and (tool.origin not in _BY_NAME or tool.via or tool.server):
                    spoken.update(_other_words(tool))
        return spoken

    @cached_property
    def _folded(self) -> set[str]:
        folded = {fold(name) for name in self._spoken}
        folded.update(fold(one.name) for one in self._consumers)
        for one in self._consumers:
            for tool in one.tools:
                if tool.live and tool.origin == "handoff" and tool.function:
                    folded |= _agent_words(tool.function)
                    if tool.visible == default_name(tool):
                        folded.add(fold(tool.visible))
        return folded

    @cached_property
    def _agents(self) -> dict[str, list[Place]]:
        """Agent tools and handoffs by the agent's name, the name they have by default, and the variable."""
        agents: dict[str, list[Place]] = defaultdict(list)
        for one in self._consumers:
            for tool in one.tools:
                if _is_agents(tool) and tool.live:
                    for name in _agent_names(tool):
                        agents[name].append((one.id, tool))
        return agents


class Vocabulary:
    """The names of a whole project, indexed once."""

    def __init__(self, registry: Registry, names: Names) -> None:
        self._names = names
        self._registry = registry
        self.legal = names.legal
        self._agents = {fold(one.name) for one in registry.consumers}
        self._agents |= {_attribute(one.id) for one in registry.consumers}
        self.unlisted: dict[str, Unlisted] = {}
        """Tools in no list, by each of their names."""
        for one in registry.unlisted:
            for name in (one.visible, one.function_name, *one.variables):
                if name:
                    self.unlisted.setdefault(name, one)

    def readers(self, consumer_id: str | None) -> Readers | None:
        """Who is given a prompt; None for a consumer that the registry doesn't have."""
        if consumer_id is None:
            consumers = self._registry.consumers
            return Readers(self._names.project, consumers)
        consumer = self._names.consumers.get(consumer_id)
        if consumer is None:
            return None
        scope = self._names.on(consumer_id)
        return Readers(scope, (consumer,))

    def elsewhere(self, name: str, but: str | None = None) -> Sequence[Place]:
        """Tools of that name, or with a function or variable of it, on any consumer but one."""
        scope = self._names.project
        functions = [place for place in scope.functions.get(name, ()) if place[1].function_name == name]
        for places in (scope.visible.get(name, ()), functions, scope.variables.get(name, ())):
            if found := [place for place in places if place[0] != but]:
                return found
        return ()

    def knows(self, name: str) -> bool:
        """Whether some tool of the project goes by it."""
        return name in self.unlisted or bool(self.elsewhere(name))

    def others(self, consumer_id: str | None) -> OtherAgents:
        """Every agent but the reader of a prompt."""
        own = self._names.consumers.get(consumer_id) if consumer_id is not None else None
        if own is None:
            return OtherAgents(self._spoken_of, None)
        near = (agent_words(tool.function) for tool in own.tools if _is_agents(tool) and tool.function)
        return OtherAgents(self._spoken_of, agent_words(own.name), near)

    @cached_property
    def _spoken_of(self) -> set[str]:
        return {agent_words(one.name) for one in self._registry.consumers}

    def is_agent(self, name: str) -> bool:
        """Whether an agent goes by it."""
        return name in self._agents or fold(name) in self._agents


def _other_words(tool: Tool) -> Iterable[str]:
    yield tool.name
    if tool.server is not None:
        yield tool.server
    if tool.namespace is not None:
        yield tool.namespace
    if tool.origin not in ("function", "agent_tool", "handoff", "mcp"):
        kind = tool.type.removesuffix("Tool")
        yield from (tool.type, kind, f"{kind}_preview", f"{tool.visible}_preview", f"{tool.visible}_tool")
        yield tool.visible.removesuffix("_preview")


def _agent_words(agent: str) -> set[str]:
    """Folded ways to write an agent's name: with and without "agent"."""
    folded = fold(agent)
    return {folded, f"{folded}agent", folded.removesuffix("agent")}


def _is_agents(tool: Tool) -> bool:
    return tool.origin in ("agent_tool", "handoff")


def _agent_names(tool: Tool) -> Iterable[str]:
    if tool.function:
        yield tool.function
        yield default_name(tool)
    if tool.target is not None:
        yield _attribute(tool.target)


def default_name(tool: Tool) -> str:
    """What the SDK calls a handoff, or a tool made of an agent, that is given no name of its own."""
    agent = _NOT_IN_NAMES.sub("_", tool.function or "").lower()
    return f"transfer_to_{agent}" if tool.origin == "handoff" else agent


def _attribute(consumer_id: str) -> str:
    """The variable in `pkg.mod:attr`; the whole of what has none."""
    return consumer_id.rpartition(":")[2]


def _properties(schema: object) -> Iterable[str]:
    properties = schema.get("properties") if isinstance(schema, dict) else None
    return properties if isinstance(properties, dict) else ()
