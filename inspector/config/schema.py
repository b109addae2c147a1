"""The keys of `[tool.toolinspect]` and their types."""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from inspector.model import FlagValue

PositiveSeconds = Annotated[float, msgspec.Meta(gt=0, le=86_400)]
"""A finite time of at most a day: timers overflow on much more."""
FindingCode = Annotated[str, msgspec.Meta(pattern=r"^TI[0-9]{3}$")]
Assignment: TypeAlias = dict[str, FlagValue]
"""Values of flags, by flag."""
Policy: TypeAlias = Literal["isolate", "inherit"]
Profile: TypeAlias = Literal["openai-agents", "trpc-agent-go", "trpc-agent-go-before-2220", "isolate-all"]


class Sets(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """Lists of tool names that are kept outside of the tools; items are as `references` says."""

    approval: tuple[str, ...] = ()
    """Which tools ask for approval, or a table of policies by tool."""
    enable: tuple[str, ...] = ()
    """Switches by tool."""
    stop: tuple[str, ...] = ()
    """Tools after which a run ends."""
    prompts: tuple[str, ...] = ()
    """Texts that name tools: files, globs of files, `pkg.mod:attr`."""
    trace: tuple[str, ...] = ()
    """Tools that a trace filter lets through or drops."""
    approval_default: str | None = None
    """What becomes of a tool that no approval set lists: `allow`, `deny`, or a reference to one of them."""
    other: dict[str, tuple[str, ...]] = {}
    """Sets of the user's own naming: every further key of the table."""


class Risk(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is dangerous enough to need a gate."""

    high: tuple[str, ...] = ()
    """Globs of business ids, functions or visible names."""


class Run(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """One kind of run, and what it is given."""

    agent: str | None = None
    """Name or id of the consumer that it starts with."""
    run_config: str | None = None
    """`pkg.mod:attr` of a RunConfig in place of the project-wide one."""
    external_tools: tuple[str, ...] = ()
    """Names of tools that the caller carries out."""
    additional_tools: tuple[str, ...] = ()
    """`pkg.mod:attr` of tools that only this run has."""
    tool_filter: tuple[str, ...] = ()
    """Globs of visible names that the run lets through."""


class Scope(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What of a run reaches the consumers across a boundary."""

    profile: Profile = "openai-agents"
    """Whose rules hold where nothing else is said."""
    agent_tool: Policy | None = None
    """In place of the profile's rule; so are those below."""
    handoff: Policy | None = None
    graph_node: Policy | None = None
    team_member: Policy | None = None
    swarm_hop: Policy | None = None


class Config(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """One project's settings; every field stands for the key of the same name, `_` written as `-`."""

    agents: tuple[str, ...] = ()
    """What to inspect, as `pkg.mod:attr_or_factory` or `path/to/file.py:attr`; empty: discover."""
    python: str | None = None
    """Interpreter of the project, relative to the config's directory."""
    path: tuple[str, ...] = ()
    """Directories added to the project's sys.path, relative to the config's directory."""
    env: dict[str, str] = {}
    """Environment variables for the project's process."""
    env_file: str | None = None
    """File of `KEY=value` lines; `env` wins over it."""
    context: str = ""
    """`pkg.mod:callable` whose result is the run context of predicates and dynamic approvals."""
    run_config: str = ""
    """`pkg.mod:attr` of a RunConfig, for its collision policy and tool choice."""
    timeout: PositiveSeconds = 20.0
    """Seconds that loading one import root may take."""
    ignore: tuple[FindingCode, ...] = ()
    """Codes of findings that are reported as suppressed."""
    per_consumer_ignores: dict[str, tuple[FindingCode, ...]] = {}
    """The same by consumer, keyed by its id or name."""
    severity: dict[FindingCode, Literal["error", "warning", "info"]] = {}
    """Severities that replace a rule's default."""
    arguments: dict[str, dict[str, Any]] = {}
    """Arguments for factories, by factory reference."""
    sets: Sets = Sets()
    """Held against the tools of all consumers together."""
    sets_of: dict[str, Sets] = {}
    """Held against those of one consumer, keyed by its id or name."""
    overrides: dict[str, str] = {}
    """Reference to a table of visible names by function, by environment."""
    ids: dict[str, str] = {}
    """Business ids by function; or `file` alone, with a reference to such a table: see `ids_file`."""
    risk: Risk = Risk()
    flags: dict[str, tuple[FlagValue, ...]] = {}
    """The values that each flag can have, the default first."""
    forbidden: tuple[Assignment, ...] = ()
    """Combinations of flags that can't occur."""
    tenants: dict[str, Assignment] = {}
    """Named assignments; a flag that one leaves out has its first value."""
    workflows: tuple[str, ...] = ()
    """Globs of workflow graphs, relative to the config's directory."""
    run: dict[str, Run] = {}
    """Kinds of runs, by a name of the user's."""
    scope: Scope = Scope()
    accepted: dict[str, str] = {}
    """Why the audit may leave an old name where it is: by function, or by `path#name`."""

    @property
    def ids_file(self) -> str | None:
        """Reference to the table of business ids; None where they stand in the config itself."""
        return self.ids["file"] if list(self.ids) == ["file"] else None

    @property
    def own_ids(self) -> dict[str, str]:
        """Business ids by function that stand in the config itself."""
        return {} if self.ids_file is not None else self.ids


PLANNED = frozenset({"workflows", "run", "scope"})
"""Keys that this version checks and that have no effect in it yet, and says so."""
SET_KEYS = ("approval", "enable", "stop", "prompts", "trace", "approval-default")
"""Keys of a table of sets that have a meaning of their own."""
