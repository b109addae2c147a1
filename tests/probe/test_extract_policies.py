"""What servers, hosted tools and gates are told by name, and what their callables take."""

import enum
import functools
from typing import Any

import pytest
from agents import Agent, FunctionTool, HostedMCPTool, RunContextWrapper, ShellTool, function_tool, handoff
from agents.mcp import MCPServer, MCPServerStdio, create_static_tool_filter
from extraction import Found, read
from mcp import types as mcp_types

HOSTED = {"type": "mcp", "server_label": "docs", "server_url": "https://docs.invalid"}


def server(**options: Any) -> MCPServerStdio:
    return MCPServerStdio(params={"command": "unused"}, name="shop", **options)


def server_of(live: Any, **request: object) -> Any:
    return read(Agent(name="main", mcp_servers=[live]), **request).only.mcp_servers[0]


class InProcess(MCPServer):
    """Lists two tools without any process."""

    name = "shop"
    call_tool = list_prompts = get_prompt = None

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)

    async def connect(self) -> None:
        pass

    async def cleanup(self) -> None:
        pass

    async def list_tools(self, run_context: Any = None, agent: Any = None) -> list[Any]:
        schema = {"type": "object", "properties": {}}
        return [mcp_types.Tool(name=name, description="", inputSchema=schema) for name in ("look", "buy")]


class Names(str, enum.Enum):  # noqa: UP042 - its `str` is not its value
    LOOK = "look"
    BUY = "buy"


class Filtering(InProcess):
    """Keeps what it listed, and lets one tool through, as the SDK's own servers do."""

    tool_filter: Any = None

    async def list_tools(self, run_context: Any = None, agent: Any = None) -> list[Any]:
        self._tools_list = await super().list_tools()
        return self._tools_list[:1]


class Hostile(InProcess):
    def __getattribute__(self, name: str) -> Any:
        if name in ("tool_filter", "_needs_approval_policy", "_tools_list"):
            raise RuntimeError("not for you")
        return super().__getattribute__(name)


def choose(_context: Any, _tool: Any) -> bool:
    return True


def decide(context: RunContextWrapper[Any], agent: "Agent", tool: Any) -> bool:
    return True


async def gate(ctx: RunContextWrapper[Any], args: dict[str, Any], call_id: str) -> bool:
    return True


def allowed(agent: "Agent[Any]", ctx, /, extra: int = 1, *rest, key=None) -> bool:
    return True


class Gates:
    def allowed(self, ctx: Any, agent: Any) -> bool:
        return True

    def __call__(self, ctx: Any, agent: Any) -> bool:
        return True


@pytest.mark.parametrize(
    ("options", "kind", "let", "held"),
    [
        ({}, "none", (), ()),
        ({"tool_filter": create_static_tool_filter(["look"], ["buy"])}, "static", ("look",), ("buy",)),
        ({"tool_filter": {"blocked_tool_names": ["buy"]}}, "static", (), ("buy",)),
        (
            {"tool_filter": create_static_tool_filter([Names.LOOK], {Names.BUY})},
            "static",
            ("look",),
            ("buy",),
        ),
        ({"tool_filter": {"allowed_tool_names": "look"}}, "static", ("look",), ()),
        ({"tool_filter": choose}, "dynamic", (), ()),
    ],
)
def test_filters_are_read_without_a_start(options: dict[str, Any], kind: str, let: Any, held: Any) -> None:
    found = server_of(server(**options))
    assert (found.filter, found.allowed, found.blocked) == (kind, let, held)
    assert found.raw_tools is None


@pytest.mark.parametrize(
    ("required", "approval"),
    [
        (None, {}),
        ("always", {}),
        (True, {}),
        (decide, {}),
        ({"buy": "always", "look": "never"}, {"buy": True, "look": False}),
        ({"buy": True}, {"buy": True}),
        ({"always": {"tool_names": [Names.BUY]}}, {"buy": True}),
        (
            {"always": {"tool_names": ["buy"]}, "never": {"tool_names": ["look"]}},
            {"buy": True, "look": False},
        ),
        ({"never": {"tool_names": ["look"]}}, {"look": False}),
    ],
)
def test_approvals_are_read_in_every_form(required: Any, approval: dict[str, bool]) -> None:
    assert server_of(server(require_approval=required)).approval == approval


def test_what_a_server_lists_is_known_before_its_filter() -> None:
    plain = server_of(InProcess(), mcp=True)
    assert (plain.raw_tools, plain.tools) == (("look", "buy"), 2)
    filtering = Filtering()
    filtering.tool_filter = choose
    found = server_of(filtering, mcp=True)
    assert (found.raw_tools, found.tools, found.filter) == (("look", "buy"), 1, "dynamic")


def test_a_server_that_says_nothing_of_itself_has_its_tools() -> None:
    consumer = read(Agent(name="main", mcp_servers=[Hostile()]), mcp=True).only
    (found,) = consumer.mcp_servers
    assert (found.filter, found.approval) == ("none", {})


def test_the_approval_callable_of_a_server_is_the_projects_own() -> None:
    agent = Agent(name="main", mcp_servers=[InProcess(require_approval=decide)])
    tool = read(agent, mcp=True).only.tools[0]
    assert (tool.approval, tool.approval_callable) == ("dynamic", f"{__name__}.decide")
    assert [parameter.name for parameter in tool.approval_parameters] == ["context", "agent", "tool"]


@pytest.mark.parametrize(
    ("config", "let", "approval"),
    [
        ({}, None, {}),
        ({"allowed_tools": ["look"]}, ("look",), {}),
        ({"allowed_tools": {"tool_names": ["look"]}}, ("look",), {}),
        ({"allowed_tools": {"read_only": True}}, None, {}),
        ({"allowed_tools": []}, (), {}),
        ({"require_approval": "always"}, None, {}),
        (
            {"require_approval": {"always": {"tool_names": ["buy"]}, "never": {"tool_names": ["look"]}}},
            None,
            {"always": ("buy",), "never": ("look",)},
        ),
    ],
)
def test_hosted_tools_are_told_by_name(config: dict[str, Any], let: Any, approval: Any) -> None:
    tool = read(Agent(name="main", tools=[HostedMCPTool(tool_config={**HOSTED, **config})])).only.tools[0]
    assert (tool.hosted_allowed, tool.hosted_approval) == (let, approval)
    assert tool.approval_handled is False


def test_whoever_answers_approval_requests_is_known() -> None:
    hosted = HostedMCPTool(tool_config=HOSTED, on_approval_request=lambda _request: {"approve": True})
    tools = read(Agent(name="main", tools=[hosted, ShellTool(executor=len)])).only.tools
    assert [tool.approval_handled for tool in tools] == [True, None]


def lookup(key: str) -> str:
    """Looks up."""
    return key


@pytest.mark.parametrize(
    ("predicate", "taken"),
    [
        (allowed, [("agent", "Agent[Any]"), ("ctx", ""), ("extra", "int")]),
        (Gates().allowed, [("ctx", "Any"), ("agent", "Any")]),
        (Gates(), [("ctx", "Any"), ("agent", "Any")]),
        (functools.partial(allowed, None), [("ctx", ""), ("extra", "int")]),
        (lambda *given: True, []),
        (dict, []),
    ],
)
def test_what_a_predicate_takes_is_told_without_evaluating_it(predicate: Any, taken: Any) -> None:
    entries = [function_tool(lookup, is_enabled=predicate), handoff(Agent(name="B"), is_enabled=predicate)]
    consumer = read(Found(Agent(name="main", tools=entries[:1], handoffs=entries[1:]), "main")).only
    for tool in consumer.tools:
        found = [(each.name, each.annotation.removeprefix("typing.")) for each in tool.predicate_parameters]
        assert found == taken


def test_what_an_approval_takes_is_told() -> None:
    gated, plain = function_tool(lookup, needs_approval=gate), function_tool(lookup, needs_approval=True)
    first, second = read(Agent(name="main", tools=[gated, plain])).only.tools
    assert first.approval_callable == f"{__name__}.gate"
    assert [each.name for each in first.approval_parameters] == ["ctx", "args", "call_id"]
    assert "RunContextWrapper" in first.approval_parameters[0].annotation
    assert (second.approval_callable, second.approval_parameters) == (None, ())


def test_a_signature_that_raises_tells_nothing() -> None:
    class Odd:
        @property
        def __signature__(self) -> Any:
            raise RuntimeError("none")

        def __call__(self, _context: Any, _agent: Any) -> bool:
            return True

    tool = read(Agent(name="main", tools=[function_tool(lookup, is_enabled=Odd())])).only.tools[0]
    assert (tool.enabled, tool.predicate_parameters) == (True, ())


def test_timeouts_say_whether_they_can_be_kept() -> None:
    async def slow(key: str) -> str:
        return key

    async def invoke(_context: Any, _arguments: str) -> str:
        return ""

    late = function_tool(lookup)
    late.timeout_seconds = 2.0
    raising = function_tool(slow, timeout=1.0, timeout_behavior="raise_exception")
    raw = FunctionTool("raw", "", {}, invoke, strict_json_schema=False, timeout_seconds=3.0)
    shell = ShellTool(executor=len)
    shell.timeout_seconds = 4.0
    tools = read(Agent(name="main", tools=[late, raising, raw, shell, function_tool(slow)])).only.tools
    assert [
        (tool.contract.timeout, tool.contract.timeout_honoured, tool.contract.timeout_raises)
        for tool in tools
    ] == [
        (2.0, False, False),
        (1.0, True, True),
        (3.0, True, False),
        (4.0, False, False),
        (None, None, False),
    ]
