"""Loads under other hash seeds, held against the first: what differs depends on the order of sets."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from inspector.model import Consumer, RootResult, Tool, Unstable

_MANY = 5
"""Names that a sentence lists."""


def differing(
    results: Iterable[RootResult], seeded: Mapping[int, Sequence[RootResult]]
) -> Iterator[Unstable]:
    """One for each consumer that some seed gives otherwise, with the first such seed."""
    seen: set[str] = set()
    first = {result.root: result for result in results}
    for seed, others in seeded.items():
        for other in others:
            known = first.get(other.root)
            for found in () if known is None else _between(known, other, seed):
                if found.ref not in seen:
                    seen.add(found.ref)
                    yield found


def _between(one: RootResult, other: RootResult, seed: int) -> Iterator[Unstable]:
    others = {consumer.id: consumer for consumer in other.consumers}
    for consumer in one.consumers:
        again = others.pop(consumer.id, None)
        if again is None:
            yield _unstable(consumer, seed, "it isn't there")
        elif difference := _difference(consumer, again):
            yield _unstable(consumer, seed, difference)
    for consumer in others.values():
        yield _unstable(consumer, seed, "it is there, and without that it isn't")


def _unstable(consumer: Consumer, seed: int, difference: str) -> Unstable:
    return Unstable(
        ref=consumer.id,
        difference=f"with hash seed {seed}, {difference}",
        path=consumer.path,
        line=consumer.line,
        what="Two loads",
    )


def _difference(one: Consumer, other: Consumer) -> str | None:
    """What a model, or a reader of the registry, would notice."""
    before, after = [_said(tool) for tool in one.tools], [_said(tool) for tool in other.tools]
    if before == after:
        return None
    if sorted(before, key=repr) == sorted(after, key=repr):
        return f"`{other.name}` has its tools in another order: {_named(other.tools)}"
    names, again = [tool.visible for tool in one.tools], [tool.visible for tool in other.tools]
    if gone := [name for name in names if name not in again]:
        return f"`{other.name}` lacks {_quoted(gone)}"
    if new := [name for name in again if name not in names]:
        return f"`{other.name}` has {_quoted(new)} as well"
    pairs = zip(sorted(before, key=repr), sorted(after, key=repr), strict=False)
    changed = dict.fromkeys(said[0] for said, now in pairs if said != now)
    return f"`{other.name}` has other code behind, or another state of, {_quoted(changed)}"


def _said(tool: Tool) -> tuple[str, str | None, bool | None]:
    return (tool.visible, tool.function, tool.enabled)


def _named(tools: Iterable[Tool]) -> str:
    return _quoted(tool.visible for tool in tools)


def _quoted(names: Iterable[str]) -> str:
    listed = [f"`{name}`" for name in names]
    more = f" and {len(listed) - _MANY} more" if len(listed) > _MANY else ""
    return f"{', '.join(listed[:_MANY])}{more}"
