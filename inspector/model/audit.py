"""What a migration audit finds: names that tools were given, and where their older names still live."""

from typing import Literal

import msgspec

OverrideBy = Literal["name_override", "tool_name", "tool_name_override", "tool_namespace"]
OverrideForm = Literal[
    "function_tool", "FunctionTool", "replace", "as_tool", "handoff", "tool_namespace", "mcp", "variable"
]
"""What gave the name: a call of that, or (`variable`) a variable that only differs from its tool's name."""
ReferenceSet = Literal[
    "approval", "stop", "enable", "prompt", "tool_choice", "override_table", "trace", "test", "other"
]
ReferenceRole = Literal["string", "key", "value", "prose", "comment", "docstring"]
"""A string of Python code; a key or value of a data file; a word of a longer text; …"""
Risk = Literal["F1", "F2", "F3", "F4", "F5"]
"""Stop list, approval table, switch, prompt, override table: what goes wrong where the old name stands."""
Batch = Literal[1, 2, 3]
"""1 approval, 2 stop, 3 the rest."""


class Reference(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One place where a name stands that isn't the visible one."""

    path: str
    """Posix, relative to the audited directory."""
    line: int
    column: int
    """1-based, in characters; of the name's first one."""
    name: str
    """The old name, as it stands there."""
    text: str
    """The line, without the blanks around it."""
    set: ReferenceSet
    reason: str
    """Why it belongs to that set, as "key `approval.high_risk`", "sets.approval in pyproject.toml"."""
    role: ReferenceRole
    replacement: str | None = None
    """What the fix writes in place of the name; None: it leaves it alone, because of `kept`."""
    kept: str = ""
    """Why the fix leaves it alone, as "a comment", "the key of an override table is the function's name"."""
    due: bool = True
    """Whether somebody must act: not so where the function's own name is right, and in comments."""
    accepted: str = ""
    """The reason for which the config accepts it; it isn't due then."""


class Override(msgspec.Struct, frozen=True, kw_only=True):
    """One tool whose visible name differs from its function's or variable's."""

    function: str
    """Qualified in its module; the agent's variable or name for `as_tool` and `handoff`."""
    module: str
    """Dotted, from the import root."""
    variable: str = ""
    """What the tool is bound to in the module or class; empty where it is bound to nothing."""
    override: str | None
    """The visible name; None where it can't be told without running the project: see `unresolved`."""
    unresolved: str = ""
    """Why it can't be told, as "`NAMES[key]` is computed"."""
    by: OverrideBy
    form: OverrideForm
    path: str
    line: int
    """Of the call or decorator that gives the name; 1-based."""
    column: int
    importable: bool = False
    """Whether `from module import variable` gives the tool itself, so that `variable.name` is its name."""
    references: tuple[Reference, ...] = ()
    risk: tuple[Risk, ...] = ()
    batch: Batch | None = None
    """None when no reference is due."""
    accepted: str = ""
    """The reason for which the config accepts the whole override."""

    @property
    def old_names(self) -> tuple[str, ...]:
        """What it may be called by mistake: its function and variable, unless that is the visible name."""
        names = (self.function.rpartition(".")[2], self.variable)
        return tuple(dict.fromkeys(name for name in names if name and name != self.override))


class NotRead(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A file, or part of one, that the audit could not read as what it is."""

    path: str
    line: int | None = None
    reason: str
    """As "binary", "7.2 MB, and the limit is 5 MB", "no Python of this version: invalid syntax"."""
    partly: bool = False
    """Whether its words were searched all the same, as plain text."""


class Drift(msgspec.Struct, frozen=True, kw_only=True):
    """One disagreement of an environment's override table with the code (TI207)."""

    environment: str
    function: str
    said: str | None
    """Visible name by the table; None: the table lacks the function, and others have it."""
    code: tuple[str, ...]
    """Visible names by the code; empty where no tool has that function."""
    path: str
    line: int | None
    message: str


class Audit(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that one audit of a directory found."""

    overrides: tuple[Override, ...] = ()
    """By batch (None last), then path and line."""
    drift: tuple[Drift, ...] = ()
    not_read: tuple[NotRead, ...] = ()
    files: int = 0
    """Files that were searched."""
    lines: int = 0
    approval_default: Literal["allow", "deny"] | None = None
    """What the project's config says becomes of an unknown name; batch 1 advises `deny`."""
