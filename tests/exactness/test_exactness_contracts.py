"""How a call is executed: what the probe says of guardrails, timeouts and unknown names, the Runner does."""

import asyncio
import time
from typing import Any

import agents
import pytest
from agents import Agent, FunctionTool, ModelSettings, RunConfig, Runner, function_tool, handoff
from exactness_build import FIELDS, SCHEMA, ScriptedModel
from exactness_mcp import MarkingServer
from exactness_probe import Found, Live, module, read
from openai.types.responses import ResponseFunctionToolCall

RUN_FIELDS = getattr(RunConfig, "__dataclass_fields__", {})
HAS_GUARDRAILS = "tool_input_guardrails" in FIELDS
HAS_TIMEOUTS = "timeout_seconds" in FIELDS


def call(name: str, arguments: str = "{}") -> ResponseFunctionToolCall:
    return ResponseFunctionToolCall(call_id="c", name=name, arguments=arguments, type="function_call")


def run(agent: Agent, *script: Live, **options: Live) -> Live:
    """The result of a real run in which the model answers with these items first."""
    agent.model.script = list(script)
    loop = asyncio.new_event_loop()
    try:
        work = Runner.run(agent, "hi", run_config=RunConfig(tracing_disabled=True, **options))
        return loop.run_until_complete(work)
    finally:
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()


def outputs(result: Live) -> str:
    """What the model was told of its calls."""
    return str([getattr(item, "output", "") for item in result.new_items])


def contract(agent: Agent, **request: Live) -> dict[str, Any]:
    """The contract of an agent's only entry."""
    (tool,) = read([Found(agent, "main")], **request)[0][0]["tools"]
    found: dict[str, Any] = tool["contract"]
    return found


class Prepared(Agent):
    """Its MCP tools get what the test sets on tools of the other kinds."""

    async def get_mcp_tools(self, run_context: Live) -> list[Live]:
        return [PREPARE[0](tool) for tool in await super().get_mcp_tools(run_context)]


PREPARE: list[Live] = [lambda tool: tool]


class SlowServer(MarkingServer):
    async def call_tool(self, *given: Live, **named: Live) -> Live:
        await asyncio.sleep(5)
        return await super().call_tool(*given, **named)


class SlowModel(ScriptedModel):
    async def get_response(self, *given: Live, **named: Live) -> Live:
        await asyncio.sleep(5)
        return await super().get_response(*given, **named)


def sync_work() -> str:
    time.sleep(0.3)
    return "done"


async def async_work() -> str:
    await asyncio.sleep(5)
    return "done"


async def invoked(_context: Live, _arguments: str) -> str:
    await asyncio.sleep(5)
    return "done"


def made(kind: str, *, slow: bool) -> tuple[Agent, Live, ResponseFunctionToolCall]:
    """(agent, its only entry, a call of it); for MCP the entry comes of `Prepared`."""
    model = ScriptedModel()
    other = Agent(name="other", model=SlowModel() if slow else ScriptedModel())
    if kind == "mcp":
        server = (SlowServer if slow else MarkingServer)("shop", ("buy",), [])
        return Prepared(name="main", model=model, mcp_servers=[server]), None, call("buy")
    if kind == "handoff":
        entry = handoff(other)
        return Agent(name="main", model=model, handoffs=[entry]), entry, call(entry.tool_name)
    if kind == "agent":
        entry = other.as_tool("ask", "Asks.")
    elif kind == "raw":
        entry = FunctionTool(
            name="raw", description="", params_json_schema=SCHEMA, on_invoke_tool=invoked if slow else quick
        )
    else:
        entry = function_tool({"sync": sync_work, "async": async_work if slow else quick_work}[kind])
    arguments = '{"input": "x"}' if kind == "agent" else "{}"
    return Agent(name="main", model=model, tools=[entry]), entry, call(entry.name, arguments)


async def quick(_context: Live, _arguments: str) -> str:
    return "done"


async def quick_work() -> str:
    return "done"


def guarded(ran: list[str]) -> Live:
    """Sets guardrails on a tool that mark their run."""

    def mark_input(_data: Live) -> Live:
        ran.append("input")
        return agents.ToolGuardrailFunctionOutput.allow()

    def mark_output(_data: Live) -> Live:
        ran.append("output")
        return agents.ToolGuardrailFunctionOutput.allow()

    def prepare(tool: Live) -> Live:
        tool.tool_input_guardrails = [agents.tool_input_guardrail(mark_input)]
        tool.tool_output_guardrails = [agents.tool_output_guardrail(mark_output)]
        return tool

    return prepare


@pytest.mark.parametrize("kind", ["sync", "async", "raw", "agent", "mcp", "handoff"])
def test_guardrails_run_where_the_probe_says_so(kind: str) -> None:
    agent, entry, asked = made(kind, slow=False)
    if not HAS_GUARDRAILS:
        assert contract(agent, mcp=True)["guardrails_run"] is False
        return
    ran: list[str] = []
    PREPARE[0] = guarded(ran)
    if entry is not None:
        PREPARE[0](entry)
    said = contract(agent, mcp=True)
    run(agent, asked)
    assert ran == (["input", "output"] if said["guardrails_run"] else [])
    assert said["guardrails_run"] is (kind != "handoff")


@pytest.mark.parametrize(
    "kind", ["CustomTool", "ShellTool", "ApplyPatchTool", "ComputerTool", "WebSearchTool"]
)
def test_other_kinds_have_no_tool_guardrails_to_run(kind: str) -> None:
    cls = getattr(agents, kind, None)
    assert not {"tool_input_guardrails", "tool_output_guardrails"} & {
        *getattr(cls, "__dataclass_fields__", {})
    }
    if kind == "WebSearchTool":
        assert contract(Agent(name="main", tools=[cls()]))["guardrails_run"] is False


@pytest.mark.parametrize("raises", [False, True])
@pytest.mark.parametrize("kind", ["sync", "async", "raw", "agent", "mcp"])
def test_timeouts_are_kept_where_the_probe_says_so(kind: str, *, raises: bool) -> None:
    def prepare(tool: Live) -> Live:
        tool.timeout_seconds = 0.05
        tool.timeout_behavior = "raise_exception" if raises else "error_as_result"
        return tool

    agent, entry, asked = made(kind, slow=True)
    PREPARE[0] = prepare
    if entry is not None:
        prepare(entry)
    said = contract(agent, mcp=True)
    assert said["timeout"] == 0.05
    if not HAS_TIMEOUTS:
        assert (said["timeout_honoured"], said["timeout_raises"]) == (False, False)
        return
    began = time.monotonic()
    if raises:
        with pytest.raises(agents.ToolTimeoutError):
            run(agent, asked)
    else:
        assert "timed out" in outputs(run(agent, asked))
    assert said["timeout_raises"] is raises
    in_time = time.monotonic() - began < 0.25
    assert in_time is said["timeout_honoured"] is (kind != "sync")


@pytest.mark.parametrize("behavior", [None, "raise_error", "return_error_to_model"])
def test_a_call_of_an_unknown_name_ends_as_the_probe_says(behavior: str | None) -> None:
    options = {"tool_not_found_behavior": behavior} if behavior else {}
    if behavior and "tool_not_found_behavior" not in RUN_FIELDS:
        options = {}
    said = module("sdk").unknown_tool(RunConfig(**options))
    agent = Agent(name="main", model=ScriptedModel(), tools=[function_tool(quick_work)])
    if said == "ends the run with ModelBehaviorError":
        with pytest.raises(agents.ModelBehaviorError):
            run(agent, call("nothing_of_that_name"), **options)
        return
    assert said == "is answered with an error that the model sees, and the run goes on"
    assert "not found" in outputs(run(agent, call("nothing_of_that_name"), **options))


def test_the_choice_of_a_run_config_is_what_the_model_is_forced_to() -> None:
    class Choosing(ScriptedModel):
        choices: list[Live] = []  # noqa: RUF012 - one model, one test

        async def get_response(self, *given: Live, **named: Live) -> Live:
            self.choices.append(named["model_settings"].tool_choice)
            return await super().get_response(*given, **named)

    settings = ModelSettings(tool_choice="quick_work")
    agent = Agent(
        name="main",
        model=Choosing(),
        tools=[function_tool(quick_work)],
        model_settings=ModelSettings(tool_choice="other"),
    )
    run(agent, call("quick_work"), model_settings=settings)
    said = module("agent_settings").forced_choice(RunConfig(model_settings=settings))["tool_choice"]
    assert agent.model.choices == [said, None]


def test_instructions_are_what_the_model_is_sent() -> None:
    class Listening(ScriptedModel):
        heard: Live = None

        async def get_response(self, *given: Live, **named: Live) -> Live:
            self.heard = named["system_instructions"] if "system_instructions" in named else given[0]
            return await super().get_response(*given, **named)

    async def later(_context: Live, agent: Live) -> str:
        return f"later {agent.name}"

    for given in ("plain", lambda _context, agent: f"now {agent.name}", later):
        agent = Agent(name="main", model=Listening(), instructions=given)
        said = read([Found(agent, "main")])[0][0]["instructions"]
        run(agent)
        assert agent.model.heard == said
