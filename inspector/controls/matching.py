"""Which tools a listed name stands for: each kind of set has its own way."""

from collections.abc import Sequence
from fnmatch import fnmatchcase

from inspector.controls.names import STOPPABLE, Names, Place, Scope
from inspector.model import Consumer, ControlSet, ListedName, Tool

_EXACT_KINDS = frozenset({"stop", "tool_choice"})
"""Read by the SDK, which knows no patterns; a `stop` set of the user's own does."""
_DEFERRED = "deferred_top_level:"
"""Prefix of the SDK's own approval keys for deferred tools."""


class Held:
    """One control set, held against the tools that it is for."""

    def __init__(self, control: ControlSet, names: Names) -> None:
        self.control = control
        self.scope: Scope = names.scope(control.consumer)
        self.is_text = _is_text(control, names)
        """Its one entry is a string that the SDK searches for tool names."""
        self.by_id = not self.is_text and _keyed_by_id(control, names)
        """It lists business ids, on purpose."""

    def tools(self, entry: ListedName) -> Sequence[Place]:
        """The tools, on or off, that the entry stands for."""
        name = entry.name
        match self.control.kind:
            case "stop":
                return self._stopped(name)
            case "mcp_filter" | "mcp_approval":
                return [place for place in self.scope.functions.get(name, ()) if self._is_raw(place, name)]
            case "hosted_allowed" | "hosted_approval":
                return self.scope.hosted_servers.get(self.control.server or "", ())
        if self.by_id:
            return self.scope.ids.get(name, ())
        if self.is_pattern(entry):
            return self._matching(name)
        found = self.scope.visible.get(name)
        if found is None and self.control.kind == "approval":
            found = self.scope.visible.get(name.removeprefix(_DEFERRED))
        return found or ()

    def visible_names(self, entry: ListedName) -> Sequence[str]:
        """Distinct visible names of those tools, without looking at each where the name says it all."""
        name = entry.name
        plain = self.control.kind in ("approval", "enable", "tool_choice", "trace", "declared")
        if plain and not self.by_id and name in self.scope.visible and not self.is_pattern(entry):
            return (name,)
        return list(dict.fromkeys(tool.visible for _, tool in self.tools(entry)))

    def is_pattern(self, entry: ListedName) -> bool:
        """Whether the entry is a glob over visible names."""
        exact = self.control.kind in _EXACT_KINDS and not self.control.key
        return not exact and not self.is_text and is_pattern(entry.name)

    def knows(self, entry: ListedName) -> bool:
        """Whether the entry stands for something: a tool, or a name that a hosted server offers."""
        offered = self.control.kind != "stop" and entry.name in self.scope.hosted
        return offered or bool(self.tools(entry))

    def _stopped(self, name: str) -> Sequence[Place]:
        if self.is_text:
            return [
                place
                for places in self.scope.visible.values()
                for place in places
                if place[1].origin in STOPPABLE and stopped_by_text(place[1], name)
            ]
        if self.by_id:
            return [place for place in self.scope.ids.get(name, ()) if place[1].origin in STOPPABLE]
        if is_pattern(name) and self.control.key:
            return [place for place in self._matching(name) if place[1].origin in STOPPABLE]
        return self.scope.stopped_by(name)

    def _matching(self, pattern: str) -> list[Place]:
        return [
            place
            for name, places in self.scope.visible.items()
            if fnmatchcase(name, pattern)
            for place in places
        ]

    def _is_raw(self, place: Place, name: str) -> bool:
        tool = place[1]
        return tool.origin == "mcp" and tool.server == self.control.server and tool.raw_name == name


def is_pattern(name: str) -> bool:
    """Whether a listed name is a glob."""
    return any(sign in name for sign in "*?[")


def stopped_by_text(tool: Tool, text: str) -> bool:
    """Whether StopAtTools given a string instead of a list ends the run after the tool."""
    return tool.name in text or tool.visible in text


def _is_text(control: ControlSet, names: Names) -> bool:
    consumer: Consumer | None = names.consumers.get(control.consumer or "")
    return control.kind == "stop" and not control.key and consumer is not None and consumer.stop_is_text


def _keyed_by_id(control: ControlSet, names: Names) -> bool:
    """Most of its names are business ids and none is a visible name: it is no table of visible names."""
    if not names.project.ids or control.kind not in ("stop", "approval", "enable", "trace", "declared"):
        return False
    if control.kind == "stop" and not control.key:
        return False
    listed = [entry.name for entry in control.entries]
    if any(name in names.project.visible for name in listed):
        return False
    ids = sum(name in names.project.ids for name in listed)
    return ids * 2 > len(listed)
