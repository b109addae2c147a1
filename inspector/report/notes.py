"""What a load left out, stopped, or made up: shown below the tables, so that nothing is dropped silently."""

from collections.abc import Iterator, Sequence

from inspector.model import Registry
from inspector.report.columns import wrap
from inspector.report.style import Style
from inspector.rules.junk import described


def render(registry: Registry, style: Style) -> Iterator[str]:
    """Lines without line ends; nothing when there is nothing to say."""
    yield from _section("Failed to load", [f"{one.ref}: {one.error}" for one in registry.failures], style)
    yield from _section("Not shown", _not_shown(registry), style)
    yield from _section("Unknown", _unknown(registry), style)
    yield from _section("Not usable by the SDK", _junk(registry), style)
    yield from _section(
        "Not reproducible", [f"{one.ref}: {one.difference}" for one in registry.unstable], style
    )
    yield from _section("Stopped before a run", _stopped(registry), style)
    yield from _section(
        "Filled in",
        [f"{one.ref}: {one.parameter} = {one.value} ({one.why})" for one in registry.filled],
        style,
    )


def _not_shown(registry: Registry) -> list[str]:
    entries = [f"{part.ref}: {part.reason}" for part in registry.not_inspected]
    return entries + [
        f"{seen.path}:{seen.line} {seen.name or 'an agent'}: {seen.reason}" for seen in registry.seen
    ]


def _unknown(registry: Registry) -> list[str]:
    """Tools whose predicates a run context would decide."""
    if registry.context:
        return []
    count = sum(
        tool.enabled is None and tool.predicate_failure == "raised"
        for consumer in registry.consumers
        for tool in consumer.tools
    )
    if not count:
        return []
    them = (
        "1 tool is unknown: its predicate reads"
        if count == 1
        else f"{count} tools are unknown: their predicates read"
    )
    return [f'{them} a run context; name one with `context = "pkg.mod:make"` in `[tool.toolinspect]`']


def _junk(registry: Registry) -> list[str]:
    return [
        described(junk, consumer, registry.info) for consumer in registry.consumers for junk in consumer.junk
    ]


def _stopped(registry: Registry) -> list[str]:
    return [
        f"{one.agent}" + (f" at {one.path}:{one.line}" if one.path is not None else "")
        for one in registry.would_run
    ]


def _section(title: str, entries: Sequence[str], style: Style) -> Iterator[str]:
    if not entries:
        return
    yield style.paint(title, "bold")
    for entry in entries:
        yield from wrap(entry, style.width, indent="  ")
    yield ""
