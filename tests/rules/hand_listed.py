"""Control sets put together by hand, and what the rules over them say."""

from hand_made import registry

from inspector.controls import HeldSets, Names, apply, derive
from inspector.model import Consumer, Controls, ControlSet, Finding, ListedName, Location, SetKind
from inspector.rules import (
    approval_default,
    approval_names,
    enable_names,
    filters,
    override_tables,
    stop_names,
    tool_choices,
)

FILE = "config/tools.toml"


def listed(kind: SetKind, *names: str, **values: str | bool) -> ControlSet:
    """A declared project-wide set; its first name stands on line 2 of FILE, the next on line 3."""
    entries = [*((name, None) for name in names), *values.items()]
    return ControlSet(
        kind=kind,
        source=f"{FILE}#{kind}",
        key=f"sets.{kind}",
        location=Location(FILE, 1),
        entries=tuple(
            ListedName(name=name, value=value, location=Location(FILE, line))
            for line, (name, value) in enumerate(entries, 2)
        ),
    )


def found(*consumers: Consumer, sets: tuple[ControlSet, ...] = (), **settings: object) -> list[Finding]:
    """Findings of every rule over control sets, those on the agents themselves included."""
    changes = {key: settings.pop(key) for key in list(settings) if key in Controls.__struct_fields__}
    project = registry(*consumers, **settings)
    controls = Controls(sets=(*sets, *derive(project)), **changes)
    project = apply(project, controls)
    held = HeldSets(controls, Names(project))
    return [
        *stop_names.check_registry(held),
        *approval_names.check_registry(held),
        *approval_default.check_registry(controls, held.names),
        *enable_names.check_registry(held),
        *tool_choices.check_registry(held),
        *override_tables.check_registry(project, controls, held.names),
        *filters.check_registry(held),
    ]


def found_codes(*consumers: Consumer, **settings: object) -> list[str]:
    """Codes of those findings, in order."""
    return [finding.code for finding in found(*consumers, **settings)]
