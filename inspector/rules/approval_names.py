"""TI202: approval tables keyed by a name that no tool has."""

from collections.abc import Iterator, Sequence

from inspector.controls.gating import gates
from inspector.controls.matching import HeldSets
from inspector.controls.names import Place, some
from inspector.model import Controls, Finding, Tool
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


def check_registry(sets: HeldSets) -> Iterator[Finding]:
    """One finding per name, of every approval set."""
    for held in sets.of("approval"):
        for miss in misses(held):
            yield _finding(miss, sets.controls)


def _finding(miss: Miss, controls: Controls) -> Finding:
    key = matched_by(miss.held)
    return about_entry(
        "TI202",
        miss.held,
        miss.entry,
        message=f"{claim(miss)}; approvals are looked up by {key}, so {_effect(miss, controls)}.",
        fix=replaced(miss),
        tools=miss.absence.tools,
        ghost=True,
    )


def _effect(miss: Miss, controls: Controls) -> str:
    places = behind(miss)
    if not gates(miss.entry.value):
        return _waves_through(miss, places, controls)
    ungated = [place for place in places if _other_gate(place[1]) is None]
    unasked = [place for place in ungated if controls.default_for(place[0]) != "deny"]
    unread = miss.held.names.unread_sets
    if not miss.absence.explained:
        near = distinct(unasked) if miss.absence.nearest is not None and not unread else ()
        return f"the entry gates nothing{_nearest(near)}"
    if not ungated:
        return f"it doesn't gate {_visible(places)}, which {_other_gate(places[0][1])} all the same"
    if not unasked:
        return f"{_refused(ungated)}, whatever the entry says"
    return _ungated(distinct(unasked), "that could be read" if unread else "either")


def _waves_through(miss: Miss, places: Sequence[Place], controls: Controls) -> str:
    denied = [place for place in places if controls.default_for(place[0]) == "deny"]
    if miss.absence.explained and denied and all(_other_gate(tool) is None for _, tool in denied):
        return f"{_refused(denied)}, whatever the entry says"
    return "the entry says nothing of any tool"


def _nearest(tools: Sequence[Tool]) -> str:
    if not tools:
        return ""
    names = some(tool.visible for tool in tools)
    return f", and the nearest, {names}, {'has' if len(tools) == 1 else 'have'} no gate"


def _ungated(tools: Sequence[Tool], which: str) -> str:
    has = "runs without approval: it has" if len(tools) == 1 else "run without approval: they have"
    return f"{some(tool.visible for tool in tools)} {has} no other gate {which}"


def _refused(places: Sequence[Place]) -> str:
    tools = distinct(places)
    fate = "is refused or asked about like any unlisted tool"
    if len(tools) > 1:
        fate = "are refused or asked about like any unlisted tools"
    return f"{some(tool.visible for tool in tools)} {fate}"


def _other_gate(tool: Tool) -> str | None:
    """What else has calls of the tool looked at, to go after "which"."""
    if tool.approval == "table":
        return "is gated by another entry"
    if tool.approval != "none":
        return "needs approval by its own `needs_approval`"
    if tool.contract.input_guardrails and tool.contract.guardrails_run:
        return "has an input guardrail"
    return None


def _visible(places: Sequence[Place]) -> str:
    return some(tool.visible for tool in distinct(places))
