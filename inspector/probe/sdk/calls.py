"""How calls are executed: failures, guardrails, timeouts, unknown names."""

import sys
from typing import Any

from agents import FunctionTool, RunConfig
from agents import tool as _tool_module

from .behind import closure_cell, mcp_binding
from .kinds import loaded_class

_DEFAULT_FAILURE = getattr(_tool_module, "default_tool_error_function", None)
_FUNCTION_FIELDS = getattr(FunctionTool, "__dataclass_fields__", {})


def failure_policy(tool: Any) -> str:
    """`default`, `custom`, `raise`, or `unknown` for an invoker the SDK did not build."""
    if hasattr(tool, "_use_default_failure_error_function"):
        if getattr(tool.on_invoke_tool, "_invoke_tool_impl", None) is None and not hasattr(
            tool.on_invoke_tool, "__agents_bind_function_tool__"
        ):
            return "unknown"
        if tool._use_default_failure_error_function:
            return "default"
        return _policy_of(tool._failure_error_function)
    invoker = getattr(tool, "on_invoke_tool", None)
    code = getattr(invoker, "__code__", None)
    if code is None or "failure_error_function" not in code.co_freevars:
        return "raise" if mcp_binding(tool) is not None else "unknown"
    return _policy_of(closure_cell(invoker, "failure_error_function"))


def _policy_of(function: Any) -> str:
    if function is None:
        return "raise"
    return "default" if function is _DEFAULT_FAILURE else "custom"


def runs_tool_guardrails(side: str, *, realtime: bool) -> bool:
    """Whether a call of a function tool runs its guardrails of one `side`, `input` or `output`.

    Runs do since 0.3.3; realtime sessions learnt it later, and the one side before the other.
    """
    if realtime:
        session = loaded_class("agents.realtime.session", "RealtimeSession")
        return hasattr(session, f"_run_tool_{side}_guardrails")
    return f"tool_{side}_guardrails" in _FUNCTION_FIELDS


def keeps_timeouts(*, realtime: bool) -> bool:
    """Whether this SDK looks at the timeout of a function tool (0.9.0 and later)."""
    if realtime and not hasattr(sys.modules.get("agents.realtime.session"), "invoke_function_tool"):
        return False
    return "timeout_seconds" in _FUNCTION_FIELDS


def runs_in_thread(tool: Any) -> bool:
    """Whether the tool's code is a sync function, which runs in a thread that nothing can end."""
    marker = getattr(_tool_module, "_SYNC_FUNCTION_TOOL_MARKER", "__agents_sync_function_tool__")
    return bool(getattr(getattr(tool, "on_invoke_tool", None), marker, False))


def unknown_tool(run_config: Any = None) -> str:
    """What a run does when the model calls a name that no tool has, as the end of a sentence."""
    if getattr(run_config, "tool_not_found_behavior", "raise_error") == "return_error_to_model":
        return "is answered with an error that the model sees, and the run goes on"
    return "ends the run with ModelBehaviorError"


def unknown_tool_is_settled() -> bool:
    """Whether no RunConfig can change that (before 0.17.4)."""
    return "tool_not_found_behavior" not in getattr(RunConfig, "__dataclass_fields__", {})
