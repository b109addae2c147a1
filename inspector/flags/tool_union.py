"""All tools that a consumer has in any scenario, each once with the scenarios in which it is there."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

from inspector.controls.kinds import slot
from inspector.flags.builds import Build, State
from inspector.flags.gathering import Gathered, Sampled
from inspector.flags.space import default
from inspector.model import ALWAYS, NEVER, Answer, Condition, Consumer, Space, Tool


@dataclass(eq=False, slots=True)
class _Entry:
    """A tool that several builds may have."""

    tool: Tool
    listed: Gathered = field(default_factory=Gathered)
    on: Gathered = field(default_factory=Gathered)
    unknown: Gathered = field(default_factory=Gathered)
    failing: Gathered = field(default_factory=Gathered)
    late: Gathered = field(default_factory=Gathered)
    late_error: str | None = None
    doubt: str = ""
    told: Answer | None = None

    def add(self, state: State, where: Condition, sampled: Sampled | None) -> None:
        self.listed.add(where, sampled)
        self.on.add(state.on, sampled)
        self.unknown.add(state.unknown, sampled)
        self.failing.add(state.failing, sampled)
        self.late.add(state.late, sampled)
        self.late_error = self.late_error or state.late_error
        self.doubt = self.doubt or state.doubt
        self.told = self.told or state.told


@dataclass(eq=False)
class _Rank:
    """Entries that get in each other's way, each before those that run where it isn't there."""

    order: list[_Entry] = field(default_factory=list)
    refused: bool = False
    """Some build has several of which no run gets along with: then nothing tells which one runs."""


class ToolUnion:
    """Takes the builds of one consumer one after the other; what is shown comes first and keeps its keys."""

    def __init__(self, shown: Sequence[Tool], space: Space, *, asked: bool) -> None:
        self._space = space
        self._default = default(space)
        self._asked = asked
        self._entries: list[_Entry] = []
        self._alike: dict[tuple[str, str], list[_Entry]] = defaultdict(list)
        """By origin and visible name."""
        self._ranks: dict[tuple[str, ...], _Rank] = defaultdict(_Rank)
        self._keys: set[str] = set()
        self._fresh = 1 + max((tool.identity for tool in shown), default=0)
        for tool in shown:
            self._put(_Entry(tool), len(self._entries))

    def add(self, build: Build) -> None:
        """The tools of one build, with the scenarios in which they are there."""
        placed: list[tuple[Tool, _Entry]] = []
        taken: set[int] = set()
        identities: dict[int, int] = {}
        before: _Entry | None = None
        for tool in build.consumer.tools:
            entry = self._matching(tool, taken)
            if entry is None:
                entry = self._made(tool, identities, before)
            identities.setdefault(tool.identity, entry.tool.identity)
            taken.add(id(entry))
            before = entry
            placed.append((tool, entry))
        for tool, entry in self._ranked(placed, identities):
            entry.add(build.state(tool, asked=self._asked), build.where, build.sampled)
            if build.doubt and not entry.doubt:
                entry.doubt = build.doubt

    def tools(self, existing: Condition) -> Iterator[Tool]:
        """Those that some build has; `existing`: where the consumer is."""
        places = {
            id(entry): None if rank.refused or len(rank.order) < 2 else place
            for rank in self._ranks.values()
            for place, entry in enumerate(rank.order)
        }
        for entry in self._entries:
            listed = entry.listed.condition
            if listed.possible:
                yield self._tool(entry, listed, existing, places.get(id(entry), entry.tool.precedence))

    def _tool(self, entry: _Entry, listed: Condition, existing: Condition, place: int | None) -> Tool:
        on, unknown = entry.on.condition, entry.unknown.condition
        failing, late = entry.failing.condition, entry.late.condition
        enabled = True if on.possible else None if unknown.possible else False
        there = {True: on, None: unknown, False: listed}[enabled]
        presence = None if self._same(there, existing) else (on if enabled is not False else NEVER)
        open_everywhere = enabled is None and presence is None
        listed_as_present = self._same(listed, existing if presence is None else presence)
        told = entry.told
        return msgspec.structs.replace(
            entry.tool,
            enabled=enabled,
            presence=presence,
            undecided=unknown if unknown.possible and not open_everywhere else None,
            failing=failing if failing.possible else None,
            late=late if late.possible else None,
            late_error=entry.late_error,
            listed=None if listed_as_present else listed,
            doubt=entry.doubt,
            predicate_error=told.error if told is not None else None,
            predicate_failure=told.failure if told is not None else None,
            precedence=place,
            shadowed_by=None,
            sent=entry.tool.sent_if_shadowed if place is not None else entry.tool.sent,
        )

    def _same(self, one: Condition, other: Condition) -> bool:
        """In all legal scenarios."""
        legal = self._space.legal
        if one is other or legal is ALWAYS:
            return one is other
        if one.holds(self._default) != other.holds(self._default):
            return False
        return not ((one - other).meets(legal) or (other - one).meets(legal))

    def _matching(self, tool: Tool, taken: set[int]) -> _Entry | None:
        same = _signature(tool)
        for entry in self._alike[tool.origin, tool.visible]:
            if id(entry) not in taken and _signature(entry.tool) == same:
                return entry
        return None

    def _made(self, tool: Tool, identities: dict[int, int], before: _Entry | None) -> _Entry:
        """An entry of its own, right after another; objects of each build have numbers of their own."""
        if tool.identity not in identities:
            identities[tool.identity] = self._fresh
            self._fresh += 1
        new = msgspec.structs.replace(tool, key=self._key(tool.key), identity=identities[tool.identity])
        entry = _Entry(new)
        self._put(entry, 0 if before is None else self._entries.index(before) + 1)
        return entry

    def _put(self, entry: _Entry, at: int) -> None:
        self._entries.insert(at, entry)
        self._keys.add(entry.tool.key)
        self._alike[entry.tool.origin, entry.tool.visible].append(entry)

    def _key(self, wanted: str) -> str:
        """`wanted` where it is free, else with the next free number."""
        base, number, key = wanted.partition("#")[0], 1, wanted
        while key in self._keys:
            number += 1
            key = f"{base}#{number}"
        return key

    def _ranked(
        self, placed: Sequence[tuple[Tool, _Entry]], identities: dict[int, int]
    ) -> Iterable[tuple[Tool, _Entry]]:
        """The same, each entry in its place among its rivals; one that fits nowhere has another entry."""
        slots: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for index, (tool, _) in enumerate(placed):
            key = slot(tool)
            if key is not None:
                slots[key].append(index)
        found = list(placed)
        for key, indices in slots.items():
            rank = self._ranks[key]
            if len(indices) > 1 and all(placed[index][0].precedence is None for index in indices):
                rank.refused = True
            indices.sort(key=lambda index: _place(placed[index][0]))
            if not _fits(rank.order, [placed[index][1] for index in indices]):
                for index in indices:
                    tool, entry = placed[index]
                    found[index] = (tool, self._made(tool, identities, entry))
            _insert(rank.order, [found[index][1] for index in indices])
        return found


def _place(tool: Tool) -> tuple[int, bool]:
    """Among the rivals of one build: an MCP server's tool never runs before one of the agent's own."""
    return (tool.precedence or 0, tool.origin == "mcp")


def _fits(order: Sequence[_Entry], wanted: Sequence[_Entry]) -> bool:
    """Whether entries stand in the order of another build already, as far as they are there."""
    places = {id(entry): place for place, entry in enumerate(order)}
    there = [places[id(entry)] for entry in wanted if id(entry) in places]
    return there == sorted(there)


def _insert(order: list[_Entry], wanted: Sequence[_Entry]) -> None:
    """Each entry that isn't there yet, right after the one that is wanted before it."""
    at = 0
    for entry in wanted:
        place = next((index for index, each in enumerate(order) if each is entry), None)
        if place is None:
            place = at
            order.insert(place, entry)
        at = place + 1


def _signature(tool: Tool) -> Tool:
    """Equal for tools of two builds that are one tool to everybody who sees them."""
    return msgspec.structs.replace(
        tool,
        key="",
        identity=0,
        enabled=True,
        sent=False,
        shadowed_by=None,
        precedence=None,
        predicate_identity=None,
        predicate_error=None,
        predicate_failure=None,
    )


def keyed_as(consumer: Consumer, everywhere: Consumer, scenario: Sequence[int]) -> Consumer:
    """A consumer of one scenario with the keys that its tools have in the registry of everywhere."""
    there: dict[tuple[str, str], list[Tool]] = defaultdict(list)
    for tool in everywhere.tools:
        where = tool.presence if tool.listed is None else tool.listed
        if where is None or where.holds(scenario):
            there[tool.origin, tool.visible].append(tool)
    keys: dict[str, str] = {}
    for tool in consumer.tools:
        named = there[tool.origin, tool.visible]
        same = _declared(tool) if len(named) > 1 else None
        for index, other in enumerate(named):
            if same is None or _declared(other) == same:
                keys[tool.key] = named.pop(index).key
                break
    if all(key == other for key, other in keys.items()):
        return consumer
    tools = tuple(
        msgspec.structs.replace(
            tool,
            key=keys.get(tool.key, tool.key),
            shadowed_by=keys.get(tool.shadowed_by or "", tool.shadowed_by),
        )
        for tool in consumer.tools
    )
    return msgspec.structs.replace(consumer, tools=tools)


def _declared(tool: Tool) -> Tool:
    """What of a tool is the same in the registry of everywhere, and after ids and tables were applied."""
    return msgspec.structs.replace(
        _signature(tool),
        presence=None,
        undecided=None,
        failing=None,
        late=None,
        late_error=None,
        listed=None,
        gated=None,
        doubt="",
        business_id=None,
        approval="none" if tool.approval == "table" else tool.approval,
    )
