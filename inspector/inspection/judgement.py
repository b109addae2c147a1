"""A registry held against everything that quotes its names."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from inspector.config import ConfigError
from inspector.config.schema import Risk, Sets
from inspector.controls import called, contradictions, suggest
from inspector.flags.superpose import superposed
from inspector.inspection import suppression
from inspector.inspection.conditions import told
from inspector.inspection.control_sets import ControlSets, read_controls
from inspector.inspection.errors import TargetError
from inspector.inspection.holding import Held, collector_paused, hold
from inspector.inspection.options import Settings
from inspector.inspection.quoted_places import at_their_texts
from inspector.inspection.result import Everywhere, Inspection
from inspector.inspection.scenarios import shown_in
from inspector.model import Controls, Registry, RootExploration, Suggestion
from inspector.sources.collections import Candidates
from inspector.sources.project_modules import project_modules
from inspector.sources.project_text import ProjectText
from inspector.sources.python_text import Sources


def judged(
    registry: Registry,
    settings: Settings,
    text: ProjectText,
    log: Sequence[str],
    exploration: Sequence[RootExploration] = (),
) -> Inspection:
    """Everything that can be said of a load, and of what exploring has shown after it.

    Raises ConfigError for sets that the config names in vain, unless the request is to keep going.
    """
    with collector_paused():
        return _judged(registry, settings, text, log, exploration)


def _judged(
    registry: Registry,
    settings: Settings,
    text: ProjectText,
    log: Sequence[str],
    exploration: Sequence[RootExploration],
) -> Inspection:
    config, sources, space = settings.config, text.sources, settings.space
    explored = superposed(registry, exploration, space) if space is not None and exploration else None
    everywhere = registry if explored is None else explored
    read, error = _read(settings, everywhere, sources, exploration)
    controls = read.controls
    held = hold(_with_failures(everywhere, read), controls)
    found = told(at_their_texts(held.findings, controls, held.registry, sources), space)
    sifted = suppression.sift(found, config, sources)
    inspection = Inspection(
        registry=held.registry,
        findings=sifted.kept,
        suppressed=sifted.suppressed,
        controls=controls,
        join=held.join,
        suggestions=_suggestions(held, controls, settings, text.candidates),
        log=tuple(log),
        notices=(*sifted.complaints, *_in_vain(read, held, settings)),
        error=error,
        space=space,
        scenario=settings.scenario,
        exploration=tuple(exploration),
    )
    if space is None or explored is None:
        return inspection
    whole = Everywhere(loaded=registry, registry=held.registry, controls=controls)
    return shown_in(inspection, whole, registry, space, settings.scenario)


def _with_failures(registry: Registry, read: ControlSets) -> Registry:
    return msgspec.structs.replace(registry, failures=(*registry.failures, *read.failures))


def _in_vain(read: ControlSets, held: Held, settings: Settings) -> Iterator[str]:
    """What the config asks for without effect, in sentences; of a part of the project little can be told."""
    sentences = list(read.unread)
    if not held.registry.part:
        sentences += suppression.unmatched(held.registry, settings.config)
        sentences += contradictions(held.registry, read.controls, held.names)
    for sentence in sentences:
        yield f"{settings.config_name}: {sentence}"


def _read(
    settings: Settings, registry: Registry, sources: Sources, exploration: Sequence[RootExploration]
) -> tuple[ControlSets, str]:
    """All sets; or those of the agents alone, and what is wrong with the declared ones."""
    try:
        read = read_controls(settings, registry, sources, exploration)
        if registry.consumers and not registry.part:
            _check_bound(read, registry, settings)
    except (ConfigError, TargetError) as error:
        if not settings.options.keep_going:
            raise
        return read_controls(_undeclared(settings), registry, sources), str(error)
    return read, ""


def _undeclared(settings: Settings) -> Settings:
    """As if the config said nothing of names, nor of the risk that only its sets would answer."""
    config = msgspec.structs.replace(
        settings.config, sets=Sets(), sets_of={}, overrides={}, ids={}, risk=Risk()
    )
    return msgspec.structs.replace(settings, config=config)


def _check_bound(read: ControlSets, registry: Registry, settings: Settings) -> None:
    """A key of `sets-of` that is nobody's name would leave its sets unread, without a word."""
    for key in read.unmatched:
        if registry.failures or read.failures or registry.seen or registry.not_inspected:
            # It may be an agent that isn't shown.
            continue
        raise _nobody(key, registry, settings)


def _nobody(key: str, registry: Registry, settings: Settings) -> ConfigError | TargetError:
    hint = suppression.nearest_consumer(key, registry)
    return settings.refused_at(("sets-of", key), f"no consumer is called `{key}`{hint}")


def _suggestions(
    held: Held, controls: Controls, settings: Settings, candidates: Candidates
) -> tuple[Suggestion, ...]:
    """None once the config declares sets: then the user has decided what they are."""
    config, registry = settings.config, held.registry
    if config.sets != Sets() or config.sets_of or not registry.consumers:
        return ()
    root = Path(registry.root)
    modules = (path.relative_to(root).as_posix() for path in project_modules(root))
    found = candidates.find([*registry.sources, *modules], mentioning=called(registry))
    listed = {entry.location for one in controls.sets for entry in one.entries if entry.location}
    return suggest(registry, found, listed=listed, names=held.names)
