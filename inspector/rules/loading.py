"""TI701, TI702: what kept modules, factories and agents of a project from being shown."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from inspector.controls.presence import any_of
from inspector.model import ALWAYS, Finding, LoadFailure, Location, NotInspected, Registry
from inspector.rules.findings import about_project, held
from inspector.rules.owners import join, quoted

_UNREAD_SET = "What it holds, as the config names it, was held against no tool."
_HOW = {
    "raised": "raised",
    "exited": "ended the process",
    "hung": "did not finish within the time limit",
    "crashed": "crashed the interpreter",
    "syntax": "isn't valid Python",
}
_PLACE = re.compile(r" \([^()]+, line \d+\)$")
"""What Python adds to a SyntaxError that comes from an import."""
_ENDED = "the process ended"
"""How the probe begins what it says of a process that left by itself."""
_KEY_ERROR = re.compile(r"KeyError: '(?P<name>[A-Za-z_][A-Za-z0-9_]*)'$")
_ENVIRONMENT = re.compile(r"\benviron\b|<frozen os>|[/\\]os\.py\"")
"""In a traceback that ends in `os.environ`."""
_MANY = 3
"""Modules that a message names one by one."""


def check_registry(registry: Registry) -> Iterator[Finding]:
    """One finding per cause of failures, and per part that was not inspected."""
    yield from _failures(registry)
    shown = {consumer.id for consumer in registry.consumers}
    for part in registry.not_inspected:
        yield _not_inspected(part, part.ref in shown)


def _failures(registry: Registry) -> Iterator[Finding]:
    missing: dict[str, list[LoadFailure]] = defaultdict(list)
    causes: dict[tuple[str, ...], list[LoadFailure]] = defaultdict(list)
    unreached: list[LoadFailure] = []
    for failure in registry.failures:
        if failure.kind == "missing_package" and failure.missing:
            missing[failure.missing].append(failure)
        elif failure.kind == "not_reached":
            unreached.append(failure)
        else:
            causes[_cause(failure)].append(failure)
    for failures in causes.values():
        yield _where(failures, _load_failed(failures, registry))
    for package, failures in missing.items():
        yield _where(failures, _missing_package(package, failures, registry))
    if unreached:
        yield _where(unreached, _never_reached(unreached, registry))


def _where(failures: Sequence[LoadFailure], finding: Finding) -> Finding:
    holds = any_of(ALWAYS if failure.holds is None else failure.holds for failure in failures)
    return held(finding, holds, doubt=next((one.doubt for one in failures if one.doubt), ""))


def _cause(failure: LoadFailure) -> tuple[str, ...]:
    """Equal for failures of several modules exactly when one line of the project is behind them all."""
    if failure.location is None or failure.line is None:
        return (failure.ref, failure.kind, failure.error)
    return (str(failure.location), failure.kind, _error(failure))


def _error(failure: LoadFailure) -> str:
    return _PLACE.sub("", failure.error) if failure.kind == "syntax" else failure.error


def _not_inspected(part: NotInspected, shown: bool) -> Finding:
    """`shown`: it is a consumer of which only some tools are missing."""
    what = f"Tools of `{part.ref}` are missing" if shown else f"`{part.ref}` was not inspected"
    return about_project(
        "TI702",
        names=(part.ref,),
        message=f"{what}: {part.reason}.",
        fix=_inspectable(part, shown),
        locations=[] if part.path is None else [Location(part.path, part.line)],
        severity=part.severity,
    )


def _inspectable(part: NotInspected, shown: bool) -> str:
    if part.config:
        return f"Add to pyproject.toml:\n{part.config.strip()}"
    if part.advice:
        return part.advice
    if shown:
        return "Take its list here for incomplete."
    return "Review it by hand: what it builds or lists is missing here."


def _missing_package(package: str, failures: Sequence[LoadFailure], registry: Registry) -> Finding:
    """One finding for all that need the package."""
    need = "needs" if len(_refs(failures)) == 1 else "need"
    return about_project(
        "TI701",
        names=(package,),
        message=(
            f"{_named(failures)} {need} the package `{package}`, which isn't installed."
            f"{_shown(failures, registry)}"
        ),
        fix=(
            f"Install `{package}` into the interpreter that is used, or name the project's own with "
            "`--python path/to/python`."
        ),
        locations=[failure.location for failure in failures],
    )


def _load_failed(failures: Sequence[LoadFailure], registry: Registry) -> Finding:
    """One finding for all that fail at one line; for most, that is one module."""
    first = failures[0]
    refs = _refs(failures)
    is_set = set(refs) <= {one.reference for one in registry.references}
    error = _error(first).rstrip(".")
    if len(refs) == 1:
        what = f"`{first.ref}` {_what_happened(first, error)}."
    else:
        what = f"{_named(failures)} could not be loaded: {first.location} {_what_happened(first, error)}."
    return about_project(
        "TI701",
        names=refs,
        message=f"{what} {_UNREAD_SET if is_set else _shown(failures, registry).strip()}",
        fix=_repair_set(first) if is_set else _repair(first),
        locations=[first.location],
    )


def _what_happened(failure: LoadFailure, error: str) -> str:
    how = _HOW.get(failure.kind, "could not be loaded")
    if error.startswith(_ENDED):
        return f"{how}{error.removeprefix(_ENDED)}"
    return f"{how}: {error}"


def _never_reached(failures: Sequence[LoadFailure], registry: Registry) -> Finding:
    was, them = ("was", "it") if len(_refs(failures)) == 1 else ("were", "them")
    before = [failure for failure in registry.failures if failure.kind in ("hung", "crashed")]
    those = f": {_named(before)}" if before else ""
    return about_project(
        "TI702",
        names=_refs(failures),
        message=(
            f"{_named(failures)} {was} not loaded: modules before {them} in the import root used up the "
            "time limit. Agents that would have been built are missing here."
        ),
        fix=f"Repair the modules that came before{those}, or raise `--timeout SECONDS`.",
    )


def _refs(failures: Sequence[LoadFailure]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(failure.ref for failure in failures))


def _named(failures: Sequence[LoadFailure]) -> str:
    """The first few modules in a sentence, and how many more there are."""
    refs = _refs(failures)
    more = [f"{len(refs) - _MANY} more"] if len(refs) > _MANY else []
    return join([*(f"`{ref}`" for ref in refs[:_MANY]), *more])


def _shown(failures: Sequence[LoadFailure], registry: Registry) -> str:
    """What was built before the failures, in a sentence."""
    shown = [
        one
        for one in registry.consumers
        if one.partial
        and any(
            one.id == failure.ref or one.id.startswith((f"{failure.ref}:", f"{failure.ref}>"))
            for failure in failures
        )
    ]
    if shown:
        return f" What was built until then is shown: {quoted(one.name for one in shown)}."
    return " Agents that would have been built are missing here."


def _repair_set(failure: LoadFailure) -> str:
    where = f" at {failure.location}" if failure.location is not None else ""
    return f"Repair it{where}, or take it out of the config."


def _repair(failure: LoadFailure) -> str:
    if failure.kind == "hung":
        return (
            'Move what waits behind `if __name__ == "__main__":`, or give it more time with '
            "`--timeout SECONDS`."
        )
    if failure.kind == "exited":
        return 'Move the exit behind `if __name__ == "__main__":`.'
    where = f" at {failure.location}" if failure.location is not None else ""
    if "--network" in failure.error:
        return f"Pass `--network`, or open the connection{where} when an agent runs rather than on import."
    if variable := _unset_variable(failure):
        return (
            f'Set it for the inspection, `env = {{{variable} = "…"}}` or `env-file = "path"` in '
            "`[tool.toolinspect]`, or pass `--stub-missing`."
        )
    return f"Repair it{where}, or list what to inspect under `agents` in `[tool.toolinspect]`."


def _unset_variable(failure: LoadFailure) -> str | None:
    """The environment variable whose absence raised the KeyError."""
    named = _KEY_ERROR.match(failure.error)
    return named["name"] if named and _ENVIRONMENT.search(failure.traceback) else None
