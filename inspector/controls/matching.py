"""Which tools a listed name stands for: each kind of set has its own way."""

from collections.abc import Sequence
from functools import cached_property

from inspector.controls.globs import is_pattern
from inspector.controls.kinds import STOPPABLE
from inspector.controls.names import Absence, Names, Place, Scope
from inspector.model import Consumer, Controls, ControlSet, ListedName, SetKind, Tool

_EXACT_KINDS = frozenset({"stop", "tool_choice"})
"""Read by the SDK, which knows no patterns; a `stop` set of the user's own does."""
_KEYED = frozenset({"stop", "approval", "enable", "trace", "declared"})
"""Kinds whose sets a project may key by business id."""
_DEFERRED = "deferred_top_level:"
"""Prefix of the SDK's own approval keys for deferred tools."""


class HeldSet:
    """One control set, held against the tools that it is for."""

    def __init__(self, control: ControlSet, names: Names) -> None:
        self.control = control
        self.names = names
        self.scope: Scope = names.scope(control.consumer)
        self.is_text = _is_text(control, names)
        """Its one entry is a string that the SDK searches for tool names."""
        self._tools: dict[str, Sequence[Place]] = {}
        self._absences: dict[str, Absence] = {}

    @cached_property
    def by_id(self) -> bool:
        """It lists business ids, on purpose."""
        return not self.is_text and _keyed_by_id(self.control, self.names)

    @cached_property
    def raw_names(self) -> frozenset[str] | None:
        """What the set's MCP server lists before any filter; None where it wasn't listed, or isn't there."""
        consumer = self.names.consumers.get(self.control.consumer or "")
        servers = consumer.mcp_servers if consumer is not None else ()
        listed = [one.raw_tools for one in servers if one.name == self.control.server]
        if not listed or None in listed:
            return None
        return frozenset(name for raw in listed for name in raw or ())

    def tools(self, entry: ListedName) -> Sequence[Place]:
        """The tools, on or off, that the entry stands for."""
        found = self._tools.get(entry.name)
        if found is None:
            found = self._tools[entry.name] = self._meant(entry.name)
        return found

    def visible_names(self, entry: ListedName) -> Sequence[str]:
        """Distinct visible names of those tools, without looking at each where the name says it all."""
        name = entry.name
        plain = self.control.kind in ("approval", "enable", "tool_choice", "trace", "declared")
        if plain and not self.by_id and name in self.scope.visible and not self.is_pattern(entry):
            return (name,)
        return list(dict.fromkeys(tool.visible for _, tool in self.tools(entry)))

    def ids(self, entry: ListedName) -> Sequence[str]:
        """Distinct business ids of those tools."""
        return list(dict.fromkeys(tool.business_id for _, tool in self.tools(entry) if tool.business_id))

    def is_pattern(self, entry: ListedName) -> bool:
        """Whether the entry is a glob over visible names, or over ids in a set that lists those."""
        exact = self.control.kind in _EXACT_KINDS and not self.control.key
        return not exact and not self.is_text and is_pattern(entry.name)

    def knows(self, entry: ListedName) -> bool:
        """Whether the entry stands for something: a tool, or a name that a hosted server offers."""
        return entry.name in self.scope.hosted or bool(self.tools(entry))

    def absence(self, entry: ListedName) -> Absence:
        """Why the entry stands for no tool; what is nearest is a business id in a set that lists those."""
        found = self._absences.get(entry.name)
        if found is None:
            found = self._absences[entry.name] = self._lacking(entry.name)
        return found

    def _lacking(self, name: str) -> Absence:
        found = self.names.absence(name, self.control.consumer)
        if not self.by_id or found.kind not in ("nearest", "nothing"):
            return found
        nearest = self.scope.nearest_id(name)
        if nearest is None:
            return Absence(reason="nothing of that id", kind="nothing")
        return Absence(reason=f"nothing of that id; nearest: `{nearest}`", kind="nearest", nearest=nearest)

    def _meant(self, name: str) -> Sequence[Place]:
        match self.control.kind:
            case "stop":
                return self._stopped(name)
            case "mcp_filter" | "mcp_approval":
                return [place for place in self.scope.functions.get(name, ()) if self._is_raw(place, name)]
            case "hosted_allowed" | "hosted_approval":
                return self.scope.hosted_servers.get(self.control.server or "", ())
            case "tool_choice" if self.control.server is not None:
                return self._offered(name.removeprefix(f"{self.control.server}/"))
            case "tool_choice":
                return self.scope.visible.get(name, ())
        if self.by_id:
            return self._identified(name)
        if is_pattern(name):
            return self.scope.matching(name)
        found = self.scope.visible.get(name)
        if found is None and self.control.kind == "approval":
            found = self.scope.visible.get(name.removeprefix(_DEFERRED))
        return found or ()

    def _offered(self, name: str) -> Sequence[Place]:
        """Hosted MCP tools of the set's server that may offer a tool of that name, or any for `*`."""
        places = self.scope.hosted_servers.get(self.control.server or "", ())
        allowed = [(place, place[1].hosted_allowed) for place in places]
        return [place for place, names in allowed if name == "*" or names is None or name in names]

    def _identified(self, name: str) -> Sequence[Place]:
        return self.scope.matching_ids(name) if is_pattern(name) else self.scope.ids.get(name, ())

    def _stopped(self, name: str) -> Sequence[Place]:
        if self.is_text:
            places = (place for places in self.scope.visible.values() for place in places)
            return [place for place in places if _stoppable(place) and stopped_by_text(place[1], name)]
        if self.by_id:
            return [place for place in self._identified(name) if _stoppable(place)]
        if is_pattern(name) and self.control.key:
            return [place for place in self.scope.matching(name) if _stoppable(place)]
        return self.scope.stopped_by(name)

    def _is_raw(self, place: Place, name: str) -> bool:
        tool = place[1]
        return tool.origin == "mcp" and tool.server == self.control.server and tool.raw_name == name


class HeldSets:
    """Every control set of a load, held against its tools once for all that ask."""

    def __init__(self, controls: Controls, names: Names) -> None:
        self.controls = controls
        self.names = names
        self.all = tuple(
            HeldSet(control, names)
            for control in controls.sets
            if control.consumer is None or control.consumer in names.consumers
        )
        """But for those of consumers that are not part of this load."""

    def of(self, *kinds: SetKind) -> list[HeldSet]:
        """The sets of these kinds."""
        return [held for held in self.all if held.control.kind in kinds]


def stopped_by_text(tool: Tool, text: str) -> bool:
    """Whether StopAtTools given a string instead of a list ends the run after the tool."""
    return tool.name in text or tool.visible in text


def _stoppable(place: Place) -> bool:
    return place[1].origin in STOPPABLE


def _is_text(control: ControlSet, names: Names) -> bool:
    consumer: Consumer | None = names.consumers.get(control.consumer or "")
    return control.kind == "stop" and not control.key and consumer is not None and consumer.stop_is_text


def _keyed_by_id(control: ControlSet, names: Names) -> bool:
    """Most of its names are business ids and none is a visible name: it is no table of visible names."""
    project = names.project
    if not project.ids or control.kind not in _KEYED or (control.kind == "stop" and not control.key):
        return False
    listed = [entry.name for entry in control.entries]
    if any(name in project.visible or (is_pattern(name) and project.matching(name)) for name in listed):
        return False
    ids = sum(name in project.ids for name in listed)
    ids += sum(is_pattern(name) and bool(project.matching_ids(name)) for name in listed)
    return ids * 2 > len(listed)
