"""TI207: override tables that disagree with the code, or with each other."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from inspector.config.likeness import most_like
from inspector.controls.names import Names, Place, some
from inspector.model import Controls, Finding, ListedName, Location, OverrideTable, Registry, Unlisted
from inspector.rules.findings import about_project
from inspector.rules.owners import join, owner


class _Line(msgspec.Struct, frozen=True):
    """One entry of one environment's table."""

    table: OverrideTable
    entry: ListedName

    @property
    def location(self) -> Location | None:
        return self.entry.location or self.table.location


def check_registry(registry: Registry, controls: Controls, names: Names) -> Iterator[Finding]:
    """One finding per function, with every environment's value."""
    if not controls.overrides:
        return
    unlisted = _unlisted(registry.unlisted)
    for lines in _by_function(controls.overrides, names).values():
        finding = _check(lines, controls.overrides, names, unlisted)
        if finding is not None:
            yield finding


def _by_function(tables: Iterable[OverrideTable], names: Names) -> dict[str, list[_Line]]:
    """Entries by the one function that they mean, else by the name as it is written."""
    found: dict[str, list[_Line]] = {}
    for table in tables:
        for entry in table.entries:
            functions = {tool.function for _, tool in names.project.functions.get(entry.name, ())}
            only = functions.pop() if len(functions) == 1 else None
            found.setdefault(only or entry.name, []).append(_Line(table, entry))
    return found


def _unlisted(tools: Iterable[Unlisted]) -> dict[str, set[str]]:
    """Visible names of tools in no agent's list, by function."""
    found: dict[str, set[str]] = {}
    for tool in tools:
        for name in (tool.function, tool.function_name):
            if name is not None:
                found.setdefault(name, set()).add(tool.visible)
    return found


def _check(
    lines: Sequence[_Line],
    tables: Sequence[OverrideTable],
    names: Names,
    unlisted: dict[str, set[str]],
) -> Finding | None:
    places = names.project.functions.get(lines[0].entry.name, [])
    accepted = {name for _, tool in places for name in (tool.visible, tool.name)}
    visible = dict.fromkeys(tool.visible for _, tool in places)
    if not places:
        accepted = unlisted.get(lines[0].entry.name, set())
        visible = dict.fromkeys(sorted(accepted))
    wrong = [line for line in lines if accepted and _given(line) is not None and _given(line) not in accepted]
    without = [table for table in tables if all(line.table is not table for line in lines)]
    values = dict.fromkeys(value for line in lines if (value := _given(line)) is not None)
    reasons = []
    unknown = None if accepted else _no_function(lines[0].entry.name, names)
    if unknown is not None:
        reasons.append(unknown)
    elif wrong:
        reasons.append(f"the model sees {some(visible)}{_owned(places)}")
    if len(values) > 1:
        reasons.append("the environments disagree")
    if without and unknown is None:
        missing = join([f"{table.environment} (`{table.source}`)" for table in without])
        reasons.append(f"{missing} {'lists' if len(without) == 1 else 'list'} nothing for it")
    if not reasons:
        return None
    return _finding(
        lines, wrong, without if unknown is None else (), places, names=(*values, *visible), reasons=reasons
    )


def _finding(
    lines: Sequence[_Line],
    wrong: Sequence[_Line],
    without: Sequence[OverrideTable],
    places: Sequence[Place],
    *,
    names: Iterable[str],
    reasons: Sequence[str],
) -> Finding:
    name = lines[0].entry.name
    ordered = [*wrong, *(line for line in lines if line not in wrong)]
    tools = {tool.identity: tool for _, tool in places}.values()
    finding = about_project(
        "TI207",
        names=(name, *names),
        message=f"The override of `{name}` drifts: {join([_said(line) for line in lines])}; {join(reasons)}.",
        fix=(
            "Give the function one visible name, in the code and in every environment's table."
            if places
            else "Write the function's name as the code has it, or take the entry out of every table."
        ),
        locations=(
            *(line.location for line in ordered),
            *(table.location for table in without),
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
    functions = {one for one in names.project.functions if "." not in one}
    nearest = most_like(name.rpartition(".")[2], sorted(functions))
    return "no tool's function has that name" + (f"; nearest: `{nearest}`" if nearest else "")


def _given(line: _Line) -> str | None:
    return line.entry.value if isinstance(line.entry.value, str) else None


def _said(line: _Line) -> str:
    where = line.location or line.table.source
    value = _given(line)
    return f"{line.table.environment} says {f'`{value}`' if value is not None else 'no name'} ({where})"


def _owned(places: Sequence[Place]) -> str:
    owners = dict.fromkeys(owner(tool) for _, tool in places)
    return f" of {next(iter(owners))}" if len(owners) == 1 else ""
