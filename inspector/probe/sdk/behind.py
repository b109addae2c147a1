"""The code, agents and servers behind tools, handoffs and their gates."""

import functools
import sys
from typing import Any

import agents

from ..plain import is_a, text
from .kinds import is_agent, is_handoff


def closure_cell(function: Any, name: str) -> Any:
    """Contents of a closure variable; None when there is none of that name, or it is empty."""
    code = getattr(function, "__code__", None)
    closure = getattr(function, "__closure__", None)
    if code is None or not closure or name not in code.co_freevars:
        return None
    try:
        return closure[code.co_freevars.index(name)].cell_contents
    except ValueError:
        return None


def _invocation(tool: Any) -> Any:
    """The callable that does the work of a function tool, below the SDK's error handling."""
    invoker = getattr(tool, "on_invoke_tool", None)
    inner = getattr(invoker, "_invoke_tool_impl", None)
    if inner is None:
        inner = closure_cell(invoker, "_on_invoke_tool_impl")
    return invoker if inner is None else inner


def function_behind(tool: Any) -> Any:
    """The Python callable behind a function tool; for a raw FunctionTool its invoker; None for SDK code."""
    try:
        return tool.__wrapped__
    except AttributeError:
        pass
    invocation = _invocation(tool)
    function = closure_cell(invocation, "the_func")
    if function is not None:
        return function
    if mcp_binding(tool) is not None:
        return None
    module = getattr(invocation, "__module__", None) or type(invocation).__module__
    inside = is_a(module, str) and (module == "agents" or module.startswith("agents."))
    return None if inside and module in sys.modules and is_sdk_module(module) else invocation


def is_sdk_module(name: str) -> bool:
    """Whether the imported module of that name is the SDK's own, not a local package called `agents`."""
    home = getattr(agents, "__path__", [""])[0]
    return str(getattr(sys.modules.get(name), "__file__", "") or "").startswith(str(home))


def agent_behind(tool: Any) -> Any:
    """The agent that an agent tool runs; None for any other tool."""
    found = getattr(tool, "_agent_instance", None)
    if found is None:
        function = closure_cell(_invocation(tool), "the_func")
        if getattr(function, "__name__", "") == "run_agent":
            found = closure_cell(function, "self")
    return found if is_agent(found) else None


def mcp_binding(tool: Any) -> tuple[Any, str] | None:
    """(server object, raw tool name) of a local MCP tool; None for any other tool."""
    invocation = _invocation(tool)
    if not is_a(invocation, functools.partial) or len(invocation.args) < 2:
        return None
    if getattr(invocation.func, "__name__", "") != "invoke_mcp_tool":
        return None
    server, raw = invocation.args[:2]
    return server, text(getattr(raw, "name", ""))


def handoff_target(handoff: Any) -> Any:
    """The agent that a handoff leads to, or None."""
    reference = getattr(handoff, "_agent_ref", None)
    if callable(reference):
        found = reference()
        if is_agent(found):
            return found
    invoke = getattr(handoff, "on_invoke_handoff", None)
    candidates = [invoke]
    if is_a(invoke, functools.partial):
        candidates += [invoke.func, *invoke.args]
    for candidate in candidates:
        found = closure_cell(candidate, "agent")
        if is_agent(found):
            return found
    return None


def predicate_behind(entry: Any) -> Any:
    """The project's own `is_enabled`, below the SDK's wrapper around a handoff's; None for a bool."""
    predicate = getattr(entry, "is_enabled", True)
    if is_a(predicate, bool):
        return None
    inner = closure_cell(predicate, "is_enabled") if is_handoff(entry) else None
    return predicate if inner is None else inner


def approval_behind(tool: Any) -> Any:
    """The project's own approval callable, below the SDK's wrapper of an MCP server's; None for a bool."""
    gate = getattr(tool, "needs_approval", False)
    if not callable(gate):
        return None
    policy = closure_cell(gate, "policy") if mcp_binding(tool) is not None else None
    return policy if callable(policy) else gate
