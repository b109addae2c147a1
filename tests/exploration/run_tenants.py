"""`python run_tenants.py PROJECT`: multi_tenant as each tenant has it, found by running it; JSON on stdout.

By tenant and agent: what the model received, what runs where a name is there twice, and what it is told.
"""

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

os.environ["OPENAI_AGENTS_DISABLE_TRACING"] = "1"

import tomli
from agents import Agent, ModelResponse, RunConfig, RunContextWrapper, RunHooks, Runner
from agents.models.interface import Model
from agents.usage import Usage
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText


class Recording(Model):
    """Keeps what it is given; calls a tool first when it has one to call."""

    def __init__(self, call: str = "", arguments: str = "{}") -> None:
        self._call = call
        self._arguments = arguments
        self.received: list[tuple[list[Any], list[Any]]] = []
        self.told: str | None = None

    async def get_response(self, *_: Any, **given: Any) -> ModelResponse:
        self.received.append((list(given["tools"]), list(given["handoffs"])))
        self.told = self.told or given["system_instructions"]
        call, self._call = self._call, ""
        if call:
            item: Any = ResponseFunctionToolCall(
                call_id="c", name=call, arguments=self._arguments, type="function_call"
            )
        else:
            text = ResponseOutputText(annotations=[], text="done", type="output_text")
            item = ResponseOutputMessage(
                id="m", content=[text], role="assistant", status="completed", type="message"
            )
        return ModelResponse(output=[item], usage=Usage(), response_id=None)

    def stream_response(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError


class Started(RunHooks[Any]):
    """Which tools were started."""

    def __init__(self) -> None:
        self.tools: list[Any] = []

    async def on_tool_start(self, context: Any, agent: Any, tool: Any) -> None:
        self.tools.append(tool)


def function_behind(tool: Any) -> str:
    """`module.function`, or `kb/tool` where the tool is that of a server."""
    modules = [module for name, module in sys.modules.items() if name.startswith("deskmate.")]
    homes = [
        (module.__name__, name) for module in modules for name, value in vars(module).items() if value is tool
    ]
    return ".".join(homes[0]) if homes else f"kb/{tool.name}"


async def as_seen(agent: Agent[Any], context: Any) -> dict[str, Any]:
    """What one agent is in one context."""
    there = await agent.get_all_tools(RunContextWrapper(context=context))
    model, _ = await _run(agent, context, Recording())
    received, handoffs = model.received[0]
    names = [tool.name for tool in there]
    runs = {}
    for name in sorted({name for name in names if names.count(name) > 1}):
        rivals = [tool for tool in there if tool.name == name]
        keys = {key for tool in rivals for key in tool.params_json_schema["properties"]}
        call = Recording(name, json.dumps(dict.fromkeys(keys, "x")))
        _, started = await _run(agent, context, call)
        runs[name] = function_behind(started[0])
    return {
        "tools": [[tool.name, function_behind(tool)] for tool in there],
        "received": [tool.name for tool in received],
        "handoffs": [handoff.tool_name for handoff in handoffs],
        "runs": runs,
        "told": model.told,
    }


async def _run(agent: Agent[Any], context: Any, model: Recording) -> tuple[Recording, list[Any]]:
    started = Started()
    config = RunConfig(model=model, tracing_disabled=True)
    await Runner.run(agent, "hi", context=context, run_config=config, hooks=started, max_turns=3)
    return model, started.tools


async def tenants(project: Path) -> dict[str, Any]:
    from deskmate.desks.back import billing, reports, voice
    from deskmate.desks.editor import build_editor, knowledge_base
    from deskmate.desks.front import build_front_desk
    from deskmate.policy.approvals import approvals_for
    from deskmate.workspace import open_workspace

    config = tomli.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["toolinspect"]
    defaults = {flag: values[0] for flag, values in config["flags"].items()}
    found = {}
    await knowledge_base.connect()
    for name, own in config["tenants"].items():
        flags = {**defaults, **own}
        agents = [build_front_desk(name), build_editor(flags["editorial_review"]), billing, reports, voice]
        context = open_workspace(flags, name)
        found[name] = {
            "flags": flags,
            "approvals": sorted(approvals_for(flags["plan"])),
            "agents": {agent.name: await as_seen(agent, context) for agent in agents},
        }
    await knowledge_base.cleanup()
    return found


if __name__ == "__main__":
    root = Path(sys.argv[1])
    sys.path.insert(0, str(root))
    print(json.dumps(asyncio.run(tenants(root))))
