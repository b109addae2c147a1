"""TI203: a name that the approval table doesn't know is let through."""

from collections.abc import Iterator

from inspector.controls.names import Names, some
from inspector.controls.presence import any_of, existing
from inspector.model import ALWAYS, Condition, Controls, ControlSet, Finding
from inspector.rules.findings import about_consumer, about_project, held

_OPENS = "one renamed tool, or one wrong name in the table, opens the gate and nothing says so."
_FIX = 'Make the default "deny", and list the tools that need no approval by name.'


def check_registry(controls: Controls, names: Names) -> Iterator[Finding]:
    """One finding for the project's default, and one for each consumer with a default of its own.

    A default says nothing without an approval set that it completes: the project's, or the consumer's.
    """
    tables = [one for one in controls.sets if one.kind == "approval"]
    completed = [one for one in tables if one.consumer not in controls.own_defaults]
    if controls.approval_default == "allow" and completed:
        finding = about_project(
            "TI203",
            names=("allow",),
            message=(
                "The approval default is `allow`: a call of a tool whose name isn't in "
                f"{_sources(completed)} goes through unreviewed, so {_OPENS}"
            ),
            fix=_FIX,
            locations=(controls.approval_default_location, *(one.location for one in completed)),
        )
        yield held(finding, _there(completed), doubt=_doubt(completed))
    for identifier, (default, place) in controls.own_defaults.items():
        consumer = names.consumers.get(identifier)
        own = [one for one in tables if one.consumer in (None, identifier)]
        if default == "allow" and consumer is not None and own:
            finding = about_consumer(
                "TI203",
                consumer,
                names=("allow",),
                message=(
                    f"The approval default of `{consumer.name}` is `allow`: when it calls a tool whose name "
                    f"isn't in {_sources(own)}, the call goes through unreviewed, so {_OPENS}"
                ),
                fix=_FIX,
                locations=(place, *(one.location for one in own)),
            )
            yield held(finding, existing(consumer) & _there(own), doubt=_doubt(own))


def _there(tables: list[ControlSet]) -> Condition:
    return any_of(ALWAYS if one.holds is None else one.holds for one in tables)


def _doubt(tables: list[ControlSet]) -> str:
    return next((one.doubt for one in tables if one.doubt), "")


def _sources(tables: list[ControlSet]) -> str:
    return some(dict.fromkeys(one.source for one in tables))
