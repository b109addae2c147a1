"""What the generated apps import as `agents`: plain records, with nothing of the SDK behind them."""

import dataclasses
from collections.abc import Callable
from types import ModuleType
from typing import Any


@dataclasses.dataclass
class Agent:
    name: str
    instructions: Any = None
    tools: list[Any] = dataclasses.field(default_factory=list)
    handoffs: list[Any] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class FunctionTool:
    name: str
    function: str
    is_enabled: Any = True


@dataclasses.dataclass
class Handoff:
    name: str
    agent: Agent
    is_enabled: Any = True


def function_tool(*, name_override: str, is_enabled: Any) -> Callable[[Any], FunctionTool]:
    return lambda function: FunctionTool(name_override, function.__name__, is_enabled)


def handoff(agent: Agent, *, tool_name_override: str, is_enabled: Any) -> Handoff:
    return Handoff(tool_name_override, agent, is_enabled)


def as_module() -> ModuleType:
    module = ModuleType("agents")
    module.__dict__.update(Agent=Agent, function_tool=function_tool, handoff=handoff)
    return module
