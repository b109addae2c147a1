"""What a consumer is made of in each of the scenarios that exploring has shown."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import msgspec

from inspector.flags.decided import conditions
from inspector.flags.doubts import doubt_of
from inspector.flags.gathering import Sampled, reached
from inspector.flags.unexplored import Unexplored
from inspector.model import (
    ALWAYS,
    NEVER,
    Answer,
    Condition,
    Consumer,
    Decision,
    Listing,
    RootExploration,
    Space,
    Switch,
    Telling,
    Tool,
)

_Outcome = TypeVar("_Outcome")
_UNASKED = "as far as could be told"


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Where a tool of a build is on, and where nobody knows."""

    on: Condition = NEVER
    unknown: Condition = NEVER
    """Its predicate gave no answer."""
    failing: Condition = NEVER
    """Its predicate raised with the configured context."""
    late: Condition = NEVER
    """Its predicate gave no answer in time with the configured context."""
    late_error: str | None = None
    doubt: str = ""
    told: Answer | None = None
    """The first answer that is none."""


class Build(msgspec.Struct, frozen=True, kw_only=True):
    """One consumer with one list of tools, in the scenarios in which it has that."""

    consumer: Consumer
    where: Condition
    sampled: Sampled | None = None
    """Of a factory that is sampled the build that it is; then all conditions are parts of its scenarios."""
    doubt: str = ""
    states: dict[str, State] = {}
    """By tool key, of tools that a predicate decides about."""
    forms: tuple[tuple[Consumer, Condition], ...] = ()
    """What it is, leaving its tools aside, in which of those scenarios."""

    def state(self, tool: Tool, *, asked: bool) -> State:
        """Of any tool; `asked`: with a configured context, which makes an exception the project's."""
        known = self.states.get(tool.key)
        if known is not None:
            return known
        # A predicate that exploring didn't get to has been asked in one scenario alone.
        doubt = _UNASKED if tool.predicate_location is not None else ""
        if tool.enabled is not None:
            return State(on=self.where if tool.enabled else NEVER, doubt=doubt)
        answer = Answer(enabled=None, error=tool.predicate_error, failure=tool.predicate_failure)
        return msgspec.structs.replace(_silent(answer, self.where, asked=asked), doubt=doubt)


class _Parts(msgspec.Struct, frozen=True):
    """Decisions about consumers, by consumer."""

    switches: dict[str, list[Switch]]
    tellings: dict[str, Telling]
    listings: dict[str, Listing]


def builds(
    consumers: Iterable[Consumer],
    exploration: Sequence[RootExploration],
    space: Space,
    unexplored: Unexplored,
    *,
    asked: bool,
) -> dict[str, list[Build]]:
    """By consumer id: of consumers that are always there, and of those that factories make.

    `asked` as in `Build.state`.
    """
    found: dict[str, list[Build]] = {}
    for root in exploration:
        for factory in root.factories:
            doubt = doubt_of(factory.decision)
            ways = reached(space, factory.decision, len(factory.outcomes))
            for surface, way in zip(factory.outcomes, ways, strict=True):
                parts = _parts(surface.switches, surface.tellings, surface.listings)
                making = _Making(parts, space, unexplored, asked, way.sampled)
                for consumer in surface.consumers if way.where.possible else ():
                    found.setdefault(consumer.id, []).extend(making.builds(consumer, way.where, doubt))
    parts = _parts(
        [each for root in exploration for each in root.switches],
        [each for root in exploration for each in root.tellings],
        [each for root in exploration for each in root.listings],
    )
    making = _Making(parts, space, unexplored, asked)
    for consumer in consumers:
        if consumer.id not in found:
            doubt = unexplored.of_build(consumer.id)
            found[consumer.id] = list(making.builds(consumer, ALWAYS, doubt))
    return found


def _parts(switches: Iterable[Switch], tellings: Iterable[Telling], listings: Iterable[Listing]) -> _Parts:
    by_consumer: dict[str, list[Switch]] = {}
    for one in switches:
        by_consumer.setdefault(one.consumer, []).append(one)
    return _Parts(
        by_consumer, {one.consumer: one for one in tellings}, {one.consumer: one for one in listings}
    )


class _Making(msgspec.Struct, frozen=True):
    """Makes builds of consumers that are decided about together."""

    parts: _Parts
    space: Space
    unexplored: Unexplored
    asked: bool
    sampled: Sampled | None = None

    def builds(self, consumer: Consumer, where: Condition, doubt: str) -> Iterator[Build]:
        """One for each listing of its MCP servers."""
        parts, space = self.parts, self.space
        telling, listing = parts.tellings.get(consumer.id), parts.listings.get(consumer.id)
        untold = self.unexplored.of_consumer(consumer.id)
        if untold and listing is None and any(server.started for server in consumer.mcp_servers):
            doubt = doubt or untold
        if telling is not None or consumer.instructions_callable is None:
            untold = ""
        for listed, within, unsure in _listed(consumer, where, listing, space):
            states = {
                key: state
                for switch in parts.switches.get(consumer.id, ())
                for key, state in _states(switch, within, space, asked=self.asked)
            }
            yield Build(
                consumer=listed,
                where=within,
                sampled=self.sampled,
                doubt=doubt or unsure,
                states=states,
                forms=tuple(_forms(listed, within, telling, space, untold)),
            )


def _listed(
    consumer: Consumer, where: Condition, listing: Listing | None, space: Space
) -> Iterator[tuple[Consumer, Condition, str]]:
    """The consumer with the tools that its MCP servers offer, and where they offer those."""
    if listing is None:
        yield consumer, where, ""
        return
    own = tuple(tool for tool in consumer.tools if tool.origin != "mcp")
    for offered, within in _split(listing.decision, listing.outcomes, where, space):
        resolution = msgspec.structs.replace(consumer.resolution, run_error=offered.error)
        tools = (*offered.tools, *own)
        yield (
            msgspec.structs.replace(consumer, tools=tools, resolution=resolution),
            within,
            doubt_of(listing.decision),
        )


def _forms(
    consumer: Consumer, where: Condition, telling: Telling | None, space: Space, untold: str
) -> Iterator[tuple[Consumer, Condition]]:
    """`untold`: why it isn't proven that its text is always the one it has."""
    bare = msgspec.structs.replace(consumer, tools=(), doubt=untold)
    if telling is None:
        yield bare, where
        return
    doubt = doubt_of(telling.decision)
    for told, within in _split(telling.decision, telling.outcomes, where, space):
        form = msgspec.structs.replace(
            bare, instructions=told.text, instructions_error=told.error, doubt=doubt
        )
        yield form, within


def _split(
    decision: Decision, outcomes: Sequence[_Outcome], where: Condition, space: Space
) -> Iterator[tuple[_Outcome, Condition]]:
    found = zip(outcomes, conditions(space, decision, len(outcomes)), strict=True)
    yield from ((outcome, within & where) for outcome, within in found if within.meets(where))


def _states(switch: Switch, where: Condition, space: Space, *, asked: bool) -> Iterator[tuple[str, State]]:
    on = unknown = failing = late = NEVER
    told = late_error = None
    for answer, within in _split(switch.decision, switch.outcomes, where, space):
        if answer.enabled is not None:
            on = on | within if answer.enabled else on
            continue
        silent = _silent(answer, within, asked=asked)
        unknown, failing, late = unknown | silent.unknown, failing | silent.failing, late | silent.late
        told, late_error = told or answer, late_error or silent.late_error
    state = State(
        on=on,
        unknown=unknown,
        failing=failing,
        late=late,
        late_error=late_error,
        doubt=doubt_of(switch.decision),
        told=told,
    )
    for key in switch.tools:
        yield key, state


def _silent(answer: Answer, where: Condition, *, asked: bool) -> State:
    if asked and answer.failure == "raised":
        return State(failing=where, told=answer)
    if asked and answer.failure == "too_long":
        return State(unknown=where, late=where, late_error=answer.error, told=answer)
    return State(unknown=where, told=answer)
