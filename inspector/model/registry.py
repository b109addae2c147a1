"""What one load of a project yields: consumers with their tools, and what could not be shown."""

from typing import Literal

import msgspec

from inspector.model.condition import Condition
from inspector.model.control import ReadReference
from inspector.model.discovery import (
    Filled,
    LoadFailure,
    NotInspected,
    SeenInSource,
    Unlisted,
    Unstable,
    WouldRun,
)
from inspector.model.location import Location
from inspector.model.tool import Tool

ConsumerKind = Literal["agent", "sandbox", "realtime", "workflow"]
BoundaryKind = Literal["agent_tool", "handoff", "graph_node", "team_member", "swarm_hop"]


class Boundary(msgspec.Struct, frozen=True, kw_only=True):
    """The edge by which one consumer reaches another."""

    kind: BoundaryKind
    to: str
    """Consumer id."""


def choice_text(name: str | None, server: str | None) -> str | None:
    """A forced tool choice in a word: `label/name` for a tool of a hosted MCP server, `label/*` for any."""
    return name if server is None else f"{server}/{'*' if name is None else name}"


class Junk(msgspec.Struct, frozen=True, kw_only=True):
    """A value in `tools` or `handoffs` that the SDK drops or chokes on."""

    where: Literal["tools", "handoffs", "mcp_servers"]
    index: int
    type: str
    text: str
    """Shortened repr, control characters included: escape before showing."""
    effect: Literal["dropped", "error"]
    detail: str = ""
    """What the SDK said, when it raised."""
    location: Location | None = None


class McpServer(msgspec.Struct, frozen=True, kw_only=True):
    """A local MCP server of a consumer."""

    name: str
    type: str
    started: bool
    error: str | None = None
    tools: int = 0
    prefixed: bool = False
    raw_tools: tuple[str, ...] | None = None
    """Raw names of all that it lists before any filter; None where it wasn't listed."""
    filter: Literal["none", "static", "dynamic"] = "none"
    allowed: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    """Raw names in a static filter."""
    approval: dict[str, bool] = {}
    """Raw names in `require_approval` when that goes by name: whether it is asked."""


class Resolution(msgspec.Struct, frozen=True, kw_only=True):
    """What the SDK's own collision handling says of a consumer."""

    strict_error: str | None = None
    """UserError text under `tool_name_collision_policy="error"`; None where that passes or is unknown."""
    run_error: str | None = None
    """What `get_all_tools` or dispatch set-up raises on every run, whatever the policy."""
    wire_error: str | None = None
    """What the Responses converter raises for the whole tool set."""


class Consumer(msgspec.Struct, frozen=True, kw_only=True):
    """Whatever sees a set of tools."""

    id: str
    """`pkg.mod:attr`, `path/to/file.py:attr`, or `<parent id>>Name` for one that is only reached."""
    name: str
    kind: ConsumerKind = "agent"
    path: str | None = None
    line: int | None = None
    """Of its construction."""
    tools: tuple[Tool, ...] = ()
    boundaries: tuple[Boundary, ...] = ()
    junk: tuple[Junk, ...] = ()
    mcp_servers: tuple[McpServer, ...] = ()
    resolution: Resolution = Resolution()
    tools_list: int = 0
    """Identity of the `tools` list object: equal for two consumers exactly when they share it."""
    stop: tuple[str, ...] = ()
    stop_is_text: bool = False
    """`stop_at_tool_names` is a string, which the SDK searches for the tool's name as a part of it."""
    stop_behavior: str = "run_llm_again"
    """run_llm_again, stop_on_first_tool, stop_at_tools, or function."""
    tool_choice: str | None = None
    """A name; beside `tool_choice_server` one within that server, and None for any of its tools."""
    tool_choice_server: str | None = None
    """Label of the hosted MCP server that is forced, as by `MCPToolChoice`."""
    reset_tool_choice: bool = True
    instructions: str | None = None
    """The text, also of callable instructions that could be asked."""
    instructions_callable: str | None = None
    """Qualified name, when the instructions are a callable."""
    instructions_location: Location | None = None
    """Of that callable."""
    instructions_error: str | None = None
    """Why callable instructions could not be had."""
    model: str | None = None
    partial: bool = False
    """Built by a module that then failed to load."""
    presence: Condition | None = None
    """The legal scenarios in which it exists; None: in all."""
    doubt: str = ""
    """Why its presence isn't proven, as "in a 3-wise sample"; empty when it is."""
    variants: tuple["Consumer", ...] = ()
    """Of a consumer that isn't the same in all scenarios, leaving its tools aside: what it is in each.

    Without tools and without variants, each with the scenarios in which it is so; they exclude each other.
    """

    @property
    def location(self) -> Location | None:
        return Location(self.path, self.line) if self.path is not None else None

    @property
    def forms(self) -> tuple["Consumer", ...]:
        """All that it is in some scenario, leaving its tools aside."""
        return self.variants or (self,)

    @property
    def choice(self) -> str | None:
        """What is forced, in a word: a tool choice, or `label/name` of a hosted MCP server."""
        return choice_text(self.tool_choice, self.tool_choice_server)


class SdkInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The interpreter and SDK that answered."""

    sdk: str
    python: str
    executable: str = ""
    collision_policy: str = "warn"
    """warn, error, or `none` before SDK 0.19.3, which had no policy."""
    strict_available: bool = True


class Registry(msgspec.Struct, frozen=True, kw_only=True):
    """Everything known of a project after one load; the immutable snapshot every surface shows."""

    root: str
    """Absolute path of the project."""
    info: SdkInfo
    consumers: tuple[Consumer, ...] = ()
    failures: tuple[LoadFailure, ...] = ()
    not_inspected: tuple[NotInspected, ...] = ()
    seen: tuple[SeenInSource, ...] = ()
    would_run: tuple[WouldRun, ...] = ()
    filled: tuple[Filled, ...] = ()
    unstable: tuple[Unstable, ...] = ()
    stubbed: tuple[str, ...] = ()
    context: str = ""
    """Reference of the run context that the config names; empty: predicates were asked without one."""
    context_failed: bool = False
    """That context could not be had: what predicates raised without it proves nothing."""
    sources: tuple[str, ...] = ()
    """Project files that were imported, relative to the project."""
    part: str = ""
    """What of the project was asked for, as `support.agents:triage`; empty: all of it."""
    unlisted: tuple[Unlisted, ...] = ()
    references: tuple[ReadReference, ...] = ()
    """What the config's references hold, each as the first import root that knows it says."""
    run_tool_choice: str | None = None
    """That the configured RunConfig forces, over every agent's own."""
    run_tool_choice_server: str | None = None
    """As `Consumer.tool_choice_server`."""
    unknown_tool: str = ""
    """What a call of an unknown name leads to on this SDK and RunConfig, in words; empty where not known."""
    legal: Condition | None = None
    """Of a registry over all scenarios: those that can occur; None for a registry of one scenario."""
    doubt: str = ""
    """Why others may have more agents and tools, as "in a 3-wise sample"; empty: all of them are here."""

    @property
    def run_choice(self) -> str | None:
        """What the configured RunConfig forces, as `Consumer.choice`."""
        return choice_text(self.run_tool_choice, self.run_tool_choice_server)


class RootResult(msgspec.Struct, frozen=True, kw_only=True):
    """What one generation, that is one import root, answers."""

    root: str
    consumers: tuple[Consumer, ...] = ()
    failures: tuple[LoadFailure, ...] = ()
    not_inspected: tuple[NotInspected, ...] = ()
    seen: tuple[SeenInSource, ...] = ()
    would_run: tuple[WouldRun, ...] = ()
    filled: tuple[Filled, ...] = ()
    unstable: tuple[Unstable, ...] = ()
    stubbed: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    collision_policy: str | None = None
    """As the configured RunConfig says; None where none is configured, or it could not be had."""
    unresolved: tuple[tuple[str, str], ...] = ()
    """(key in the config, what is wrong): references that mean nothing of use in this import root."""
    context_failed: bool = False
    """The configured context could not be had: what predicates raised without it proves nothing."""
    unlisted: tuple[Unlisted, ...] = ()
    references: tuple[ReadReference, ...] = ()
    run_tool_choice: str | None = None
    run_tool_choice_server: str | None = None
    unknown_tool: str = ""
