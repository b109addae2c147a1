"""TI204: switches that turn nothing on or off."""

from collections.abc import Iterator

from inspector.controls.matching import HeldSets
from inspector.controls.names import some
from inspector.model import Finding
from inspector.rules.listed_names import (
    Miss,
    about_entry,
    behind,
    claim,
    distinct,
    matched_by,
    misses,
    replaced,
)

_POSITIONS = {True: "on", False: "off", "true": "on", "false": "off", "on": "on", "off": "off"}


def check_registry(sets: HeldSets) -> Iterator[Finding]:
    """One finding per name, of every `enable` set; a tool that is off is there."""
    for held in sets.of("enable"):
        for miss in misses(held):
            yield about_entry(
                "TI204",
                held,
                miss.entry,
                message=f"{claim(miss)}; switches go by {matched_by(held)}, so this one {_effect(miss)}.",
                fix=replaced(miss),
                tools=miss.absence.tools,
                ghost=True,
            )


def _effect(miss: Miss) -> str:
    tools = distinct(behind(miss)) if miss.absence.explained else ()
    if not tools:
        return "turns nothing on or off"
    value = miss.entry.value
    position = (
        _POSITIONS.get(value.lower() if isinstance(value, str) else value) if value is not None else None
    )
    turned = f"{position} " if position else "on or off "
    return f"doesn't turn {some(tool.visible for tool in tools)} {turned.strip()}"
