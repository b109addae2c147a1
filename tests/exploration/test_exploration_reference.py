"""What generated apps are held against is what the SDK itself does with them, in scenarios of each."""

import asyncio
import logging
from typing import Any

import agents
import pytest
from agents import Agent, ModelResponse, RunConfig, RunContextWrapper, RunHooks, Runner
from agents.models.interface import Model
from agents.usage import Usage
from enumeration import Desk, Enumerated, enumerate_all, load
from generated_projects import make_project
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

APPS, SCENARIOS = 6, 4
logging.getLogger("openai.agents").setLevel(logging.CRITICAL)


class Calling(Model):
    """Calls a tool first, when it has one to call, and records what it is given."""

    def __init__(self, call: str = "") -> None:
        self._call = call
        self.handoffs: list[str] = []
        self.told: str | None = None

    async def get_response(self, *_: Any, **given: Any) -> ModelResponse:
        self.told = given["system_instructions"]
        self.handoffs = [handoff.tool_name for handoff in given["handoffs"]]
        call, self._call = self._call, ""
        text = ResponseOutputText(annotations=[], text="done", type="output_text")
        final = ResponseOutputMessage(
            id="m", content=[text], role="assistant", status="completed", type="message"
        )
        return ModelResponse(output=[_call(call) if call else final], usage=Usage(), response_id=None)

    def stream_response(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError


def _call(name: str) -> ResponseFunctionToolCall:
    return ResponseFunctionToolCall(call_id="c", name=name, arguments='{"text": "x"}', type="function_call")


class Started(RunHooks[Any]):
    """What a run did first."""

    def __init__(self) -> None:
        self.functions: list[str] = []

    async def on_tool_start(self, context: Any, agent: Any, tool: Any) -> None:
        self.functions.append(tool.__wrapped__.__name__)

    async def on_handoff(self, context: Any, from_agent: Any, to_agent: Any) -> None:
        self.functions.append("handoff")


async def _check(agent: Agent[Any], context: Any, desk: Desk) -> None:
    there = await agent.get_all_tools(RunContextWrapper(context=context))
    assert [(tool.name, tool.__wrapped__.__name__) for tool in there] == [  # type: ignore[union-attr]
        (one.name, one.function) for one in desk.tools
    ]
    model, _ = await _run(agent, context, Calling())
    assert model.handoffs == [one.name for one in desk.handoffs]
    assert model.told == desk.told
    names = [one.name for one in desk.present]
    for name in {name for name in names if names.count(name) > 1}:
        _, started = await _run(agent, context, Calling(name))
        runs = desk.running(name)
        assert runs is not None and started[0] == runs.function


async def _run(agent: Agent[Any], context: Any, model: Calling) -> tuple[Calling, list[str]]:
    started = Started()
    config = RunConfig(model=model, tracing_disabled=True)
    await Runner.run(agent, "hi", context=context, run_config=config, hooks=started, max_turns=3)
    return model, started.functions


@pytest.mark.parametrize("seed", range(1000, 1008))
def test_the_sdk_agrees_with_brute_force(seed: int) -> None:
    project = make_project(seed, APPS)
    modules = load(project, agents)
    scenarios = [*zip(project.scenarios(), enumerate_all(project), strict=True)]
    for (flags, tenant), desks in scenarios[:: max(1, len(scenarios) // SCENARIOS)]:
        one = Enumerated(project, modules, flags, tenant)
        for app in project.apps:
            for consumer, agent in one.agents(app).items():
                if not desks[consumer].raising:
                    asyncio.run(_check(agent, one.context, desks[consumer]))
                else:
                    with pytest.raises(ValueError, match="not here"):
                        asyncio.run(_check(agent, one.context, desks[consumer]))
