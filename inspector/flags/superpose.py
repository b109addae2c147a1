"""One registry over all scenarios: every consumer and tool of any of them, with where it is there."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from inspector.flags.builds import Build, builds
from inspector.flags.decided import conditions
from inspector.flags.doubts import doubt_of
from inspector.flags.judging import always, within
from inspector.flags.tool_union import ToolUnion
from inspector.model import ALWAYS, NEVER, Condition, Consumer, LoadFailure, Registry, RootExploration, Space


def superposed(registry: Registry, exploration: Sequence[RootExploration], space: Space) -> Registry:
    """The registry of everywhere; `registry` is that of the scenario that is shown.

    What is shown keeps its ids and keys; what other scenarios have besides follows.
    """
    asked = bool(registry.context) and not registry.context_failed
    shown = {consumer.id: consumer for consumer in registry.consumers}
    found = builds(registry.consumers, exploration, space, asked=asked)
    ordered = [*shown, *(one for one in found if one not in shown)]
    return msgspec.structs.replace(
        registry,
        consumers=tuple(_consumer(shown.get(one), found[one], space, asked=asked) for one in ordered),
        failures=tuple(_failures(registry.failures, exploration, space)),
        legal=space.legal,
    )


def _consumer(shown: Consumer | None, made: Sequence[Build], space: Space, *, asked: bool) -> Consumer:
    base = shown if shown is not None else made[0].consumer
    if shown is not None and len(made) == 1 and _is_plain(made[0]):
        return shown
    existing = NEVER
    union = ToolUnion(base.tools, space, asked=asked)
    for build in made:
        existing = existing | build.where
        union.add(build)
    existing = within(space, existing)
    doubt = next((build.doubt for build in made if build.doubt), "")
    variants = _variants(form for build in made for form in build.forms)
    return msgspec.structs.replace(
        base,
        tools=tuple(union.tools(existing)),
        presence=None if existing is ALWAYS else existing,
        doubt=doubt,
        variants=variants if len(variants) > 1 else (),
        boundaries=tuple(dict.fromkeys(edge for build in made for edge in build.consumer.boundaries)),
    )


def _is_plain(build: Build) -> bool:
    """Whether nothing depends on flags."""
    return (
        build.where is ALWAYS
        and not build.states
        and not build.doubt
        and len(build.forms) == 1
        and all(tool.predicate_location is None for tool in build.consumer.tools)
    )


def _variants(forms: Iterable[tuple[Consumer, Condition]]) -> tuple[Consumer, ...]:
    """Each distinct one once."""
    kept: list[tuple[Consumer, Condition]] = []
    for form, where in forms:
        plain = msgspec.structs.replace(form, presence=None, variants=())
        for index, (other, before) in enumerate(kept):
            if other == plain:
                kept[index] = (other, before | where)
                break
        else:
            kept.append((plain, where))
    return tuple(msgspec.structs.replace(form, presence=where) for form, where in kept)


def _failures(
    shown: Sequence[LoadFailure], exploration: Sequence[RootExploration], space: Space
) -> Iterator[LoadFailure]:
    """What fails in every scenario, then what factories raise in some."""
    failing: dict[LoadFailure, Condition] = {}
    doubts: dict[LoadFailure, str] = {}
    refs: set[str] = set()
    for root in exploration:
        for factory in root.factories:
            refs.add(factory.ref)
            wheres = conditions(space, factory.decision, len(factory.outcomes))
            for surface, where in zip(factory.outcomes, wheres, strict=True):
                if surface.failure is not None and where.possible:
                    failing[surface.failure] = failing.get(surface.failure, NEVER) | where
                    doubts[surface.failure] = doubt_of(factory.decision)
    yield from (failure for failure in shown if failure.ref not in refs)
    for failure, where in failing.items():
        holds = None if always(space, where) else where
        yield msgspec.structs.replace(failure, holds=holds, doubt=doubts[failure])
