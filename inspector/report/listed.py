"""What control sets say of a name, in the few words that a cell has room for."""

import re
from collections.abc import Iterable, Sequence

from inspector.controls import Ghost, Listing, ToolControls
from inspector.controls.kinds import STOPPABLE
from inspector.model import Consumer, ControlSet, Finding, SetKind, Tool
from inspector.model.finding import Severity
from inspector.rules.stopping import stops

KIND: dict[SetKind, str] = {
    "stop": "stop list", "approval": "approval", "enable": "switch", "tool_choice": "tool choice",
    "trace": "trace filter", "mcp_filter": "MCP filter", "mcp_approval": "MCP approval",
    "hosted_allowed": "hosted allowed", "hosted_approval": "hosted approval", "declared": "declared set",
}  # fmt: skip
"""What one set of a kind is called."""
GHOST = "◌"
"""Before a listed name that is no tool; one column wide."""
LISTED = "listed"
"""A set has the name, and says nothing more of it."""
STOP, ENABLE = frozenset({"stop"}), frozenset({"enable"})
APPROVAL = frozenset({"approval", "mcp_approval", "hosted_approval"})
EMPTY = "an empty entry"
"""What a listed name without a character is called."""
_CODE = re.compile(r"TI\d{3}")
_UNGATED = frozenset({"TI202", "TI203", "TI501", "TI503"})
"""Rules that speak of calls which nobody is asked about."""


def says(listing: Listing) -> str:
    """The value that a set has for the name; raw text, empty in a plain list."""
    value = listing.entry.value
    return "" if value is None else str(value).lower() if isinstance(value, bool) else value


def stop_cell(consumer: Consumer, tool: Tool, controls: ToolControls) -> str:
    """Whether a call of the tool ends the run; `listed`: a set says so, and the agent doesn't."""
    if consumer.stop_behavior == "function":
        return "asks" if tool.origin in STOPPABLE else ""
    if stops(tool, consumer):
        return "first" if consumer.stop_behavior == "stop_on_first_tool" else "stop"
    return LISTED if controls.stop else ""


def approval_cell(tool: Tool, controls: ToolControls, words: dict[str, str]) -> str:
    """How calls are approved, in the surface's own `words`; what a set says that leaves them ungated."""
    if tool.approval != "none" or not controls.approval:
        return words[tool.approval]
    return approval_word(controls.approval[-1])


def approval_word(listing: Listing) -> str:
    """`yes`, `no`, what else a table says, or `listed`."""
    value = listing.entry.value
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value or LISTED


def gate_missing(tool: Tool, found: Iterable[Finding]) -> Severity | None:
    """The severity of the worst finding that misses an approval on the tool; None when nothing is missed."""
    if tool.approval != "none":
        return None
    severities = {one.severity for one in found if one.code in _UNGATED}
    order: tuple[Severity, ...] = ("error", "warning", "info")
    return next((one for one in order if one in severities), None)


def enable_cell(tool: Tool, controls: ToolControls, words: dict[bool | None, str]) -> str:
    """What its predicate says, in the surface's `words`, and what a switch says where that differs."""
    own = words[tool.enabled] if tool.predicate or tool.enabled is not True else ""
    if not controls.enable:
        return own
    switch = switch_word(controls.enable[-1])
    if not own:
        return f"switch {switch}" if switch != LISTED else LISTED
    return own if switch in {own, LISTED} else f"{own}, switch {switch}"


def switch_word(listing: Listing) -> str:
    """`on`, `off`, what else the switch is set to, or `listed`."""
    value = listing.entry.value
    if isinstance(value, bool):
        return "on" if value else "off"
    return value or LISTED


def ghost_cells(ghost: Ghost) -> tuple[str, str, str, str]:
    """Stop, Approval, Enable and Origin cells of a listed name without a tool; raw text."""
    stop, approval, enable = (
        [one for one in ghost.listings if one.set.kind in kinds] for kinds in (STOP, APPROVAL, ENABLE)
    )
    cells = (
        LISTED if stop else "",
        approval_word(approval[-1]) if approval else "",
        _switch(enable),
    )
    return (*cells, _kinds(ghost))


def named(name: str) -> str:
    """What a listed name is called; raw text."""
    return name if name.strip() else EMPTY


def set_word(one: ControlSet) -> str:
    """The kind of a set, or what the user calls one whose kind says little."""
    if one.kind == "declared" and one.key:
        return one.key.rpartition(".")[2].strip('"')
    return KIND[one.kind]


def state_within(state: str, columns: int) -> str:
    """A State cell in `columns`: codes that don't fit are left out whole, and counted, as `sent TI101 +2`."""
    words = state.split(" ")
    first = next((index for index, word in enumerate(words) if _CODE.fullmatch(word)), len(words))
    for kept in range(len(words), first - 1, -1):
        left_out = len(words) - kept
        shown = " ".join((*words[:kept], *((f"+{left_out}",) if left_out else ())))
        if len(shown) <= columns:
            return shown
    return " ".join(words[:first])


def codes_of(findings: Iterable[Finding]) -> list[str]:
    """Codes of findings, each once, the worst first."""
    rank = {"error": 0, "warning": 1, "info": 2}
    ordered = sorted(findings, key=lambda one: (rank[one.severity], one.code))
    return list(dict.fromkeys(one.code for one in ordered))


def _kinds(ghost: Ghost) -> str:
    """What lists the name: the first set, and how many other kinds do."""
    words = list(dict.fromkeys(set_word(one.set) for one in ghost.listings)) or [LISTED]
    return f"{words[0]} +{len(words) - 1}" if len(words) > 1 else words[0]


def _switch(enable: Sequence[Listing]) -> str:
    if not enable:
        return ""
    word = switch_word(enable[-1])
    return word if word == LISTED else f"switch {word}"
