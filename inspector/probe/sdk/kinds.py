"""Which of the SDK's kinds a value is."""

import functools
import sys
import typing
from typing import Any

import agents
from agents import Agent, FunctionTool, Handoff, RunConfig
from agents import agent as _agent_module
from agents import tool as _tool_module

from ..plain import is_a

AgentBase: type = getattr(_agent_module, "AgentBase", Agent)


def loaded_class(module: str, name: str) -> type | None:
    """A class of an SDK module that the project has imported; None otherwise."""
    found = getattr(sys.modules.get(module), name, None)
    return found if isinstance(found, type) else None


def consumer_kind(agent: Any) -> str | None:
    """`agent`, `sandbox` or `realtime`; None for what is no agent."""
    realtime = loaded_class("agents.realtime.agent", "RealtimeAgent")
    if realtime is not None and is_a(agent, realtime):
        return "realtime"
    sandbox = loaded_class("agents.sandbox.sandbox_agent", "SandboxAgent")
    if sandbox is not None and is_a(agent, sandbox):
        return "sandbox"
    return "agent" if is_agent(agent) else None


def is_agent(value: Any) -> bool:
    """Whether the value is an agent of any kind; asks no lazy object what it stands for."""
    return is_a(value, AgentBase)


def is_run_config(value: Any) -> bool:
    return is_a(value, RunConfig)


def passes_for(value: Any, kinds: Any) -> bool:
    """isinstance as the SDK asks it of what stands in an agent's lists; an object that can't say is none."""
    try:
        return isinstance(value, kinds)
    except Exception:
        return False


def is_function_tool(value: Any) -> bool:
    return passes_for(value, FunctionTool)


def is_handoff(value: Any) -> bool:
    return passes_for(value, Handoff)


@functools.lru_cache(maxsize=1)
def tool_classes() -> tuple[type, ...]:
    """Every class of the SDK's `Tool` union."""
    members = typing.get_args(getattr(_tool_module, "Tool", None))
    return tuple({typing.get_origin(member) or member: None for member in members})


def is_tool_by_type(value: Any) -> bool:
    """Whether the value is a tool or handoff by its type alone: asks no object what it stands for."""
    return is_a(value, (*tool_classes(), Handoff))


def is_tool(value: Any) -> bool:
    """Whether the SDK knows the value as a tool."""
    return passes_for(value, tool_classes())


def tool_kind(tool: Any) -> str:
    """Name of the SDK class that the tool is, or derives from: `FunctionTool`, `ShellTool`…"""
    for known in tool_classes():
        if passes_for(tool, known):
            return known.__name__
    return type(tool).__name__


def is_mcp_choice(choice: Any) -> bool:
    """Whether a tool choice forces a tool of a hosted MCP server, by its label."""
    known = getattr(agents.model_settings, "MCPToolChoice", None)
    return known is not None and passes_for(choice, known)
