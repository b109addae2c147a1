"""Generated registries, as plain descriptions that any SDK version can be built from."""

import dataclasses

from hypothesis import strategies as st

NAMES = ["a", "b", "A", "crm.a", "x", "transfer_to_x", "a b", "mcp_s__a", ""]
AGENT_NAMES = ["x", "X", "x x", "y.", "a"]
SWITCHES = [
    "on",
    "off",
    "sync true",
    "sync false",
    "async true",
    "async false",
    "object true",
    "truthy",
    "zero",
]
HOSTED = [
    "WebSearchTool",
    "FileSearchTool",
    "CodeInterpreterTool",
    "ImageGenerationTool",
    "HostedMCPTool",
    "LocalShellTool",
    "ToolSearchTool",
]


@dataclasses.dataclass(frozen=True)
class FunctionSpec:
    name: str
    switch: str = "on"
    namespace: str | None = None
    deferred: bool = False
    codex: bool = False


@dataclasses.dataclass(frozen=True)
class AgentToolSpec:
    agent: int
    name: str | None = None
    switch: str = "on"
    namespace: str | None = None


@dataclasses.dataclass(frozen=True)
class HostedSpec:
    kind: str


@dataclasses.dataclass(frozen=True)
class LocalSpec:
    """A tool that the SDK runs itself, by call type."""

    kind: str
    name: str


@dataclasses.dataclass(frozen=True)
class RepeatSpec:
    """The very object that stands at another place of the list."""

    index: int


@dataclasses.dataclass(frozen=True)
class HandoffSpec:
    agent: int
    name: str | None = None
    switch: str = "on"
    bare: bool = False
    """The agent itself stands in `handoffs`."""


@dataclasses.dataclass(frozen=True)
class ServerSpec:
    name: str
    tools: tuple[str, ...]


ToolSpec = FunctionSpec | AgentToolSpec | HostedSpec | LocalSpec | RepeatSpec


@dataclasses.dataclass(frozen=True)
class RegistrySpec:
    tools: tuple[ToolSpec, ...] = ()
    handoffs: tuple[HandoffSpec | RepeatSpec, ...] = ()
    servers: tuple[ServerSpec, ...] = ()
    prefix: bool = False
    agents: tuple[str, ...] = ("x", "X")
    policy: str = "warn"


_switches = st.sampled_from(["on"] * 8 + SWITCHES)
_functions = st.builds(
    FunctionSpec,
    name=st.sampled_from(NAMES),
    switch=_switches,
    namespace=st.sampled_from([None] * 6 + ["crm", "erp", "crm", "erp", "a"]),
    deferred=st.sampled_from([False] * 6 + [True]),
    codex=st.sampled_from([False] * 19 + [True]),
)
_agent_tools = st.builds(
    AgentToolSpec,
    agent=st.integers(0, 3),
    name=st.sampled_from([None, None, "a", "x"]),
    switch=_switches,
    namespace=st.sampled_from([None, None, None, "crm"]),
)
_locals = st.builds(
    LocalSpec,
    kind=st.sampled_from(["CustomTool", "CustomTool", "ShellTool", "ApplyPatchTool"]),
    name=st.sampled_from(["a", "shell", "c"]),
)
_hosted = st.builds(HostedSpec, st.sampled_from(HOSTED))
_searchable = st.builds(
    FunctionSpec, name=st.sampled_from(["a", "b", "d"]), switch=_switches, deferred=st.just(True)
)
_tools = st.one_of(
    _functions,
    _functions,
    _functions,
    _functions,
    _agent_tools,
    _agent_tools,
    _hosted,
    _locals,
    st.builds(RepeatSpec, st.integers(0, 7)),
)
_handoffs = st.one_of(
    st.builds(
        HandoffSpec,
        agent=st.integers(0, 3),
        name=st.sampled_from([None, None, "a", "crm.a", "x"]),
        switch=_switches,
        bare=st.booleans(),
    ),
    st.builds(RepeatSpec, st.integers(0, 3)),
)
_servers = st.builds(
    ServerSpec,
    name=st.sampled_from(["s", "s t", "s_t", "crm"]),
    tools=st.lists(st.sampled_from(["a", "b", "c", "a-b", "a_b", "n" * 70]), max_size=3).map(tuple),
)

_with_search = st.tuples(_searchable, st.just(HostedSpec("ToolSearchTool")))
_tool_lists = st.one_of(
    st.lists(_tools, min_size=2, max_size=4),
    st.lists(_tools, min_size=4, max_size=8),
    st.tuples(_with_search, st.lists(_tools, max_size=5)).map(lambda parts: [*parts[0], *parts[1]]),
    st.lists(_tools, max_size=2),
)

registries = st.builds(
    RegistrySpec,
    tools=_tool_lists.map(tuple),
    handoffs=st.one_of(st.lists(_handoffs, max_size=1), st.lists(_handoffs, min_size=1, max_size=4)).map(
        tuple
    ),
    servers=st.one_of(st.just(()), st.lists(_servers, min_size=1, max_size=3).map(tuple)),
    prefix=st.booleans(),
    agents=st.lists(st.sampled_from(AGENT_NAMES), min_size=4, max_size=4).map(tuple),
    policy=st.sampled_from(["warn", "warn", "warn", "error"]),
)
