"""What a load left out, stopped, or made up: shown below the tables, so that nothing is dropped silently."""

from collections.abc import Iterator, Sequence

from inspector.model import Registry
from inspector.report.columns import wrap
from inspector.report.style import Style


def render(registry: Registry, style: Style) -> Iterator[str]:
    """Lines without line ends; nothing when there is nothing to say."""
    yield from _section("Failed to load", [f"{one.ref}: {one.error}" for one in registry.failures], style)
    yield from _section("Not shown", _not_shown(registry), style)
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
