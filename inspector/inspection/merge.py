"""One registry from the answers of several import roots."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from inspector.model import Consumer, Registry, RootResult, SdkInfo, Tool


def merge(project: Path, info: SdkInfo, results: Sequence[RootResult], *, context: str = "") -> Registry:
    """All roots as one registry, in the order of their paths; identities of different roots never meet."""
    ordered = sorted(results, key=lambda result: result.root)
    consumers: list[Consumer] = []
    offset = 0
    for result in ordered:
        moved, offset = _moved(result.consumers, offset)
        consumers += moved
    policies = list(dict.fromkeys(result.collision_policy for result in ordered))
    return Registry(
        root=str(project),
        info=msgspec.structs.replace(info, collision_policy=policies[0]) if policies else info,
        consumers=tuple(_distinct(consumers)),
        failures=tuple(one for result in ordered for one in result.failures),
        not_inspected=tuple(one for result in ordered for one in result.not_inspected),
        seen=tuple(one for result in ordered for one in result.seen),
        would_run=tuple(one for result in ordered for one in result.would_run),
        filled=tuple(one for result in ordered for one in result.filled),
        unstable=tuple(one for result in ordered for one in result.unstable),
        stubbed=tuple(dict.fromkeys(name for result in ordered for name in result.stubbed)),
        context=context,
        sources=tuple(sorted({path for result in ordered for path in result.sources})),
    )


def _moved(consumers: Sequence[Consumer], offset: int) -> tuple[Sequence[Consumer], int]:
    """Consumers with `offset` added to their identities, and the offset for the next root."""
    highest = max((_highest(consumer) for consumer in consumers), default=0)
    if offset == 0:
        return consumers, highest
    moved = [
        msgspec.structs.replace(
            consumer,
            tools_list=_add(consumer.tools_list, offset),
            tools=tuple(_moved_tool(tool, offset) for tool in consumer.tools),
        )
        for consumer in consumers
    ]
    return moved, offset + highest


def _moved_tool(tool: Tool, offset: int) -> Tool:
    predicate = tool.predicate_identity
    return msgspec.structs.replace(
        tool,
        identity=tool.identity + offset,
        predicate_identity=None if predicate is None else predicate + offset,
    )


def _add(identity: int, offset: int) -> int:
    return identity + offset if identity else 0


def _highest(consumer: Consumer) -> int:
    identities = [consumer.tools_list]
    for tool in consumer.tools:
        identities.append(tool.identity)
        identities.append(tool.predicate_identity or 0)
    return max(identities)


def _distinct(consumers: Iterable[Consumer]) -> list[Consumer]:
    """Each consumer once, although every root that reaches it answers for it; others of its id get `#2`, …"""
    kept: dict[str, list[Consumer]] = {}
    for consumer in consumers:
        same_id = kept.setdefault(consumer.id, [])
        for index, other in enumerate(same_id):
            if other.location == consumer.location:
                same_id[index] = consumer if other.partial else other
                break
        else:
            same_id.append(consumer)
    return [
        consumer if number == 1 else msgspec.structs.replace(consumer, id=f"{consumer.id}#{number}")
        for same_id in kept.values()
        for number, consumer in enumerate(same_id, start=1)
    ]
