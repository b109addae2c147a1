"""One registry over all scenarios: every consumer and tool of any of them, with where it is there."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from inspector.flags.builds import Build, builds
from inspector.flags.doubts import doubt_of
from inspector.flags.gathering import Gathered, reached
from inspector.flags.judging import always, within
from inspector.flags.tool_union import ToolUnion
from inspector.flags.unexplored import Unexplored
from inspector.model import ALWAYS, Consumer, LoadFailure, Registry, RootExploration, Space


def superposed(registry: Registry, exploration: Sequence[RootExploration], space: Space) -> Registry:
    """The registry of everywhere; `registry` is that of the scenario that is shown.

    What is shown keeps its ids and keys; what other scenarios have besides follows.
    """
    asked = bool(registry.context) and not registry.context_failed
    shown = {consumer.id: consumer for consumer in registry.consumers}
    unexplored = Unexplored(exploration)
    found = builds(registry.consumers, exploration, space, unexplored, asked=asked)
    ordered = [*shown, *(one for one in found if one not in shown)]
    return msgspec.structs.replace(
        registry,
        consumers=tuple(_consumer(shown.get(one), found[one], space, asked=asked) for one in ordered),
        failures=tuple(_failures(registry.failures, exploration, space, unexplored)),
        legal=space.legal,
        doubt=_doubt(exploration) or unexplored.anything,
    )


def _doubt(exploration: Sequence[RootExploration]) -> str:
    """Why builds or listings that nobody has seen may have more."""
    for root in exploration:
        decisions = [listing.decision for listing in root.listings]
        for factory in root.factories:
            decisions.append(factory.decision)
            decisions += [each.decision for surface in factory.outcomes for each in surface.listings]
        for decision in decisions:
            if why := doubt_of(decision):
                return why
    return ""


def _consumer(shown: Consumer | None, made: Sequence[Build], space: Space, *, asked: bool) -> Consumer:
    base = shown if shown is not None else made[0].consumer
    if shown is not None and len(made) == 1 and _is_plain(made[0]):
        return shown
    where = Gathered()
    union = ToolUnion(base.tools, space, asked=asked)
    for build in made:
        where.add(build.where, build.sampled)
        union.add(build)
    existing = within(space, where.condition)
    doubt = next((build.doubt for build in made if build.doubt), "")
    variants = _variants(made)
    return msgspec.structs.replace(
        base,
        tools=tuple(union.tools(existing)),
        presence=None if existing is ALWAYS else existing,
        doubt=doubt,
        variants=variants if len(variants) > 1 or any(form.doubt for form in variants) else (),
        boundaries=tuple(dict.fromkeys(edge for build in made for edge in build.consumer.boundaries)),
    )


def _is_plain(build: Build) -> bool:
    """Whether nothing depends on flags."""
    return (
        build.where is ALWAYS
        and not build.states
        and not build.doubt
        and len(build.forms) == 1
        and not build.forms[0][0].doubt
        and all(tool.predicate_location is None for tool in build.consumer.tools)
    )


def _variants(made: Iterable[Build]) -> tuple[Consumer, ...]:
    """Each distinct form once."""
    kept: list[tuple[Consumer, Gathered]] = []
    for build in made:
        for form, where in build.forms:
            plain = msgspec.structs.replace(form, presence=None, variants=())
            held = next((held for other, held in kept if other == plain), None)
            if held is None:
                held = Gathered()
                kept.append((plain, held))
            held.add(where, build.sampled)
    return tuple(msgspec.structs.replace(form, presence=held.condition) for form, held in kept)


def _failures(
    shown: Sequence[LoadFailure],
    exploration: Sequence[RootExploration],
    space: Space,
    unexplored: Unexplored,
) -> Iterator[LoadFailure]:
    """What fails in every scenario, then what factories raise in some."""
    failing: dict[LoadFailure, Gathered] = {}
    doubts: dict[LoadFailure, str] = {}
    refs: set[str] = set()
    for root in exploration:
        for factory in root.factories:
            refs.add(factory.ref)
            ways = reached(space, factory.decision, len(factory.outcomes))
            for surface, way in zip(factory.outcomes, ways, strict=True):
                if surface.failure is not None and way.where.possible:
                    failing.setdefault(surface.failure, Gathered()).add(way.where, way.sampled)
                    doubts[surface.failure] = doubt_of(factory.decision)
    for failure in shown:
        if failure.ref not in refs:
            yield msgspec.structs.replace(failure, doubt=unexplored.of_factory(failure.ref))
    for failure, gathered in failing.items():
        where = gathered.condition
        holds = None if always(space, where) else where
        yield msgspec.structs.replace(failure, holds=holds, doubt=doubts[failure])
