"""Which tool is there under which condition and for which tenant, and what reads which flag."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from inspector.controls.presence import known, unknown
from inspector.flags.evidence import Evidence
from inspector.flags.space import tenants
from inspector.flags.wording import words
from inspector.model import Condition, Consumer, Decision, Registry, RootExploration, Space, Surface, Tool


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One tool of one consumer, over all scenarios."""

    consumer: str
    """Id."""
    consumer_name: str
    visible: str
    key: str
    """Of the tool in the registry of everywhere."""
    presence: Condition
    """The legal scenarios in which it is there."""
    undecided: Condition
    """The legal scenarios in which its predicate gave no answer."""
    words: str
    """The presence in words; empty for always, "never" for nowhere."""
    exact: bool = True
    tenants: tuple[bool | None, ...] = ()
    """By tenant, in the order of the matrix; None where nothing tells."""
    proven: tuple[bool, ...] = ()
    """By tenant: whether its very scenario was looked at; else its cell is drawn from others."""


class Matrix(msgspec.Struct, frozen=True, kw_only=True):
    """The presence table of a project."""

    tenants: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    """In the order of consumers and tools."""
    reads: dict[str, tuple[str, ...]] = {}
    """What reads each flag, in words as "`is_enabled` of `refund` on `Billing`", by flag; read ones only."""
    unread: tuple[str, ...] = ()
    """Flags that nothing read."""


def matrix(everywhere: Registry, space: Space, exploration: Sequence[RootExploration] = ()) -> Matrix:
    """Over the registry of everywhere; `exploration` tells what reads which flag."""
    said: dict[Condition, str] = {}
    evidence = Evidence(exploration)
    rows = tuple(
        _row(consumer, tool, space, said, evidence)
        for consumer in everywhere.consumers
        for tool in consumer.tools
    )
    reads = readers(everywhere, space, exploration)
    flags = space.variables[:-1] if space.has_tenant else space.variables
    return Matrix(
        tenants=tuple(space.tenants),
        rows=rows,
        reads=reads,
        unread=tuple(one.name for one in flags if one.name not in reads),
    )


def readers(
    everywhere: Registry, space: Space, exploration: Sequence[RootExploration]
) -> dict[str, tuple[str, ...]]:
    """What reads each variable of the space, in words, in the order of the space; read ones only."""
    found: dict[int, dict[str, None]] = {}
    for what, decision in decisions(exploration, everywhere):
        for level in decision.reads:
            found.setdefault(level, {})[what] = None
    return {space.variables[level].name: tuple(found[level]) for level in sorted(found)}


def decisions(
    exploration: Sequence[RootExploration], everywhere: Registry | None = None
) -> Iterator[tuple[str, Decision]]:
    """Everything that was explored, in words; `everywhere` knows the names of consumers."""
    names = (
        {consumer.id: consumer.name for consumer in everywhere.consumers} if everywhere is not None else {}
    )
    for root in exploration:
        for factory in root.factories:
            yield f"factory `{factory.ref}`", factory.decision
            for surface in factory.outcomes:
                yield from _about_consumers(surface, names)
        for table in root.tables:
            yield f"reference `{table.reference}`", table.decision
        yield from _about_consumers(root, names)


def _about_consumers(
    part: RootExploration | Surface, names: Mapping[str, str]
) -> Iterator[tuple[str, Decision]]:
    for switch in part.switches:
        tools = ", ".join(f"`{key.partition(':')[2].partition('#')[0]}`" for key in switch.tools)
        yield f"`is_enabled` of {tools} on `{names.get(switch.consumer, switch.consumer)}`", switch.decision
    for telling in part.tellings:
        yield f"instructions of `{names.get(telling.consumer, telling.consumer)}`", telling.decision
    for listing in part.listings:
        yield f"MCP servers of `{names.get(listing.consumer, listing.consumer)}`", listing.decision


def _row(consumer: Consumer, tool: Tool, space: Space, said: dict[Condition, str], evidence: Evidence) -> Row:
    presence, undecided = known(consumer, tool), unknown(consumer, tool)
    if presence not in said:
        said[presence] = words(space, presence)
    there, unsure = set(tenants(space, presence)), set(tenants(space, undecided))
    doubtful = bool(consumer.doubt or tool.doubt)
    return Row(
        consumer=consumer.id,
        consumer_name=consumer.name,
        visible=tool.visible,
        key=tool.key,
        presence=presence,
        undecided=undecided,
        words=said[presence],
        exact=not (doubtful or (space.unheeded and presence.branches)),
        tenants=tuple(True if one in there else None if one in unsure else False for one in space.tenants),
        proven=tuple(not doubtful or evidence.proves(consumer, tool, at) for at in space.tenants.values()),
    )
