"""From every kind of tool back to the code behind it, on every SDK version."""

import functools
import inspect
from pathlib import Path

import pytest
from agents import Agent, FunctionTool, function_tool, handoff
from exactness_build import FIELDS, ScriptedModel
from exactness_mcp import MarkingServer
from exactness_probe import Found, Live, read

MODULE = __name__
FILE = Path(__file__).name


def line_of(function: Live) -> int:
    return inspect.unwrap(function).__code__.co_firstlineno


def entry(tool: Live, **request: Live) -> dict[str, Live]:
    """The dict of the only tool of an agent."""
    (found,) = read([Found(Agent(name="main", tools=[tool]), "main")], **request)[0][0]["tools"]
    return found


def refund_order(order: str) -> str:
    """Gives the money back."""
    return order


async def refund_later(order: str) -> str:
    """Gives the money back later."""
    return order


def traced(function: Live) -> Live:
    @functools.wraps(function)
    def wrapper(*args: Live, **kwargs: Live) -> Live:
        return function(*args, **kwargs)

    return wrapper


@traced
def refund_traced(order: str) -> str:
    """Gives the money back, traced."""
    return order


class Desk:
    def __init__(self, name: str) -> None:
        self.name = name

    def refund(self, order: str) -> str:
        """Gives the money back at a desk."""
        return order + self.name


@pytest.mark.parametrize(
    ("function", "qualified"),
    [
        (refund_order, "refund_order"),
        (refund_later, "refund_later"),
        (refund_traced, "refund_traced"),
        (Desk("x").refund, "Desk.refund"),
    ],
)
def test_a_decorated_function_is_found(function: Live, qualified: str) -> None:
    tool = entry(function_tool(function, name_override="give_back"))
    assert tool["function"] == f"{MODULE}.{qualified}"
    assert tool["function_name"] == qualified.rpartition(".")[2]
    assert (tool["path"], tool["line"]) == (FILE, line_of(function))
    assert tool["docstring"].startswith("Gives the money back")
    assert tool["visible"] == "give_back"
    assert tool["overridden"] is True
    assert tool["contract"]["is_async"] is (function is refund_later)


def test_an_unchanged_name_is_no_override() -> None:
    assert entry(function_tool(refund_order))["overridden"] is False


def test_a_raw_tool_leads_to_its_invoker() -> None:
    async def invoke(_context: Live, _arguments: str) -> str:
        return ""

    raw = FunctionTool(
        name="raw", description="", params_json_schema={}, on_invoke_tool=invoke, strict_json_schema=False
    )
    tool = entry(raw)
    assert tool["function"].endswith(".invoke")
    assert tool["line"] == line_of(invoke)
    assert tool["overridden"] is False
    assert tool["contract"]["failure"] == "unknown"


@pytest.mark.parametrize("name", [None, "ask_billing"])
def test_an_agent_tool_leads_to_its_agent(name: str | None) -> None:
    billing = Agent(name="Billing Bot")
    agent = Agent(name="main", tools=[billing.as_tool(name, "asks")])
    found = [Found(agent, "main"), Found(billing, "app:billing", "/elsewhere/app.py", 7)]
    consumer = read(found)[0][0]
    (tool,) = consumer["tools"]
    assert (tool["origin"], tool["target"], tool["function"]) == ("agent_tool", "app:billing", "Billing Bot")
    assert (tool["path"], tool["line"]) == ("/elsewhere/app.py", 7)
    assert tool["overridden"] is (name is not None)
    assert consumer["boundaries"] == [{"kind": "agent_tool", "to": "app:billing"}]


@pytest.mark.parametrize("form", ["agent", "handoff"])
def test_a_handoff_leads_to_its_agent(form: str) -> None:
    billing = Agent(name="Billing Bot")
    entry_in_list = billing if form == "agent" else handoff(billing)
    agent = Agent(name="main", handoffs=[entry_in_list])
    consumer = read([Found(agent, "main"), Found(billing, "app:billing")])[0][0]
    (tool,) = consumer["tools"]
    assert (tool["origin"], tool["target"]) == ("handoff", "app:billing")
    assert tool["visible"] == "transfer_to_billing_bot"
    assert tool["overridden"] is False
    assert consumer["boundaries"] == [{"kind": "handoff", "to": "app:billing"}]


def test_an_mcp_tool_leads_to_its_server() -> None:
    agent = Agent(name="main", mcp_servers=[MarkingServer("crm", ("lookup",), [])])
    (tool,) = read([Found(agent, "main")], mcp=True)[0][0]["tools"]
    assert (tool["origin"], tool["function"], tool["via"]) == ("mcp", "crm/lookup", ["crm"])
    assert (tool["server"], tool["raw_name"]) == ("crm", "lookup")
    assert tool["contract"]["is_async"] is None


@pytest.mark.parametrize(
    ("options", "policy"),
    [
        ({}, "default"),
        ({"failure_error_function": None}, "raise"),
        ({"failure_error_function": lambda _context, _error: "sorry"}, "custom"),
    ],
)
def test_the_failure_policy_is_read(options: dict[str, Live], policy: str) -> None:
    assert entry(function_tool(refund_order, **options))["contract"]["failure"] == policy


def test_the_schema_and_the_payload_are_the_sdks_own() -> None:
    live = function_tool(refund_order)
    tool = entry(live)
    assert tool["schema"] == live.params_json_schema
    assert tool["wire"]["parameters"] == live.params_json_schema
    assert tool["wire"]["name"] == "refund_order"


def test_reading_changes_no_agent() -> None:
    tools = [function_tool(refund_order), function_tool(refund_order)]
    agent = Agent(name="main", model=ScriptedModel(), tools=tools, handoffs=[Agent(name="other")])
    before = {name: id(value) for name, value in vars(agent).items()}
    contents = [id(tool) for tool in agent.tools]
    state = [dict(vars(tool)) for tool in tools]
    read([Found(agent, "main")])
    assert {name: id(value) for name, value in vars(agent).items()} == before
    assert [id(tool) for tool in agent.tools] == contents
    assert [{k: id(v) for k, v in vars(tool).items()} for tool in tools] == [
        {k: id(v) for k, v in each.items()} for each in state
    ]


def test_approval_is_none_static_or_dynamic() -> None:
    async def needed(_context: Live, _arguments: dict[str, Live], _call: str) -> bool:
        return True

    assert entry(function_tool(refund_order))["approval"] == "none"
    gates = [(True, "static"), (needed, "dynamic")] if "needs_approval" in FIELDS else []
    for gate, said in gates:
        assert entry(function_tool(refund_order, needs_approval=gate))["approval"] == said
