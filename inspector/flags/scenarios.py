"""The registry of another scenario, from what exploring has shown: no worker is asked."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from inspector.flags.outcomes import outcome_at
from inspector.flags.settling import Unsettled, settled
from inspector.flags.space import position
from inspector.model import (
    Answer,
    Consumer,
    Factory,
    Listed,
    Listing,
    LoadFailure,
    ReadReference,
    Registry,
    RootExploration,
    Scenario,
    Space,
    Surface,
    Switch,
    Telling,
    Told,
    Tool,
)


class _Untold(Exception):
    """Exploring doesn't tell what is asked; only a load does."""


class _Answers(msgspec.Struct, frozen=True):
    """What decides about consumers in one scenario, by consumer."""

    switches: Mapping[str, Mapping[str, Answer]]
    """Then by tool key."""
    told: Mapping[str, Told | None]
    """None for a text that changes by itself: any one will do."""
    listed: Mapping[str, Listed]


def shown(
    registry: Registry, exploration: Sequence[RootExploration], space: Space, scenario: Scenario
) -> Registry | None:
    """What a load with a legal scenario would answer; `registry` is that of another scenario.

    None where exploring hasn't shown it, or hasn't proven it.
    """
    at = position(space, scenario)
    try:
        return _shown(registry, exploration, at)
    except (_Untold, Unsettled):
        return None


def _shown(registry: Registry, exploration: Sequence[RootExploration], at: Sequence[int]) -> Registry:
    policy = registry.info.collision_policy
    factories = [factory for root in exploration for factory in root.factories]
    made = {factory.ref: _surface(factory, at) for factory in factories}
    of_factory = {
        consumer.id: factory.ref
        for factory in factories
        for surface in factory.outcomes
        for consumer in surface.consumers
    }
    answers = _answers(
        [each for root in exploration for each in root.switches],
        [each for root in exploration for each in root.tellings],
        [each for root in exploration for each in root.listings],
        at,
    )
    consumers: list[Consumer] = []
    placed: set[str] = set()
    for consumer in registry.consumers:
        ref = of_factory.get(consumer.id)
        if ref is None:
            consumers.append(_consumer(consumer, answers, policy))
        elif ref not in placed:
            placed.add(ref)
            consumers += _of_surface(made[ref], at, policy)
    for ref, surface in made.items():
        if ref not in placed:
            consumers += _of_surface(surface, at, policy)
    return msgspec.structs.replace(
        registry,
        consumers=tuple(consumers),
        failures=tuple(_failures(registry.failures, made)),
        references=tuple(_references(registry.references, exploration, at)),
    )


def _surface(factory: Factory, at: Sequence[int]) -> Surface:
    return factory.outcomes[_outcome(outcome_at(factory.decision, at))]


def _outcome(found: int | None) -> int:
    if found is None:
        raise _Untold
    return found


def _of_surface(surface: Surface, at: Sequence[int], policy: str) -> Iterator[Consumer]:
    answers = _answers(surface.switches, surface.tellings, surface.listings, at)
    for consumer in surface.consumers:
        yield _consumer(consumer, answers, policy)


def _answers(
    switches: Iterable[Switch], tellings: Iterable[Telling], listings: Iterable[Listing], at: Sequence[int]
) -> _Answers:
    by_consumer: dict[str, dict[str, Answer]] = {}
    for one in switches:
        answer = one.outcomes[_outcome(outcome_at(one.decision, at))]
        by_consumer.setdefault(one.consumer, {}).update(dict.fromkeys(one.tools, answer))
    return _Answers(
        by_consumer,
        {one.consumer: _text(one, at) for one in tellings},
        {one.consumer: one.outcomes[_outcome(outcome_at(one.decision, at))] for one in listings},
    )


def _text(telling: Telling, at: Sequence[int]) -> Told | None:
    found = outcome_at(telling.decision, at)
    if found is None and not telling.decision.doubt:
        raise _Untold
    return None if found is None else telling.outcomes[found]


def _consumer(consumer: Consumer, answers: _Answers, policy: str) -> Consumer:
    tools: Sequence[Tool] = consumer.tools
    run_error = consumer.resolution.run_error
    listed = answers.listed.get(consumer.id)
    if listed is not None:
        tools = (*listed.tools, *(tool for tool in tools if tool.origin != "mcp"))
        run_error = listed.error
    switches = answers.switches.get(consumer.id, {})
    if any(tool.predicate_location is not None and tool.key not in switches for tool in tools):
        raise _Untold
    if consumer.instructions_callable is not None and consumer.id not in answers.told:
        raise _Untold
    if switches or listed is not None:
        switched = [_switched(tool, switches.get(tool.key)) for tool in tools]
        consumer = settled(consumer, switched, policy=policy, run_error=run_error)
    told = answers.told.get(consumer.id)
    if told is None or (told.text, told.error) == (consumer.instructions, consumer.instructions_error):
        return consumer
    return msgspec.structs.replace(consumer, instructions=told.text, instructions_error=told.error)


def _switched(tool: Tool, answer: Answer | None) -> Tool:
    if answer is None:
        return tool
    told = (answer.enabled, answer.error, answer.failure)
    if told == (tool.enabled, tool.predicate_error, tool.predicate_failure):
        return tool
    return msgspec.structs.replace(
        tool, enabled=answer.enabled, predicate_error=answer.error, predicate_failure=answer.failure
    )


def _failures(shown: Iterable[LoadFailure], made: Mapping[str, Surface]) -> Iterator[LoadFailure]:
    yield from (failure for failure in shown if failure.ref not in made)
    yield from (surface.failure for surface in made.values() if surface.failure is not None)


def _references(
    shown: Iterable[ReadReference], exploration: Sequence[RootExploration], at: Sequence[int]
) -> Iterator[ReadReference]:
    tables = {table.reference: table for root in exploration for table in root.tables}
    for reference in shown:
        table = tables.get(reference.reference)
        if table is None:
            yield reference
        else:
            yield table.outcomes[_outcome(outcome_at(table.decision, at))]
