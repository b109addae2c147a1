"""What the model is sent."""

import functools
import importlib
from collections.abc import Sequence
from typing import Any

from agents import FunctionTool
from agents import tool as _tool_module

from ..plain import is_a
from .installed import quiet
from .kinds import tool_kind


def responses_payload(
    tools: Sequence[Any], handoffs: Sequence[Any], *, model: Any = None, prompt: bool = False
) -> list[Any]:
    """Tool payloads of the Responses API as the SDK's own converter builds them; raises what it raises.

    `prompt`: the agent has a prompt kept on the server, which may bring searchable tools of its own.
    """
    from agents.models import openai_responses

    convert = openai_responses.Converter.convert_tools
    with quiet():
        try:
            converted = convert(
                list(tools), list(handoffs), model=model, allow_opaque_tool_search_surface=prompt
            )
        except TypeError:  # before 0.11.0 there were no such parameters
            converted = convert(list(tools), list(handoffs))
    return list(converted.tools)


def realtime_payload(tools: Sequence[Any], handoffs: Sequence[Any]) -> list[Any]:
    """The same for a realtime session, which takes function tools only."""
    module = importlib.import_module("agents.realtime.openai_realtime")
    model: Any = object.__new__(module.OpenAIRealtimeWebSocketModel)
    with quiet():
        return list(model._tools_to_session_tools(list(tools), list(handoffs)))


def search_companions(tool: Any) -> list[Any]:
    """Hosted tools without which the converter refuses this tool on its own."""
    companions: list[Any] = []
    kind = tool_kind(tool)
    config = getattr(tool, "tool_config", None)
    config = config if is_a(config, dict) else {}
    deferred = getattr(tool, "defer_loading", False) or config.get("defer_loading")
    if deferred and hasattr(_tool_module, "ToolSearchTool"):
        companions.append(_tool_module.ToolSearchTool())
    callers = getattr(tool, "allowed_callers", None) or config.get("allowed_callers")
    if callers and "direct" not in callers and hasattr(_tool_module, "ProgrammaticToolCallingTool"):
        companions.append(_tool_module.ProgrammaticToolCallingTool())
    if kind in ("ToolSearchTool", "ProgrammaticToolCallingTool"):
        companions.append(_searchable())
        if kind == "ProgrammaticToolCallingTool":
            companions.append(_tool_module.ToolSearchTool())
    return companions


@functools.lru_cache(maxsize=1)
def _searchable() -> Any:
    async def never(_context: Any, _arguments: str) -> str:
        return ""

    return FunctionTool(
        name="placeholder",
        description="",
        params_json_schema={"type": "object", "properties": {}},
        on_invoke_tool=never,
        strict_json_schema=False,
        defer_loading=True,
    )
