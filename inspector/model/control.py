"""Names that are kept somewhere else than on the tools: control sets, prompts, override tables, ids."""

from typing import Literal

import msgspec

from inspector.model.condition import Condition
from inspector.model.location import Location

SetKind = Literal[
    "stop",
    "approval",
    "enable",
    "tool_choice",
    "trace",
    "mcp_filter",
    "mcp_approval",
    "hosted_allowed",
    "hosted_approval",
    "declared",
]
"""`declared`: a set of the user's own naming; prompts and override tables have types of their own."""
ApprovalDefault = Literal["allow", "deny"]


class ListedName(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One name in a set, with what the set says of it."""

    name: str
    value: str | bool | None = None
    """A policy, a switch position, a visible name or a business id; None in a plain list."""
    location: Location | None = None


class ControlSet(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A list of tool names kept somewhere else."""

    kind: SetKind
    source: str
    """What messages call it: the reference in the config, or as "StopAtTools of `Billing`"."""
    entries: tuple[ListedName, ...] = ()
    consumer: str | None = None
    """Id of the consumer it is for; None: held against all consumers' tools together."""
    location: Location | None = None
    """Where the set begins."""
    server: str | None = None
    """MCP server name or label that `mcp_*` and `hosted_*` sets belong to: they hold raw names.

    Of a `tool_choice`: the label of the hosted server that is forced; its entry is `label/name` or `label/*`.
    """
    key: str = ""
    """Config key that declares it, as `sets.approval`; empty for one found on an agent."""
    holds: Condition | None = None
    """The legal scenarios in which the set is this one; None: in all that its consumer is in."""
    doubt: str = ""
    """Why that isn't proven, as "in a 3-wise sample"; empty when it is."""


class Prompt(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Text that a model is given and that may name tools."""

    source: str
    """A file relative to the project, a reference, or "instructions of `Triage`"."""
    text: str
    consumer: str | None = None
    """Id of the consumer that is given it; None: a file of the whole project."""
    location: Location | None = None
    """Of the text's first line when `lines_count`, else of what holds the text."""
    lines_count: bool = False
    """Whether line n of the text stands n - 1 lines after `location`."""
    holds: Condition | None = None
    """The legal scenarios in which the text is this one; None: in all that its consumer is in."""
    doubt: str = ""
    """Why that isn't proven, as "in a 3-wise sample"; empty when it is."""


class OverrideTable(msgspec.Struct, frozen=True, kw_only=True):
    """Visible names by function, for one environment."""

    environment: str
    source: str
    entries: tuple[ListedName, ...] = ()
    """`name` is a function or its bare name, `value` the visible name."""
    location: Location | None = None


TableUse = Literal["approval-default", "ids", "overrides"]
"""What of the config isn't a set of names."""


class Controls(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that quotes tool names, read once for a load."""

    sets: tuple[ControlSet, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    overrides: tuple[OverrideTable, ...] = ()
    ids: tuple[ListedName, ...] = ()
    """`name` is a function, `value` its business id."""
    risk: tuple[str, ...] = ()
    """Globs of high-risk business ids, functions or visible names."""
    approval_default: ApprovalDefault | None = None
    approval_default_location: Location | None = None
    own_defaults: dict[str, tuple[ApprovalDefault, Location]] = {}
    """Approval defaults of single consumers, by id: they take the place of the project's."""
    doubts: dict[TableUse, str] = {}
    """Why what tables and defaults say isn't proven for all scenarios; those that it is for are left out."""
    approvals_handled: bool = False
    """Some code of the project reads the interruptions or approval requests of a run."""

    def default_for(self, consumer: str) -> ApprovalDefault | None:
        """What becomes of a tool of that consumer which no approval set lists."""
        own = self.own_defaults.get(consumer)
        return own[0] if own is not None else self.approval_default


class ReadReference(msgspec.Struct, frozen=True, kw_only=True):
    """What a `pkg.mod:attr` of the config holds, as the project's process read it."""

    reference: str
    form: Literal["mapping", "names", "text", "unusable"] = "unusable"
    entries: tuple[ListedName, ...] = ()
    """Of a mapping or names; without locations."""
    groups: dict[str, tuple[str, ...]] = {}
    """Of a mapping whose values are collections of names, as `{"free": ["a"], "pro": ["a", "b"]}`: those.

    Its `entries` are the keys then; which of the two are tools only the registry tells.
    """
    text: str | None = None
    """Of a string, or of an Enum member with a string value."""
    path: str | None = None
    """File of the module that the reference names."""
    error: str = ""
    """Why it could not be read; empty when it could."""
    wrong: bool = False
    """The reference itself names nothing, or nothing of use: the config's fault, not the project's."""
    fault: Literal["name", "key", "value"] = "name"
    """What is wrong: a module or attribute, a key of a mapping, or the value, which `error` is said of."""


class Suggestion(msgspec.Struct, frozen=True, kw_only=True):
    """A collection of strings that looks like a control set which no config declares."""

    kind: Literal["stop", "approval", "enable", "trace", "declared"]
    """By the name of the variable or key."""
    reference: str
    """As the config would name it: `pkg.mod:attr` or `file.toml#dotted.key`."""
    location: Location
    entries: tuple[ListedName, ...] = ()
    mismatches: tuple[tuple[str, str], ...] = ()
    """(name, why it is no visible name)."""
