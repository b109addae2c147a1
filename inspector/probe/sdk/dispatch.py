"""Handoffs, collisions and validation: what a run makes of an agent's lists."""

import importlib
from collections.abc import Sequence
from typing import Any

import agents
from agents import Agent
from agents import agent as _agent_module

from ..plain import is_a
from .behind import is_sdk_module
from .installed import quiet
from .kinds import is_function_tool, is_handoff, loaded_class, passes_for

try:
    from agents import _tool_identity as _identity
except ImportError:  # before 0.11.0
    _identity = None

_resolve = getattr(_identity, "resolve_tool_name_collisions", None)
_validate_lookup = getattr(_identity, "validate_function_tool_lookup_configuration", None)
_validate_codex = getattr(_agent_module, "_validate_codex_tool_name_collisions", None)


def strict_available() -> bool:
    """Whether this SDK has `tool_name_collision_policy` (0.19.3 and later)."""
    return _resolve is not None


def collision_policy(run_config: Any = None) -> str:
    """`warn` or `error` as the given RunConfig says; `none` where the SDK has no policy."""
    if not strict_available():
        return "none"
    policy = getattr(run_config, "tool_name_collision_policy", "warn")
    return policy if policy in ("warn", "error") else "warn"


def as_handoff(item: Any, *, realtime: bool) -> Any:
    """The Handoff that the SDK makes of an entry in `handoffs`; None for what it drops.

    Raises whatever the SDK raises when it can't make one.
    """
    if is_handoff(item):
        return item
    with quiet():
        return _made_handoff(item, realtime=realtime)


def _made_handoff(item: Any, *, realtime: bool) -> Any:
    if realtime:
        realtime_agent = loaded_class("agents.realtime.agent", "RealtimeAgent")
        if realtime_agent is not None and passes_for(item, realtime_agent):
            return importlib.import_module("agents.realtime.handoffs").realtime_handoff(item)
        return None
    return agents.handoff(item) if passes_for(item, Agent) else None


def resolve(tools: Sequence[Any], handoffs: Sequence[Any], policy: str) -> tuple[list[Any], list[Any]]:
    """What the model is given of these; raises UserError under policy `error`. All of it before 0.19.3."""
    if _resolve is None:
        return list(tools), list(handoffs)
    with quiet():
        kept: tuple[list[Any], list[Any]] = _resolve(tools, handoffs, collision_policy=policy)
        return kept


def check_tools(tools: Sequence[Any]) -> None:
    """Raises what `get_all_tools` or the dispatch set-up raises for this list of enabled tools."""
    with quiet():
        if _validate_codex is not None:
            _validate_codex(list(tools))
        if _validate_lookup is not None:
            _validate_lookup([tool for tool in tools if is_function_tool(tool)])


def check_realtime(tools: Sequence[Any], handoffs: Sequence[Any]) -> None:
    """Raises what a realtime session raises for these names (0.17.7 and later)."""
    try:
        module = importlib.import_module("agents.realtime._tool_validation")
    except ImportError:
        return
    module.validate_realtime_tool_names(tools, handoffs)


def own_listing(agent: Any) -> bool:
    """Whether the project has overridden how the agent lists its tools."""
    listing = getattr(type(agent), "get_all_tools", None)
    module = getattr(listing, "__module__", None)
    return listing is not None and not (is_a(module, str) and is_sdk_module(module))
