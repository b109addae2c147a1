"""What a consumer is made of in each of the scenarios that exploring has shown."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import msgspec

from inspector.flags.decided import conditions
from inspector.flags.doubts import doubt_of
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
    doubt: str = ""
    told: Answer | None = None
    """The first answer that is none."""


class Build(msgspec.Struct, frozen=True, kw_only=True):
    """One consumer with one list of tools, in the scenarios in which it has that."""

    consumer: Consumer
    where: Condition
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
    *,
    asked: bool,
) -> dict[str, list[Build]]:
    """By consumer id: of consumers that are always there, and of those that factories make.

    `asked` as in `Build.state`.
    """
    found: dict[str, list[Build]] = {}
    for root in exploration:
        for factory in root.factories:
            wheres = conditions(space, factory.decision, len(factory.outcomes))
            doubt = doubt_of(factory.decision)
            for surface, where in zip(factory.outcomes, wheres, strict=True):
                parts = _parts(surface.switches, surface.tellings, surface.listings)
                for consumer in surface.consumers if where.possible else ():
                    made = _of_consumer(consumer, where, doubt, parts, space, asked=asked)
                    found.setdefault(consumer.id, []).extend(made)
    parts = _parts(
        [each for root in exploration for each in root.switches],
        [each for root in exploration for each in root.tellings],
        [each for root in exploration for each in root.listings],
    )
    for consumer in consumers:
        if consumer.id not in found:
            made = _of_consumer(consumer, ALWAYS, "", parts, space, asked=asked)
            found[consumer.id] = list(made)
    return found


def _parts(switches: Iterable[Switch], tellings: Iterable[Telling], listings: Iterable[Listing]) -> _Parts:
    by_consumer: dict[str, list[Switch]] = {}
    for one in switches:
        by_consumer.setdefault(one.consumer, []).append(one)
    return _Parts(
        by_consumer, {one.consumer: one for one in tellings}, {one.consumer: one for one in listings}
    )


def _of_consumer(
    consumer: Consumer, where: Condition, doubt: str, parts: _Parts, space: Space, *, asked: bool
) -> Iterator[Build]:
    """One build for each listing of its MCP servers."""
    switches = parts.switches.get(consumer.id, ())
    telling = parts.tellings.get(consumer.id)
    for listed, within, unsure in _listed(consumer, where, parts.listings.get(consumer.id), space):
        states = {
            key: state for switch in switches for key, state in _states(switch, within, space, asked=asked)
        }
        yield Build(
            consumer=listed,
            where=within,
            doubt=doubt or unsure,
            states=states,
            forms=tuple(_forms(listed, within, telling, space)),
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
    consumer: Consumer, where: Condition, telling: Telling | None, space: Space
) -> Iterator[tuple[Consumer, Condition]]:
    bare = msgspec.structs.replace(consumer, tools=())
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
    on = unknown = failing = NEVER
    told = None
    for answer, within in _split(switch.decision, switch.outcomes, where, space):
        if answer.enabled is not None:
            on = on | within if answer.enabled else on
            continue
        silent = _silent(answer, within, asked=asked)
        unknown, failing, told = unknown | silent.unknown, failing | silent.failing, told or answer
    state = State(on=on, unknown=unknown, failing=failing, told=told, doubt=doubt_of(switch.decision))
    for key in switch.tools:
        yield key, state


def _silent(answer: Answer, where: Condition, *, asked: bool) -> State:
    if asked and answer.failure == "raised":
        return State(failing=where, told=answer)
    return State(unknown=where, told=answer)
