"""Live agents from a description; whatever runs leaves its mark in `Built.ran`."""

import copy
import dataclasses
from typing import Any

import agents
from agents import Agent, FunctionTool, ModelResponse, function_tool, handoff
from agents import tool as tool_module
from agents.models.interface import Model
from agents.usage import Usage
from exactness_mcp import MarkingServer
from exactness_probe import Live
from exactness_specs import (
    AgentToolSpec,
    FunctionSpec,
    HandoffSpec,
    HostedSpec,
    LocalSpec,
    RegistrySpec,
    RepeatSpec,
)
from openai.types.responses import ResponseOutputMessage, ResponseOutputText

FIELDS = getattr(FunctionTool, "__dataclass_fields__", {})
SCHEMA: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False, "required": []}


@dataclasses.dataclass
class Built:
    agent: Agent[Any]
    others: list[Agent[Any]]
    servers: list[MarkingServer]
    ran: list[str]
    """`function <qualified name>`, `mcp <server>/<tool>`, `agent <consumer id>`, `local <index>`."""
    model: "ScriptedModel"


class ScriptedModel(Model):
    """Records what it is given; answers with the scripted items once, then with a final message."""

    def __init__(self, ran: list[str] | None = None, mark: str = "") -> None:
        self.ran = ran
        self.mark = mark
        self.script: list[Any] = []
        self.received: list[tuple[list[Any], list[Any]]] = []

    async def get_response(self, *args: Live, **given: Live) -> ModelResponse:
        self.received.append((list(given["tools"]), list(given["handoffs"])))
        if self.ran is not None and self.mark:
            self.ran.append(self.mark)
        items, self.script = self.script, []
        return ModelResponse(output=items or [final_message()], usage=Usage(), response_id=None)

    def stream_response(self, *args: Live, **rest: Live) -> Live:
        raise NotImplementedError


def final_message() -> ResponseOutputMessage:
    text = ResponseOutputText(annotations=[], text="done", type="output_text")
    return ResponseOutputMessage(id="m", content=[text], role="assistant", status="completed", type="message")


def switch(kind: str) -> Live:
    """An `is_enabled` value of one kind."""

    async def later(_context: Live, _agent: Live, *, answer: bool) -> bool:
        return answer

    class Switch:
        def __call__(self, _context: Live, _agent: Live) -> bool:
            return True

    return {
        "on": True,
        "off": False,
        "sync true": lambda _context, _agent: True,
        "sync false": lambda _context, _agent: False,
        "async true": lambda context, agent: later(context, agent, answer=True),
        "async false": lambda context, agent: later(context, agent, answer=False),
        "object true": Switch(),
        "truthy": lambda _context, _agent: "no",
        "zero": lambda _context, _agent: 0,
    }[kind]


def build(spec: RegistrySpec) -> Built:
    """The agent under test, the agents it leads to, and its in-process MCP servers."""
    ran: list[str] = []
    others = [
        Agent(name=name, model=ScriptedModel(ran, f"agent other{index}"))
        for index, name in enumerate(spec.agents)
    ]
    model = ScriptedModel()
    tools: list[Any] = []
    for index, tool in enumerate(spec.tools):
        made = _tool(tool, index, tools, others, ran)
        if made is not None:
            tools.append(made)
    handoffs: list[Any] = []
    for entry in spec.handoffs:
        if isinstance(entry, RepeatSpec):
            handoffs += [handoffs[entry.index]] if entry.index < len(handoffs) else []
        else:
            handoffs.append(_handoff(entry, others))
    servers = [MarkingServer(server.name, server.tools, ran) for server in spec.servers]
    config = {"include_server_in_tool_names": True} if spec.prefix else {}
    lists = {"tools": tools, "handoffs": handoffs, "mcp_servers": servers}
    agent = Agent(name="main", model=model, mcp_config=config, **lists)
    return Built(agent, others, servers, ran, model)


def _tool(spec: Live, index: int, before: list[Any], others: list[Agent[Any]], ran: list[str]) -> Live:
    if isinstance(spec, RepeatSpec):
        return before[spec.index] if spec.index < len(before) else None
    if isinstance(spec, HostedSpec):
        return _hosted(spec)
    if isinstance(spec, LocalSpec):
        return _local(spec, index, ran)
    if isinstance(spec, FunctionSpec):
        return _namespaced(_function(spec, index, ran), spec.namespace)
    return _namespaced(_agent_tool(spec, others), spec.namespace)


def _function(spec: FunctionSpec, index: int, ran: list[str]) -> FunctionTool:
    def mark() -> str:
        ran.append(f"function {mark.__module__}.{mark.__qualname__}")
        return "ok"

    mark.__qualname__ = f"mark{index}"
    options: dict[str, Any] = {"name_override": spec.name or "placeholder", "is_enabled": switch(spec.switch)}
    if spec.deferred and "defer_loading" in FIELDS:
        options["defer_loading"] = True
    tool = function_tool(mark, **options)
    tool.name = spec.name
    if spec.codex and "_is_codex_tool" in FIELDS:
        tool._is_codex_tool = True
    return tool


def _agent_tool(spec: AgentToolSpec, others: list[Agent[Any]]) -> FunctionTool:
    tool = others[spec.agent].as_tool(spec.name, "asks")
    tool.is_enabled = switch(spec.switch)
    return tool


def _namespaced(tool: FunctionTool, namespace: str | None) -> FunctionTool:
    if namespace is None or "_tool_namespace" not in FIELDS:
        return tool
    moved = copy.copy(tool)
    moved._tool_namespace = namespace
    moved._tool_namespace_description = "a group"
    return moved


def _hosted(spec: HostedSpec) -> Live:
    cls = getattr(tool_module, spec.kind, None)
    if cls is None:
        return None
    arguments: dict[str, dict[str, Any]] = {
        "FileSearchTool": {"vector_store_ids": ["v"]},
        "CodeInterpreterTool": {"tool_config": {"type": "code_interpreter", "container": {"type": "auto"}}},
        "ImageGenerationTool": {"tool_config": {"type": "image_generation"}},
        "HostedMCPTool": {
            "tool_config": {"type": "mcp", "server_label": "h", "server_url": "https://h.invalid"}
        },
        "LocalShellTool": {"executor": lambda _request: "out"},
    }
    return cls(**arguments.get(spec.kind, {}))


def _local(spec: LocalSpec, index: int, ran: list[str]) -> Live:
    cls = getattr(tool_module, spec.kind, None)
    if cls is None:
        return None
    mark = f"local {index}"
    if spec.kind == "CustomTool":

        async def work(_context: Live, _text: str) -> str:
            ran.append(mark)
            return "ok"

        tool = cls(name=spec.name, description="", on_invoke_tool=work)
    elif spec.kind == "ShellTool":

        def execute(_request: Live) -> str:
            ran.append(mark)
            return "ok"

        tool = cls(executor=execute)
    else:
        tool = cls(editor=_Editor(ran, mark))
    tool.exactness_mark = mark
    return tool


class _Editor:
    def __init__(self, ran: list[str], mark: str) -> None:
        self._ran = ran
        self._mark = mark

    def create_file(self, _operation: Live) -> Live:
        self._ran.append(self._mark)
        return agents.editor.ApplyPatchResult(status="completed", output="ok")

    update_file = create_file
    delete_file = create_file


def _handoff(spec: HandoffSpec, others: list[Agent[Any]]) -> Live:
    agent = others[spec.agent]
    if spec.bare:
        return agent
    return handoff(agent, tool_name_override=spec.name, is_enabled=switch(spec.switch))
