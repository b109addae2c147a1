"""A leaf tool of one consumer, as the installed SDK describes it."""

from typing import Any, Literal

import msgspec

from inspector.model.condition import Condition
from inspector.model.location import Location

Origin = Literal[
    "function",
    "agent_tool",
    "handoff",
    "mcp",
    "hosted",
    "shell",
    "custom",
    "apply_patch",
    "computer",
    "workflow",
]
Approval = Literal["none", "static", "dynamic", "table"]


class Parameter(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A positional parameter of a callable, as its signature has it."""

    name: str
    annotation: str = ""


class Contract(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How a call of the tool is executed."""

    is_async: bool | None = None
    """None where the code behind the tool can't be seen."""
    input_guardrails: tuple[str, ...] = ()
    output_guardrails: tuple[str, ...] = ()
    guardrails_run: bool = True
    """False for kinds whose guardrails the SDK never runs."""
    timeout: float | None = None
    """Seconds."""
    timeout_honoured: bool | None = None
    """False for one that the SDK can't keep: the code is sync, or it never looks at it."""
    timeout_raises: bool = False
    """Whether a timeout ends the run; else the model is told."""
    failure: Literal["default", "custom", "raise", "unknown"] = "unknown"


class Tool(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One thing a consumer's model can call by name."""

    key: str
    """Unique and stable within its consumer: `origin:visible`, with `#2`, `#3` for repeats."""
    visible: str
    """Exactly what the model is given; `namespace.name` for namespaced tools."""
    name: str
    namespace: str | None = None
    lookup_key: tuple[str, ...] | None = None
    """The SDK's dispatch key, as `("bare", "a")`; None for kinds that are dispatched by call type."""
    function: str | None = None
    """`package.module.qualname`; `server/tool` for MCP; the agent's name for agent-as-tool and handoff."""
    business_id: str | None = None
    origin: Origin
    type: str
    """Class name of the SDK object, as `WebSearchTool`."""
    via: tuple[str, ...] = ()
    """Passthroughs crossed, outermost first: MCP server, namespace."""
    path: str | None = None
    line: int | None = None
    """Of the code behind the tool, else of where the tool object was built."""
    built_at: Location | None = None
    identity: int
    """Equal for two entries exactly when they are the same object."""
    overridden: bool = False
    """The visible name differs from the name of the function behind it."""
    function_name: str | None = None
    """Bare name of the Python function behind a function tool."""
    description: str = ""
    docstring: str | None = None
    schema: dict[str, Any] | None = None
    deferred: bool = False
    enabled: bool | None = True
    """None: could not be evaluated."""
    predicate: str | None = None
    """Qualified name of the `is_enabled` callable, when it is one."""
    predicate_identity: int | None = None
    predicate_error: str | None = None
    predicate_failure: Literal["raised", "too_long", "stubbed"] | None = None
    """Why `enabled` is None; None also where the configured context failed: then nothing is proven."""
    approval: Approval = "none"
    approval_callable: str | None = None
    """Qualified name of a dynamic approval."""
    approval_parameters: tuple[Parameter, ...] = ()
    approval_location: Location | None = None
    predicate_parameters: tuple[Parameter, ...] = ()
    predicate_location: Location | None = None
    approval_handled: bool | None = None
    """Whether a hosted MCP tool has a callback for approval requests; None for other kinds."""
    hosted_allowed: tuple[str, ...] | None = None
    """`allowed_tools` of a hosted MCP tool; None where it allows all."""
    hosted_approval: dict[str, tuple[str, ...]] = {}
    """Names in its `require_approval` by policy, `always` and `never`."""
    variables: tuple[str, ...] = ()
    """Names of module attributes that hold this very object, other than its function's name."""
    contract: Contract = Contract()
    sent: bool = False
    """Whether the model receives it on this SDK version, with the project's collision policy."""
    shadowed_by: str | None = None
    """Key of the tool that runs instead."""
    wire: dict[str, Any] | None = None
    """Payload from the SDK's own Responses converter."""
    wire_error: str | None = None
    target: str | None = None
    """Id of the consumer that a handoff or agent-as-tool leads to."""
    server: str | None = None
    """MCP server name, or a hosted MCP tool's server label."""
    raw_name: str | None = None
    """Name within the MCP server, before any prefix."""
    precedence: int | None = None
    """Among the tools of its lookup key: of those that are there at once the one with the lowest runs.

    None where it has no rivals, or no run gets that far.
    """
    sent_if_shadowed: bool = False
    """Whether the model still receives it beside the one that runs."""
    presence: Condition | None = None
    """The legal scenarios in which it is there; None: in all that its consumer is in."""
    undecided: Condition | None = None
    """The legal scenarios in which its predicate gave no answer; None: `enabled` says it."""
    listed: Condition | None = None
    """The legal scenarios in which it stands in its consumer's lists, on or off; None: as for `presence`."""
    failing: Condition | None = None
    """The legal scenarios in which its predicate raises with the configured context; None: in none."""
    late: Condition | None = None
    """The legal scenarios in which its predicate takes too long with the configured context; None: none."""
    late_error: str | None = None
    """How long it was waited for there, as `no end after 1 s`."""
    doubt: str = ""
    """Why its presence isn't proven, as "in a 3-wise sample"; empty when it is."""
    gated: Condition | None = None
    """The legal scenarios in which an approval table lists it, where `approval` doesn't say it already."""

    @property
    def location(self) -> Location | None:
        return Location(self.path, self.line) if self.path is not None else self.built_at

    @property
    def places(self) -> tuple[Location, ...]:
        """Where the tool is to be found; of a handoff first where it is built, then the agent it leads to."""
        built = self.built_at if self.origin == "handoff" else None
        return tuple(dict.fromkeys(place for place in (built, self.location) if place is not None))

    @property
    def live(self) -> bool:
        """Whether it may be visible: enabled, or not known to be off."""
        return self.enabled is not False
