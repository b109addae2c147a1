"""TI207: override tables that disagree with the code, or with each other."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import msgspec

from inspector.controls.names import Names, Place, some
from inspector.model import Controls, Finding, Registry
from inspector.rules.findings import about_project
from inspector.rules.override_entries import Line, Override, overrides
from inspector.rules.owners import join, owner

_ONE_NAME = "Give the function one visible name, in the code and in every environment's table."
_NO_FUNCTION = "Write the function's name as the code has it, or take the entry out of every table."


def check_registry(registry: Registry, controls: Controls, names: Names) -> Iterator[Finding]:
    """One finding per function, with every environment's value."""
    if controls.overrides:
        for override in overrides(registry, controls.overrides, names):
            yield from _check(override, names)


def _check(override: Override, names: Names) -> Iterator[Finding]:
    seen = override.seen
    wrong = [line for line in override.lines if seen.accepted and _differs(line, override)]
    unknown = None if seen.accepted else _no_function(override.name, names)
    reasons = []
    if unknown is not None:
        reasons.append(unknown)
    elif wrong:
        reasons.append(f"the model sees {some(seen.visible)}{_owned(seen.places)}")
    reasons += _disagreements(override.lines)
    if not reasons:
        return
    # Where a table is silent the model sees the code's name: a gap only beside a name that isn't that.
    silent = override.silent if wrong else ()
    if silent:
        missing = join([f"{table.environment} (`{table.source}`)" for table in silent])
        reasons.append(f"{missing} {'lists' if len(silent) == 1 else 'list'} nothing for it")
    fix = _ONE_NAME if unknown is None else _NO_FUNCTION
    yield _finding(override, wrong, reasons, fix)


def _differs(line: Line, override: Override) -> bool:
    return line.value is not None and line.value not in override.seen.accepted


def _disagreements(lines: Sequence[Line]) -> Iterator[str]:
    """That an environment gives two names, by two keys of one function, or several give different ones."""
    values: dict[str, set[str]] = defaultdict(set)
    for line in lines:
        if line.value is not None:
            values[line.table.environment].add(line.value)
    for environment, given in values.items():
        if len(given) > 1:
            yield f"{environment} gives it {len(given)} names"
    if len({frozenset(given) for given in values.values()}) > 1:
        yield "the environments disagree"


def _finding(override: Override, wrong: Sequence[Line], reasons: Sequence[str], fix: str) -> Finding:
    name, places = override.name, override.seen.places
    ordered = [*wrong, *(line for line in override.lines if line not in wrong)]
    tools = {tool.identity: tool for _, tool in places}.values()
    values = [line.value for line in override.lines if line.value is not None]
    finding = about_project(
        "TI207",
        names=(name, *values, *override.seen.visible),
        message=(
            f"The override of `{name}` drifts: {join([_said(line, name) for line in override.lines])}; "
            f"{join(reasons)}."
        ),
        fix=fix,
        locations=(
            *(line.location for line in ordered),
            *(table.location for table in override.silent if wrong),
            *(tool.location for tool in tools),
        ),
    )
    return msgspec.structs.replace(finding, touches=tuple((holder, tool.key) for holder, tool in places))


def _no_function(name: str, names: Names) -> str | None:
    """Why an entry overrides nothing; None where the function may be one that nobody saw."""
    if seen := names.project.visible.get(name):
        return f"`{name}` is no function but what the model sees of {owner(seen[0][1])}"
    if not names.project.complete:
        return None
    nearest = names.project.nearest_function(name)
    return "no tool's function has that name" + (f"; nearest: `{nearest}`" if nearest else "")


def _said(line: Line, name: str) -> str:
    where = line.location or line.table.source
    key = f" for `{line.entry.name}`" if line.entry.name != name else ""
    value = f"`{line.value}`" if line.value is not None else "no name"
    return f"{line.table.environment} says {value}{key} ({where})"


def _owned(places: Sequence[Place]) -> str:
    owners = dict.fromkeys(owner(tool) for _, tool in places)
    return f" of {next(iter(owners))}" if len(owners) == 1 else ""
