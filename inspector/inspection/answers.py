"""The messages of one load, made into an Inspection or into the reason why there is none."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NoReturn

import msgspec

from inspector.inspection.errors import LoadAbandoned, TargetError, WorkerError
from inspector.inspection.exploration_parts import added_up
from inspector.inspection.judgement import judged
from inspector.inspection.merge import aligned, asked_first, merge
from inspector.inspection.nearest import nearest_reference
from inspector.inspection.options import Settings
from inspector.inspection.result import Inspection
from inspector.inspection.seeds import differing
from inspector.model import Registry, RootExploration, RootResult, SdkInfo
from inspector.sources.project_text import ProjectText
from inspector.wire.messages import Done, Explored, Fatal, Log, Message, Ready, RootDone, Scanned

Listener = Callable[[Message], None]


class _Answers(msgspec.Struct):
    """What has come of one load."""

    results: list[RootResult] = msgspec.field(default_factory=list)
    seeded: dict[int, list[RootResult]] = msgspec.field(default_factory=dict)
    """Answers of loads under other hash seeds, by seed."""
    parts: list[RootExploration] = msgspec.field(default_factory=list)
    log: list[str] = msgspec.field(default_factory=list)


def collect(
    messages: Iterable[Message],
    settings: Settings,
    text: ProjectText,
    on_message: Listener | None = None,
    *,
    whole: bool = True,
) -> Inspection:
    """Everything up to Done, `whole` unless more is to come.

    Raises LoadAbandoned when Done never comes, and what `Inspector.load` says.
    """
    info: SdkInfo | None = None
    answers = _Answers()
    for message in messages:
        if on_message is not None:
            on_message(message)
        match message:
            case Ready():
                info = _info(message)
            case Scanned() if message.missing:
                _refuse(message.missing, settings)
            case Scanned() if message.uncaptured:
                _refuse_capture(message.uncaptured)
            case Log():
                answers.log.append(message.text)
            case RootDone(seed=None):
                answers.results.append(message.result)
            case RootDone(seed=int() as seed):
                answers.seeded.setdefault(seed, []).append(message.result)
            case Explored():
                answers.parts.append(message.part)
            case Fatal():
                raise WorkerError(message.message)
            case Done() if info is not None:
                return _inspection(info, answers, settings, text, whole=whole)
            case _:
                continue
    raise LoadAbandoned


def _inspection(
    info: SdkInfo,
    answers: _Answers,
    settings: Settings,
    text: ProjectText,
    *,
    whole: bool,
) -> Inspection:
    for key, problem in _unresolved(answers.results):
        _refuse_reference(key, problem, settings)
    config = settings.config
    registry = merge(settings.target.project, info, answers.results, context=config.context)
    if settings.target.part:
        registry = asked_first(registry, settings.target.part)
    part = settings.target.part if whole else "what has been loaded"
    exploration = aligned(answers.results, added_up(answers.parts)) if whole else ()
    registry = _with_notes(msgspec.structs.replace(registry, part=part), answers, exploration)
    return judged(registry, settings, text, answers.log, exploration)


def _with_notes(registry: Registry, answers: _Answers, exploration: Sequence[RootExploration]) -> Registry:
    """With what exploring, and loading under other hash seeds, has to say of the project."""
    notes = (note for one in exploration for note in one.not_inspected)
    unstable = (found for one in exploration for found in one.unstable)
    seeds = differing(answers.results, answers.seeded)
    return msgspec.structs.replace(
        registry,
        not_inspected=tuple(dict.fromkeys((*registry.not_inspected, *notes))),
        unstable=tuple(dict.fromkeys((*registry.unstable, *unstable, *seeds))),
    )


def _unresolved(results: Sequence[RootResult]) -> Iterator[tuple[str, str]]:
    """Configured references that mean nothing; any but an agent's may do so in some roots alone."""
    read = [result for result in results if result.consumers or result.unresolved]
    for result in read:
        for key, problem in result.unresolved:
            if key == "agents" or all(key in dict(other.unresolved) for other in read):
                yield key, problem


def _refuse(missing: Sequence[str], settings: Settings) -> NoReturn:
    """Raise for references of the user's that name no file."""
    wanted = ", ".join(f"`{name}`" for name in missing)
    nearest = nearest_reference(missing[0], settings.bases)
    if settings.target.part or settings.config_path is None:
        hint = f"Did you mean `{nearest}`?" if nearest else "Check the path"
        raise TargetError(f"{wanted} names nothing in {settings.target.project}", do=hint)
    raise settings.refused("agents", f"{wanted} names no file of the project{_hint(nearest)}")


def _refuse_reference(key: str, problem: str, settings: Settings) -> NoReturn:
    """Raise for one that the project, once imported, has no object for."""
    named = {"context": (settings.config.context,), "run-config": (settings.config.run_config,)}
    agents = (settings.target.part,) if settings.target.part else settings.config.agents
    reference = next((one for one in named.get(key, agents) if f"`{one}`" in problem), "")
    nearest = nearest_reference(reference, settings.bases) if reference else None
    if key == "agents" and settings.target.part:
        raise TargetError(problem, do=f"Did you mean `{nearest}`?" if nearest else "")
    raise settings.refused(key, f"{problem}{_hint(nearest)}")


def _hint(nearest: str | None) -> str:
    return f"; did you mean `{nearest}`?" if nearest else ""


def _refuse_capture(uncaptured: dict[str, tuple[str, ...]]) -> NoReturn:
    """Raise TargetError for the first reference that names no function."""
    reference, nearest = next(iter(uncaptured.items()))
    choices = " or ".join(f"`{name}`" for name in nearest)
    raise TargetError(
        f"`{reference}` names no function of the project",
        where="--capture",
        do=f"Did you mean {choices}?" if choices else "Write `module:function` or `path/to/file.py:function`",
    )


def _info(ready: Ready) -> SdkInfo:
    return SdkInfo(
        sdk=ready.sdk,
        python=ready.python,
        executable=ready.executable,
        collision_policy="warn" if ready.strict_available else "none",
        strict_available=ready.strict_available,
    )
