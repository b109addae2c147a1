"""Every action of the app, once: bindings, footer, help and palette are made from this list."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Situation:
    """What decides whether an action can be done now."""

    view: str
    loaded: bool = True
    trouble: str = ""
    """Why nothing is loaded, once that is known."""
    has_subject: bool = False
    """Whether anything is selected: a tool, a listed name, a finding…"""
    has_place: bool = False
    """Whether the selected subject has a file."""
    has_editor: bool = False
    findings: int = 0
    failures: int = 0
    has_output: bool = False
    shows_tools: bool = False
    """Whether the table holds the tools of a consumer."""
    can_flatten: bool = False
    filtered: bool = False
    filter: str = ""
    """The filter that is set, safe to print; empty while its line shows it."""
    has_notice: bool = False
    can_jump: bool = False
    flags: int = 0
    """How many the config has."""
    tenants: int = 0
    exploring: bool = False
    audited: bool = False
    """Whether the audit is made."""
    has_override: bool = False
    """Whether an override, or a place that quotes it, is selected there."""


Reason = Callable[[Situation], str | None]
"""Why an action can't be done, as the end of a sentence; None when it can."""


@dataclass(frozen=True, slots=True)
class Action:
    """One thing the user can do."""

    id: str
    keys: str
    """Comma separated, as Textual spells them."""
    shown: str
    """The keys, as the user knows them."""
    label: str
    help: str
    group: str
    footer: int = 0
    """Higher stays longer in a narrow footer; 0 isn't there at all."""
    why_not: Reason = lambda _situation: None
    only_in: str = ""
    """The one view whose footer has it; empty for all."""
    at_once: bool = False
    """Done before any later key is handed out: what is typed after it belongs to what it opens."""


def _needs_load(now: Situation) -> str | None:
    if now.loaded:
        return None
    return f"nothing is loaded: {now.trouble}" if now.trouble else "the project is still being loaded"


def _needs_findings(now: Situation) -> str | None:
    if now.view == "audit":
        return "the audit has places, and no findings"
    if not now.loaded:
        return _needs_load(now)
    return None if now.findings else "there are no findings"


def _needs_place(now: Situation) -> str | None:
    if not now.has_place:
        return "what is selected has no known source file"
    return None if now.has_editor else "neither $VISUAL nor $EDITOR is set"


def _needs_subject(now: Situation) -> str | None:
    return None if now.has_subject else "nothing is selected"


def _needs_groups(now: Situation) -> str | None:
    if now.view != "registry":
        return "only the registry has groups"
    if not now.shows_tools:
        return "no tools of one consumer are shown"
    return None if now.can_flatten else "these tools are not grouped"


def _needs_failures(now: Situation) -> str | None:
    return None if now.failures else "nothing failed to load"


def _needs_output(now: Situation) -> str | None:
    return None if now.has_output else "the project has written nothing"


def _needs_filter(now: Situation) -> str | None:
    return None if now.filtered or now.has_notice else "no filter is set"


def _needs_jump(now: Situation) -> str | None:
    if now.can_jump:
        return None
    return "no row is selected that leads there" if now.view == "flags" else "no finding is selected"


def _needs_flags(now: Situation) -> str | None:
    if not now.loaded:
        return _needs_load(now)
    return None if now.flags else "no flags in the config"


def _needs_tenants(now: Situation) -> str | None:
    if now.tenants:
        return None
    return "no tenants in the config" if now.flags else _needs_flags(now)


def _needs_exploring(now: Situation) -> str | None:
    return None if now.exploring else "nothing is being explored"


def _needs_audit(now: Situation) -> str | None:
    if now.view != "audit":
        return "only on the audit, 4"
    return None if now.audited else "the repository is still being read"


def _needs_override(now: Situation) -> str | None:
    return _needs_audit(now) or (None if now.has_override else "no override or place is selected")


_GO, _LOOK, _DO, _APP = "Going around", "Looking", "Doing", "The app"
_SCENARIO = "Tenants and flags"
_AUDIT = "The audit"

ACTIONS: tuple[Action, ...] = (
    Action("registry", "1", "1", "Registry", "Show consumers and their tools", _GO),
    Action("findings", "2", "2", "Findings", "Show all findings, worst first", _GO),
    Action("flags", "3", "3", "Flags", "Show flags, tenants, and what depends on them", _GO),
    Action("audit", "4", "4", "Audit", "Show where old names of tools still stand", _GO),
    Action("next_finding", "n", "n", "Next finding", "Go to the next finding", _GO, 8, _needs_findings),
    Action(
        "previous_finding", "N", "N", "Previous finding", "Go to the finding before", _GO, 0, _needs_findings
    ),
    Action(
        "jump",
        "g",
        "g",
        "Go to row",
        "Go to the row in the registry, in a scenario that has it",
        _GO,
        5,
        _needs_jump,
    ),
    Action("left", "left,h", "←", "Left", "Close the group, or go to the pane before", _GO),
    Action("right", "right", "→", "Right", "Open the group, or go to the next pane", _GO),
    Action(
        "filter",
        "slash",
        "/",
        "Filter",
        "Keep rows with a text; !text: those without",
        _LOOK,
        9,
        at_once=True,
    ),
    Action(
        "clear", "escape", "Esc", "Clear", "Clear the filter, or dismiss a notice", _LOOK, 0, _needs_filter
    ),
    Action(
        "flatten", "u", "u", "Flat", "One flat list, or tools under their groups", _LOOK, 4, _needs_groups
    ),
    Action("details", "d", "d", "Details", "Details larger, hidden, and back", _LOOK, 6),
    Action(
        "output", "l", "l", "Output", "Show what the project printed while loading", _LOOK, 3, _needs_output
    ),
    Action(
        "traceback",
        "b",
        "b",
        "Traceback",
        "Show what failed to load, with tracebacks",
        _LOOK,
        3,
        _needs_failures,
    ),
    Action("next_tenant", "t", "t", "Tenant", "Show the next tenant", _SCENARIO, 5, _needs_tenants),
    Action(
        "previous_tenant", "T", "T", "Tenant before", "Show the tenant before", _SCENARIO, 0, _needs_tenants
    ),
    Action("flip", "f", "f", "Flip", "Pick a flag to flip", _SCENARIO, 6, _needs_flags, at_once=True),
    Action(
        "stop",
        "s",
        "s",
        "Stop",
        "Stop exploring flags, and show what is known",
        _SCENARIO,
        0,
        _needs_exploring,
    ),
    Action("edit", "e", "e", "Edit", "Open the source at its line in your editor", _DO, 7, _needs_place),
    Action("yank", "y", "y", "Yank", "Copy the name, or suggested config lines", _DO, 3, _needs_subject),
    Action(
        "accept",
        "a",
        "a",
        "Accept",
        "Keep an old name where it is, with a reason in the config",
        _AUDIT,
        6,
        _needs_override,
        "audit",
    ),
    Action(
        "diff",
        "D",
        "D",
        "Diff",
        "Show what the fix of the batch would change",
        _AUDIT,
        5,
        _needs_audit,
        "audit",
    ),
    Action("export", "x", "x", "Export", "Write the plan as Markdown", _AUDIT, 4, _needs_audit, "audit"),
    Action("reload", "r", "r", "Reload", "Load the project again", _DO, 2),
    Action("palette", "ctrl+p", "^p", "Palette", "Find a consumer, tool or action by name", _APP, 4),
    Action("help", "question_mark", "?", "Help", "Show all keys", _APP, 10),
    Action("quit", "q,ctrl+q", "q", "Quit", "Leave", _APP, 10),
)
BY_ID = {action.id: action for action in ACTIONS}
MOVING = (
    ("↑ ↓  j k", "Move the cursor"),
    ("PgUp PgDn Home End", "Move it far"),
    ("Tab  Shift+Tab", "Go to the next or previous pane"),
    ("Enter", "Open what the cursor is on"),
)
"""Keys of the panes themselves, for the help screen."""
