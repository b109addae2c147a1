"""TI202: approval tables keyed by a name that no tool has."""

from collections.abc import Iterator, Sequence

from inspector.controls.gating import gates
from inspector.controls.names import Names, some
from inspector.model import Controls, Finding, Tool
from inspector.rules.listed_names import Miss, about_entry, behind, claim, held_sets, misses, replaced


def check_registry(controls: Controls, names: Names) -> Iterator[Finding]:
    """One finding per name, of every approval set."""
    for held in held_sets(controls, names, "approval"):
        for miss in misses(held, names):
            yield _finding(miss, names)


def _finding(miss: Miss, names: Names) -> Finding:
    key = "business ids" if miss.held.by_id else "visible names"
    return about_entry(
        "TI202",
        miss.held,
        miss.entry,
        names,
        message=f"{claim(miss, names)}; approvals are looked up by {key}, so {_effect(miss, names)}.",
        fix=replaced(miss, names),
        tools=miss.absence.tools,
        ghost=True,
    )


def _effect(miss: Miss, names: Names) -> str:
    if not gates(miss.entry.value):
        return "the entry says nothing of any tool"
    tools = behind(miss, names)
    if not tools:
        return "the entry gates nothing"
    ungated = [tool for tool in tools if _other_gate(tool) is None]
    if not ungated:
        return f"it doesn't gate {_visible(tools)}, which {_other_gate(tools[0])} all the same"
    if not miss.absence.explained:
        return f"{_visible(ungated)}, if that is meant, runs without approval: it has no gate"
    if len(ungated) == 1:
        return f"`{ungated[0].visible}` runs without approval: it has no other gate either"
    return f"{_visible(ungated)} run without approval: they have no other gate either"


def _other_gate(tool: Tool) -> str | None:
    """What else has calls of the tool looked at, to go after "which"."""
    if tool.approval == "table":
        return "is gated by another entry"
    if tool.approval != "none":
        return "needs approval by its own `needs_approval`"
    if tool.contract.input_guardrails and tool.contract.guardrails_run:
        return "has an input guardrail"
    return None


def _visible(tools: Sequence[Tool]) -> str:
    return some(dict.fromkeys(tool.visible for tool in tools))
