"""TI701, TI702, TI703: what kept parts of a project from being shown, or from being shown reliably."""

from collections.abc import Iterator

from inspector.model import Consumer, Finding, LoadFailure, Location, NotInspected, Registry
from inspector.rules.findings import about_project
from inspector.rules.owners import quoted

_HOW = {
    "raised": "raised",
    "exited": "ended the process",
    "hung": "did not finish within the time limit",
    "crashed": "crashed the interpreter",
    "syntax": "isn't valid Python",
}


def check_registry(registry: Registry) -> Iterator[Finding]:
    """One finding per failure, per part that was not inspected, and per factory that differed."""
    for failure in registry.failures:
        # A run that was started at import time is stopped on purpose: its agent is shown.
        if failure.kind != "stopped":
            yield _load_failed(failure, registry)
    shown = {consumer.id for consumer in registry.consumers}
    for part in registry.not_inspected:
        yield _not_inspected(part, part.ref in shown)
    for factory in registry.unstable:
        yield about_project(
            "TI703",
            names=(factory.ref,),
            message=f"Two builds of `{factory.ref}` differ: {factory.difference}.",
            fix=(
                "Build from ordered collections, and keep clocks, random numbers and shared state out of "
                "the factory."
            ),
            location=None if factory.path is None else Location(factory.path, factory.line),
        )


def _not_inspected(part: NotInspected, shown: bool) -> Finding:
    """`shown`: it is a consumer of which only some tools are missing."""
    what = f"Tools of `{part.ref}` are missing" if shown else f"`{part.ref}` was not inspected"
    return about_project(
        "TI702",
        names=(part.ref,),
        message=f"{what}: {part.reason}.",
        fix=_inspectable(part, shown),
        location=None if part.path is None else Location(part.path, part.line),
        severity=part.severity,
    )


def _load_failed(failure: LoadFailure, registry: Registry) -> Finding:
    shown = _built_before(failure, registry)
    rest = (
        f" What it had built until then is shown: {quoted(one.name for one in shown)}."
        if shown
        else " Agents that it would have built are missing here."
    )
    return about_project(
        "TI701",
        names=(failure.missing or failure.ref,),
        message=f"{_what(failure)}{rest}",
        fix=_repair(failure),
        location=failure.location,
    )


def _built_before(failure: LoadFailure, registry: Registry) -> list[Consumer]:
    return [
        one
        for one in registry.consumers
        if one.partial
        and (one.id.startswith((f"{failure.ref}:", f"{failure.ref}>")) or one.id == failure.ref)
    ]


def _what(failure: LoadFailure) -> str:
    if failure.kind == "missing_package" and failure.missing:
        return (
            f"`{failure.ref}` needs the package `{failure.missing}`, which isn't installed ({failure.error})."
        )
    how = _HOW.get(failure.kind, "could not be loaded")
    return f"`{failure.ref}` {how}: {failure.error.rstrip('.')}."


def _repair(failure: LoadFailure) -> str:
    if failure.kind == "missing_package" and failure.missing:
        return (
            f"Install `{failure.missing}` into the interpreter that is used, or name the project's own with "
            "`--python path/to/python`."
        )
    if failure.kind == "hung":
        return (
            'Move what waits behind `if __name__ == "__main__":`, or give it more time with `--timeout '
            "SECONDS`."
        )
    if failure.kind == "exited":
        return 'Move the exit behind `if __name__ == "__main__":`.'
    where = f" at {failure.location}" if failure.location is not None else ""
    return f"Repair it{where}, or list what to inspect under `agents` in `[tool.toolinspect]`."


def _inspectable(part: NotInspected, shown: bool) -> str:
    if part.config:
        return f"Add to pyproject.toml:\n{part.config.strip()}"
    if part.severity == "info":
        return "Pass `--mcp` to start MCP servers."
    if shown:
        return "Start the server by hand to see why it doesn't answer."
    return "Name a module-level agent or a factory without arguments under `agents` in `[tool.toolinspect]`."
