"""TI701, TI702, TI703: what kept parts of a project from being shown, or from being shown reliably."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from inspector.model import Consumer, Finding, LoadFailure, Location, NotInspected, Registry
from inspector.rules.findings import about_project, about_tools
from inspector.rules.owners import join, quoted

_HOW = {
    "raised": "raised",
    "exited": "ended the process",
    "hung": "did not finish within the time limit",
    "crashed": "crashed the interpreter",
    "syntax": "isn't valid Python",
}

_MANY = 3
"""Modules that a message names one by one."""


def check_registry(registry: Registry) -> Iterator[Finding]:
    """One finding per failure, per part that was not inspected, and per factory that differed."""
    missing: dict[str, list[LoadFailure]] = defaultdict(list)
    for failure in registry.failures:
        if failure.kind == "missing_package" and failure.missing:
            missing[failure.missing].append(failure)
        # A run that was started at import time is stopped on purpose: its agent is shown.
        elif failure.kind != "stopped":
            yield _load_failed(failure, registry)
    for package, failures in missing.items():
        yield _missing_package(package, failures, registry)
    shown = {consumer.id for consumer in registry.consumers}
    for part in registry.not_inspected:
        yield _not_inspected(part, part.ref in shown)
    if registry.context:
        for consumer in registry.consumers:
            yield from _failed_predicates(consumer, registry.context)
    for factory in registry.unstable:
        yield about_project(
            "TI703",
            names=(factory.ref,),
            message=f"Two builds of `{factory.ref}` differ: {factory.difference}.",
            fix=(
                "Build from ordered collections, and keep clocks, random numbers and shared state out of "
                "the factory."
            ),
            locations=[] if factory.path is None else [Location(factory.path, factory.line)],
        )


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


def _missing_package(package: str, failures: Sequence[LoadFailure], registry: Registry) -> Finding:
    """One finding for all that need the package."""
    refs = list(dict.fromkeys(failure.ref for failure in failures))
    more = [f"{len(refs) - _MANY} more"] if len(refs) > _MANY else []
    named = join([*(f"`{ref}`" for ref in refs[:_MANY]), *more])
    need = "needs" if len(refs) == 1 else "need"
    return about_project(
        "TI701",
        names=(package,),
        message=f"{named} {need} the package `{package}`, which isn't installed.{_shown(failures, registry)}",
        fix=(
            f"Install `{package}` into the interpreter that is used, or name the project's own with "
            "`--python path/to/python`."
        ),
        locations=[place for failure in failures if (place := failure.location) is not None],
    )


def _load_failed(failure: LoadFailure, registry: Registry) -> Finding:
    how = _HOW.get(failure.kind, "could not be loaded")
    return about_project(
        "TI701",
        names=(failure.ref,),
        message=f"`{failure.ref}` {how}: {failure.error.rstrip('.')}.{_shown((failure,), registry)}",
        fix=_repair(failure),
        locations=[] if failure.location is None else [failure.location],
    )


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


def _failed_predicates(consumer: Consumer, context: str) -> Iterator[Finding]:
    """Without a context a failure proves nothing; with one, a run would fail like this."""
    for tool in consumer.tools:
        if tool.enabled is None and tool.predicate_error:
            yield about_tools(
                "TI701",
                consumer,
                (tool,),
                names=(tool.visible,),
                message=(
                    f"`{tool.predicate or 'is_enabled'}`, which decides about `{tool.visible}` on "
                    f"`{consumer.name}`, raised with the configured context `{context}`: "
                    f"{tool.predicate_error.rstrip('.')}. In a run this ends the whole run."
                ),
                fix="Repair the predicate, or let the context carry what it reads.",
            )


def _repair(failure: LoadFailure) -> str:
    if failure.kind == "hung":
        return (
            'Move what waits behind `if __name__ == "__main__":`, or give it more time with '
            "`--timeout SECONDS`."
        )
    if failure.kind == "exited":
        return 'Move the exit behind `if __name__ == "__main__":`.'
    where = f" at {failure.location}" if failure.location is not None else ""
    return f"Repair it{where}, or list what to inspect under `agents` in `[tool.toolinspect]`."


def _inspectable(part: NotInspected, shown: bool) -> str:
    if part.config:
        return f"Add to pyproject.toml:\n{part.config.strip()}"
    if part.advice:
        return part.advice
    if part.severity == "info":
        return "Pass `--mcp` to start MCP servers."
    if shown:
        return "Start the server by hand to see why it doesn't answer."
    return "Name a module-level agent or a factory without arguments under `agents` in `[tool.toolinspect]`."
