"""Agents that one construction made several times over, alike in all that is shown of them."""

import types
from collections.abc import Iterable, Mapping
from typing import Any

from . import sdk
from .agent_settings import settings
from .plain import is_a, text
from .recorder import RecordedAgent

_GATES = ("needs_approval", "tool_input_guardrails", "tool_output_guardrails", "timeout_seconds")


class Twins:
    """Tells whether an agent that nobody holds has a twin that somebody does: then it shows nothing new."""

    def __init__(
        self, recorded: "Mapping[int, RecordedAgent]", sites: "Mapping[int, tuple[str, int]]"
    ) -> None:
        self._recorded = recorded
        self._sites = sites
        self._held: set[tuple[Any, ...]] = set()

    def hold(self, agents: "Iterable[Any]") -> None:
        """Agents that are shown in any case."""
        self._held.update(shown for agent in agents if (shown := self._shown(agent)) is not None)

    def knows(self, agent: Any) -> bool:
        """Whether a twin is shown; False where anything about it can't be compared."""
        shown = self._shown(agent)
        return shown is not None and shown in self._held

    def _shown(self, agent: Any) -> "tuple[Any, ...] | None":
        """What is shown of an agent, and where it was built; None where that can't be had or compared."""
        entry = self._recorded.get(id(agent))
        if entry is None or entry.path is None:
            return None
        try:
            found = (
                *(entry.path, entry.line, type(agent), text(agent.name)),
                *(self._members(getattr(agent, field, ())) for field in ("tools", "handoffs")),
                tuple(id(server) for server in getattr(agent, "mcp_servers", ())),
                _value(getattr(agent, "instructions", None)),
                _value(getattr(agent, "tool_use_behavior", None)),
                repr(settings(agent)),
            )
            hash(found)
        except Exception:  # attributes of the project's own classes
            return None
        return found

    def _members(self, items: "Iterable[Any]") -> "tuple[Any, ...]":
        return tuple(self._member(item) for item in items)

    def _member(self, item: Any) -> "tuple[Any, ...]":
        """Equal for members alike in name, place and gates; else only for one and the same object."""
        entry = self._recorded.get(id(item))
        if entry is not None:
            return (type(item), entry.path, entry.line, text(item.name))
        site = self._sites.get(id(item))
        if site is None:
            return (id(item),)
        names = [
            text(getattr(item, field, "")) for field in ("name", "tool_name", "agent_name", "description")
        ]
        enabled = getattr(item, "is_enabled", None)
        gates = [
            enabled if is_a(enabled, bool) else sdk.predicate_behind(item),
            *(getattr(item, field, None) for field in _GATES),
        ]
        return (type(item), *site, *names, *map(_value, gates))


def _value(value: Any) -> Any:
    """Something equal for values that do the same: code without a closure, plain values, the same object."""
    if is_a(value, types.FunctionType) and not value.__closure__:
        return (id(value.__code__), repr(value.__defaults__))
    if value is None or is_a(value, (str, bool, int, float)):
        return value
    if is_a(value, (list, tuple)):
        return tuple(_value(item) for item in value)
    return ("of settings",) if is_a(value, dict) else (id(value),)
