"""One registry from the answers of several import roots."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from inspector.model import Consumer, ReadReference, Registry, RootResult, SdkInfo, Tool, Unlisted

T = TypeVar("T")


def merge(project: Path, info: SdkInfo, results: Sequence[RootResult], *, context: str = "") -> Registry:
    """All roots as one registry, in the order of their paths; identities of different roots never meet."""
    ordered = sorted(results, key=lambda result: result.root)
    consumers: list[Consumer] = []
    offset = 0
    for result in ordered:
        moved, offset = _moved(result.consumers, offset)
        consumers += moved

    def every(part: Callable[[RootResult], Iterable[T]]) -> tuple[T, ...]:
        """Once each: several roots may meet the same file."""
        return tuple(dict.fromkeys(one for result in ordered for one in part(result)))

    forced = next(
        (one for one in ordered if (one.run_tool_choice, one.run_tool_choice_server) != (None, None)), None
    )
    policy = next((one.collision_policy for one in ordered if one.collision_policy is not None), None)
    return Registry(
        root=str(project),
        info=msgspec.structs.replace(info, collision_policy=policy) if policy is not None else info,
        consumers=tuple(_distinct(consumers)),
        failures=every(lambda result: result.failures),
        not_inspected=every(lambda result: result.not_inspected),
        seen=every(lambda result: result.seen),
        would_run=every(lambda result: result.would_run),
        filled=every(lambda result: result.filled),
        unstable=every(lambda result: result.unstable),
        stubbed=every(lambda result: result.stubbed),
        context=context,
        context_failed=any(result.context_failed for result in ordered),
        sources=tuple(sorted({path for result in ordered for path in result.sources})),
        unlisted=_unlisted(every(lambda result: result.unlisted), consumers),
        references=_references(ordered),
        run_tool_choice=forced.run_tool_choice if forced is not None else None,
        run_tool_choice_server=forced.run_tool_choice_server if forced is not None else None,
        unknown_tool=next((one.unknown_tool for one in ordered if one.unknown_tool), ""),
    )


def _references(results: Sequence[RootResult]) -> tuple[ReadReference, ...]:
    """Each reference once: as the first root could read it, else with the error that says most."""
    read: dict[str, list[ReadReference]] = {}
    for result in results:
        for reference in result.references:
            read.setdefault(reference.reference, []).append(reference)
    return tuple(min(answers, key=_uselessness) for answers in read.values())


def _uselessness(reference: ReadReference) -> int:
    """That the project's code failed says more than that a root knows no such name, or no such module."""
    if not reference.error:
        return 0
    if not reference.wrong:
        return 1
    return 2 if reference.path is not None else 3


def _unlisted(unlisted: Iterable[Unlisted], consumers: Iterable[Consumer]) -> tuple[Unlisted, ...]:
    """Without the tools that some root's consumer has: a module that two roots load may serve but one."""
    listed = {
        (tool.function, name) for one in consumers for tool in one.tools for name in (tool.visible, tool.name)
    }
    return tuple(one for one in unlisted if (one.function, one.visible) not in listed)


def asked_first(registry: Registry, part: str) -> Registry:
    """The registry with what `module:attr` or `file.py:attr` names before what that reaches."""
    place, _, attribute = part.rpartition(":")
    dotted = f"{place.removesuffix('.py').replace('/', '.')}:{attribute}"

    def asked(consumer: Consumer) -> bool:
        own = consumer.id.partition("[")[0]
        return own == part or f".{dotted}".endswith(f".{own}")

    consumers = tuple(sorted(registry.consumers, key=lambda one: not asked(one)))
    return msgspec.structs.replace(registry, consumers=consumers)


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
