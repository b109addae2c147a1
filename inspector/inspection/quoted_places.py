"""Where the names and texts that agents carry are written down in source."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

import msgspec

from inspector.controls.presence import any_of, doubt, existing
from inspector.inspection.construction import Constructions
from inspector.inspection.imported_files import imported_files
from inspector.inspection.text_places import TextPlaces
from inspector.model import Consumer, Controls, ControlSet, Finding, Location, Prompt, Registry
from inspector.rules.findings import together
from inspector.sources.python_text import Sources


def located(
    sets: Iterable[ControlSet], registry: Registry, sources: Sources, run_config: str = ""
) -> Iterator[ControlSet]:
    """Sets found on agents, their names placed at the constants that hold them, else at the agent.

    What the RunConfig of the reference `run_config` forces is placed likewise, else where that is defined.
    """
    consumers = {one.id: one for one in registry.consumers}
    constructions = Constructions(sources)
    for controls in sets:
        consumer = consumers.get(controls.consumer or "")
        if consumer is not None:
            yield _located(controls, consumer, constructions)
        elif controls.kind == "tool_choice":
            yield _in_run_config(controls, run_config, registry, sources)
        else:
            yield controls


def _located(controls: ControlSet, consumer: Consumer, constructions: Constructions) -> ControlSet:
    path = consumer.path
    if path is None:
        return controls
    entries = tuple(
        msgspec.structs.replace(
            entry, location=constructions.constant(path, consumer.line, _as_written(controls, entry.name))
        )
        if entry.location is None
        else entry
        for entry in controls.entries
    )
    return msgspec.structs.replace(controls, entries=entries, location=controls.location or consumer.location)


def _in_run_config(controls: ControlSet, run_config: str, registry: Registry, sources: Sources) -> ControlSet:
    module, _, attribute = run_config.partition(":")
    for path in imported_files(module, registry.sources):
        places = sources.assigned(path, attribute)
        if places.location is not None:
            entries = tuple(
                msgspec.structs.replace(entry, location=places.names.get(_as_written(controls, entry.name)))
                for entry in controls.entries
            )
            return msgspec.structs.replace(controls, entries=entries, location=places.location)
    return controls


def _as_written(controls: ControlSet, name: str) -> str:
    """Of a choice among a hosted server's tools what the code has: the tool's name or the label."""
    if controls.kind != "tool_choice" or controls.server is None:
        return name
    raw = name.removeprefix(f"{controls.server}/")
    return controls.server if raw == "*" else raw


def prompts_of(consumer: Consumer) -> Iterator[Prompt]:
    """The instructions of a consumer, each text with its scenarios; none that could not be had."""
    texts: dict[Prompt, list[Consumer]] = {}
    for form in consumer.forms:
        if form.instructions:
            prompt = Prompt(
                source=f"instructions of `{form.name}`",
                text=form.instructions,
                consumer=consumer.id,
                location=form.instructions_location or form.location,
            )
            texts.setdefault(prompt, []).append(form)
    for prompt, forms in texts.items():
        always = len(forms) == len(consumer.forms)
        holds = None if always else any_of(map(existing, forms))
        yield msgspec.structs.replace(prompt, holds=holds, doubt=doubt(*forms))


def at_their_texts(
    findings: Iterable[Finding], controls: Controls, registry: Registry, sources: Sources
) -> tuple[Finding, ...]:
    """Findings about texts that agents carry, moved from the agent to the line of the text.

    What is said of an agent's instructions and of a declared file that they come from is said once.
    """
    findings = tuple(findings)
    names = (one.names[0] for one in findings if one.code == "TI205")
    texts = TextPlaces(names, controls, registry, sources)
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
            known = kept.get((finding.consumer, *place))
            kept[finding.consumer, *place] = finding if known is None else together(known, finding)
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
