"""What of a project reads which flag, with its place where that is known."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from inspector.inspection.result import Inspection
from inspector.model import Consumer, Decision, Location, RootExploration, Surface, Tool

_MOST = 4
"""Tools or consumers that a line names."""
Kind = Literal["factory", "predicate", "instructions", "servers", "set"]


class Reader(msgspec.Struct, frozen=True):
    """A piece of code whose answer depends on flags."""

    kind: Kind
    name: str
    """Qualified name of a callable, or the reference of a factory or set; empty where not known."""
    location: Location | None
    of: tuple[str, ...]
    """What it decides about: visible names of tools, or names of consumers."""


def readers(inspection: Inspection) -> dict[str, tuple[Reader, ...]]:
    """By flag, in the order of the space, and by the tenant's name last; only what is read."""
    space = inspection.space
    if space is None:
        return {}
    found: dict[int, dict[tuple[Kind, str, Location | None], list[str]]] = defaultdict(dict)
    for reader, decision in decisions(inspection):
        for level in decision.reads:
            of = found[level].setdefault((reader.kind, reader.name, reader.location), [])
            of += reader.of
    return {
        space.variables[level].name: tuple(
            Reader(*key, tuple(dict.fromkeys(of))) for key, of in found[level].items()
        )
        for level in sorted(found)
    }


def reader_text(reader: Reader) -> str:
    """As "predicate `shop.in_beta` (shop.py:4) of `refund`"; raw text."""
    words = {
        "factory": "factory",
        "predicate": "predicate",
        "instructions": "instructions",
        "servers": "MCP servers",
        "set": "control set",
    }[reader.kind]
    name = f" `{reader.name}`" if reader.name else ""
    place = f" ({reader.location})" if reader.location is not None else ""
    of = ", ".join(f"`{one}`" for one in reader.of[:_MOST])
    more = f" and {len(reader.of) - _MOST} more" if len(reader.of) > _MOST else ""
    return f"{words}{name}{place}{f' of {of}' if of else ''}{more}"


def decisions(inspection: Inspection) -> Iterator[tuple[Reader, Decision]]:
    """Everything that was explored, also what reads no flag."""
    whole = inspection.whole
    known = [*inspection.everywhere.consumers, *(whole.loaded.consumers if whole is not None else ())]
    for root in inspection.exploration:
        for factory in root.factories:
            yield Reader("factory", factory.ref, None, ()), factory.decision
            for surface in factory.outcomes:
                yield from _of_consumers(surface, [*known, *surface.consumers])
        for table in root.tables:
            path = next((one.path for one in table.outcomes if one.path is not None), None)
            yield Reader("set", table.reference, Location(path) if path else None, ()), table.decision
        yield from _of_consumers(root, known)


def _of_consumers(
    part: RootExploration | Surface, known: Iterable[Consumer]
) -> Iterator[tuple[Reader, Decision]]:
    consumers = {one.id: one for one in known}
    for switch in part.switches:
        owner = consumers.get(switch.consumer)
        tools = {tool.key: tool for tool in owner.tools} if owner is not None else {}
        yield _predicate(switch.tools, tools), switch.decision
    for telling in part.tellings:
        owner = consumers.get(telling.consumer)
        name, place = (
            (owner.instructions_callable or "", owner.instructions_location) if owner else ("", None)
        )
        yield Reader("instructions", name, place, (_called(owner, telling.consumer),)), telling.decision
    for listing in part.listings:
        owner = consumers.get(listing.consumer)
        yield Reader("servers", "", None, (_called(owner, listing.consumer),)), listing.decision


def _predicate(keys: Iterable[str], tools: dict[str, Tool]) -> Reader:
    held = [tools.get(key) for key in keys]
    first = next((tool for tool in held if tool is not None), None)
    visible = [
        tool.visible if tool is not None else key.partition(":")[2].partition("#")[0]
        for key, tool in zip(keys, held, strict=True)
    ]
    name, place = (first.predicate or "", first.predicate_location) if first is not None else ("", None)
    return Reader("predicate", name, place, tuple(visible))


def _called(consumer: Consumer | None, otherwise: str) -> str:
    return consumer.name if consumer is not None else otherwise
