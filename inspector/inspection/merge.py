"""One registry from the answers of several import roots."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from inspector.inspection.renaming import Renaming
from inspector.model import (
    Consumer,
    ReadReference,
    Registry,
    RootExploration,
    RootResult,
    SdkInfo,
    Tool,
    Unlisted,
)

T = TypeVar("T")


def merge(project: Path, info: SdkInfo, results: Sequence[RootResult], *, context: str = "") -> Registry:
    """All roots as one registry, in the order of their paths; identities of different roots never meet."""
    ordered = sorted(results, key=lambda result: result.root)
    consumers = [consumer for _, moved in _moved(ordered) for consumer in moved]

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
        consumers=tuple(placed.consumer for placed in _placed(ordered)),
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


def aligned(
    results: Sequence[RootResult], exploration: Sequence[RootExploration]
) -> tuple[RootExploration, ...]:
    """What exploring the roots has shown, in the ids of their merged registry.

    Of a consumer or factory that several roots have it is what the root says whose consumer was kept.
    """
    ordered = sorted(results, key=lambda result: result.root)
    named: dict[str, dict[str, str]] = {}
    for placed in _placed(ordered):
        named.setdefault(placed.root, {})[placed.id] = placed.consumer.id
    known = {result.root: {one.id for one in result.consumers} for result in ordered}
    seen: set[str] = set()
    found = []
    for one in sorted(exploration, key=lambda each: each.root):
        factories = tuple(each for each in one.factories if each.ref not in seen)
        seen.update(each.ref for each in factories)
        renaming = Renaming(named.get(one.root, {}), known.get(one.root, set()))
        found.append(
            msgspec.structs.replace(renaming.of(one), factories=tuple(map(renaming.factory, factories)))
        )
    return tuple(found)


class _Placed(msgspec.Struct, frozen=True):
    """A consumer of the merged registry."""

    root: str
    id: str
    """Within its root."""
    consumer: Consumer


def _moved(ordered: Sequence[RootResult]) -> Iterator[tuple[str, Sequence[Consumer]]]:
    """The consumers of each root, with identities that no other root has."""
    offset = 0
    for result in ordered:
        highest = max((_highest(consumer) for consumer in result.consumers), default=0)
        yield result.root, [_with_identities(consumer, offset) for consumer in result.consumers]
        offset += highest


def _with_identities(consumer: Consumer, offset: int) -> Consumer:
    if offset == 0:
        return consumer
    return msgspec.structs.replace(
        consumer,
        tools_list=_add(consumer.tools_list, offset),
        tools=tuple(_moved_tool(tool, offset) for tool in consumer.tools),
    )


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


def _placed(ordered: Sequence[RootResult]) -> list[_Placed]:
    """Each consumer once, although every root that reaches it answers for it; others of its id get `#2`, …"""
    kept: dict[str, list[_Placed]] = {}
    for root, consumers in _moved(ordered):
        for consumer in consumers:
            same_id = kept.setdefault(consumer.id, [])
            placed = _Placed(root, consumer.id, consumer)
            for index, other in enumerate(same_id):
                if other.consumer.location == consumer.location:
                    same_id[index] = placed if other.consumer.partial else other
                    break
            else:
                same_id.append(placed)
    return [
        placed if number == 1 else _Placed(placed.root, placed.id, _renamed(placed.consumer, number))
        for same_id in kept.values()
        for number, placed in enumerate(same_id, start=1)
    ]


def _renamed(consumer: Consumer, number: int) -> Consumer:
    return msgspec.structs.replace(consumer, id=f"{consumer.id}#{number}")
