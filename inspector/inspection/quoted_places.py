"""Where the names and texts that agents carry are written down in source."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

import msgspec

from inspector.inspection.construction import Construction
from inspector.inspection.text_places import TextPlaces
from inspector.model import Consumer, Controls, ControlSet, Finding, Location, Prompt, Registry
from inspector.sources.python_text import Sources


def located(sets: Iterable[ControlSet], registry: Registry, sources: Sources) -> Iterator[ControlSet]:
    """Sets found on agents, their names placed at the constants that hold them, else at the agent."""
    consumers = {one.id: one for one in registry.consumers}
    for controls in sets:
        consumer = consumers.get(controls.consumer or "")
        yield controls if consumer is None else _located(controls, consumer, sources)


def _located(controls: ControlSet, consumer: Consumer, sources: Sources) -> ControlSet:
    if consumer.path is None:
        return controls
    construction = Construction(consumer.path, consumer.line, sources)
    entries = tuple(
        msgspec.structs.replace(entry, location=construction.constant(entry.name))
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
    """Findings about texts that agents carry, moved from the agent to the line of the text.

    What is said of an agent's instructions and of a declared file that they come from is said once.
    """
    texts = TextPlaces(controls, registry, sources)
    carried: dict[str | None, list[Prompt]] = defaultdict(list)
    for prompt in controls.prompts:
        if not prompt.lines_count:
            carried[prompt.consumer].append(prompt)
    moved = [_moved(one, carried[one.consumer], texts) if one.code == "TI205" else one for one in findings]
    own = {(one.names, one.locations[:1]) for one in moved if one.code == "TI205" and one.consumer}
    kept: dict[tuple[object, ...], Finding] = {}
    for number, finding in enumerate(moved):
        place = (finding.names, finding.locations[:1])
        if finding.code != "TI205":
            kept[(number,)] = finding
        elif finding.consumer is not None or place not in own:
            kept.setdefault((finding.consumer, *place), finding)
    return tuple(kept.values())


def _moved(finding: Finding, prompts: Iterable[Prompt], texts: TextPlaces) -> Finding:
    name, first = finding.names[0], finding.locations[:1]
    for prompt in prompts:
        if first == _place(prompt):
            place = texts.place(name, prompt)
            if place is not None:
                return msgspec.structs.replace(finding, locations=(place, *finding.locations[1:]))
    return finding


def _place(prompt: Prompt) -> tuple[Location, ...]:
    return () if prompt.location is None else (prompt.location,)
