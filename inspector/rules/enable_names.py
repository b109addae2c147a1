"""TI204: switches that turn nothing on or off."""

from collections.abc import Iterator

from inspector.controls.names import Names, some
from inspector.model import Controls, Finding
from inspector.rules.listed_names import Miss, about_entry, behind, claim, held_sets, misses, replaced

_POSITIONS = {True: "on", False: "off", "true": "on", "false": "off", "on": "on", "off": "off"}


def check_registry(controls: Controls, names: Names) -> Iterator[Finding]:
    """One finding per name, of every `enable` set; a tool that is off is there."""
    for held in held_sets(controls, names, "enable"):
        for miss in misses(held, names):
            yield about_entry(
                "TI204",
                held,
                miss.entry,
                names,
                message=(
                    f"{claim(miss, names)}; switches go by {_key(miss)}, so this one {_effect(miss, names)}."
                ),
                fix=replaced(miss, names),
                tools=miss.absence.tools,
                ghost=True,
            )


def _key(miss: Miss) -> str:
    return "business ids" if miss.held.by_id else "visible names"


def _effect(miss: Miss, names: Names) -> str:
    tools = behind(miss, names) if miss.absence.explained else ()
    if not tools:
        return "turns nothing on or off"
    value = miss.entry.value
    position = (
        _POSITIONS.get(value.lower() if isinstance(value, str) else value) if value is not None else None
    )
    turned = f"{position} " if position else "on or off "
    return f"doesn't turn {some(dict.fromkeys(tool.visible for tool in tools))} {turned.strip()}"
