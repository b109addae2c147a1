"""The agents that an agent leads to: handoff targets and agents used as tools."""

from collections import deque
from typing import Any, Iterator

from . import sdk


def led_to(agent: Any) -> "Iterator[Any]":
    """Direct targets in the order of `tools`, then `handoffs`; entries that are neither are left out."""
    for tool in _listed(agent, "tools"):
        target = _quietly(sdk.agent_behind, tool)
        if target is not None:
            yield target
    for handoff in _listed(agent, "handoffs"):
        target = handoff if sdk.is_agent(handoff) else _quietly(sdk.handoff_target, handoff)
        if target is not None:
            yield target


def closure(starts: "list[Any]") -> "list[Any]":
    """The starts and every agent that they lead to, each once."""
    found: dict[int, Any] = {}
    pending = deque(starts)
    while pending:
        agent = pending.popleft()
        if id(agent) not in found:
            found[id(agent)] = agent
            pending.extend(led_to(agent))
    return list(found.values())


def _listed(agent: Any, name: str) -> "list[Any]":
    try:
        return list(getattr(agent, name))
    except Exception:
        # What can't be gone through is reported by the extraction, too.
        return []


def _quietly(ask: Any, value: Any) -> Any:
    try:
        return ask(value)
    except Exception:
        # A value that the SDK can't read is reported as junk by the extraction; here it leads nowhere.
        return None
