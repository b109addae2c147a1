"""Where the names and texts that agents carry are written down in source."""

from collections.abc import Iterable, Iterator

import msgspec

from inspector.model import Consumer, Controls, ControlSet, Finding, Location, Prompt, Registry
from inspector.sources.python_text import Sources
from inspector.sources.walk import files_below

_LEAST_LIKE = 80.0
"""Percent of a prompt's line that a line of source has to share with it."""
_TEXTS = frozenset({".md", ".txt", ".j2", ".jinja", ".jinja2", ".prompt", ".yaml", ".yml", ".toml", ".json"})
"""Suffixes of files that instructions may come from."""


def located(controls: ControlSet, registry: Registry, sources: Sources) -> ControlSet:
    """A set found on an agent, its names placed at the constants that hold them, else at the agent."""
    consumer = next((one for one in registry.consumers if one.id == controls.consumer), None)
    if consumer is None or consumer.path is None:
        return controls
    path, line = consumer.path, consumer.line
    entries = tuple(
        msgspec.structs.replace(entry, location=sources.constant(path, entry.name, near=line))
        if entry.location is None
        else entry
        for entry in controls.entries
    )
    return msgspec.structs.replace(controls, entries=entries, location=controls.location or consumer.location)


def prompt_of(consumer: Consumer) -> Prompt | None:
    """The instructions of a consumer; None where it has none that could be had."""
    if not consumer.instructions:
        return None
    return Prompt(
        source=f"instructions of `{consumer.name}`",
        text=consumer.instructions,
        consumer=consumer.id,
        location=consumer.instructions_location or consumer.location,
    )


def placed(
    findings: Iterable[Finding], controls: Controls, registry: Registry, sources: Sources
) -> tuple[Finding, ...]:
    """Findings about instructions, moved from the agent to the line of the text; each place once."""
    own = {one.consumer: one for one in controls.prompts if one.consumer and not one.lines_count}
    paths = {one.id: one.path for one in registry.consumers}
    moved: dict[tuple[object, ...], Finding] = {}
    for number, finding in enumerate(findings):
        if finding.code != "TI205":
            moved[(number,)] = finding
            continue
        prompt = own.get(finding.consumer or "")
        placed_at = finding
        if prompt is not None and finding.locations[:1] == (prompt.location,):
            files = _files(paths.get(finding.consumer or ""), controls, registry, sources)
            place = _line_of(finding.names[0], prompt.text, files, sources) or finding.locations[0]
            placed_at = msgspec.structs.replace(finding, locations=(place, *finding.locations[1:]))
        key = (placed_at.names, placed_at.locations[:1])
        if key not in moved or moved[key].consumer is None:
            # An agent's instructions are often a prompt file that the config declares as well.
            moved[key] = placed_at
    return tuple(moved.values())


def _files(first: str | None, controls: Controls, registry: Registry, sources: Sources) -> Iterator[str]:
    """Where the text may stand, the likeliest first."""
    listed = [] if first is None else [first]
    listed += [one.source for one in controls.prompts if one.lines_count]
    listed += [path for path in registry.sources if path.endswith(".py")]
    yield from dict.fromkeys(listed)
    for path in files_below(sources.root):
        if path.suffix.lower() in _TEXTS:
            yield sources.shown(path)


def _line_of(name: str, text: str, paths: Iterable[str], sources: Sources) -> Location | None:
    """The line that has the name in the words around it: the best of the first file that has one."""
    from rapidfuzz import fuzz

    quoted = next((line.strip() for line in text.splitlines() if name in line), "")
    for path in paths:
        best, found = _LEAST_LIKE, None
        for number, line in enumerate(sources.lines(path), start=1):
            if name not in line:
                continue
            likeness = fuzz.partial_ratio(line.strip().strip("\"'(), "), quoted)
            if likeness > best:
                best, found = likeness, Location(path, number)
        if found is not None:
            return found
    return None
