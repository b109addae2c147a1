"""Approval tables looked up by name: built once for a load, not searched for every tool."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import translate

from inspector.controls.gating import gates
from inspector.controls.globs import is_pattern
from inspector.controls.presence import any_of, witness
from inspector.model import ALWAYS, Condition, ControlSet, ListedName, Tool

Line = tuple[ControlSet, ListedName]
_Numbered = tuple[int, Line]


class ApprovalTables:
    """Some approval sets together; of several entries that would do, the first one answers."""

    def __init__(self, sets: Iterable[ControlSet]) -> None:
        self.sets = tuple(sets)
        self._gating: dict[str, _Numbered] = {}
        self._waved: dict[str, _Numbered] = {}
        self._waved_globs: list[tuple[re.Pattern[str], _Numbered]] = []
        lines = ((table, entry) for table in self.sets for entry in table.entries)
        for numbered in enumerate(lines):
            entry = numbered[1][1]
            if gates(entry.value):
                self._gating.setdefault(entry.name, numbered)
                continue
            self._waved.setdefault(entry.name, numbered)
            if is_pattern(entry.name):
                self._waved_globs.append((re.compile(translate(entry.name)), numbered))

    def waved_through(self, tool: Tool) -> Line | None:
        """The entry that lists the tool by its visible name or id, and asks for no approval."""
        found = [self._waved.get(tool.visible), self._waved.get(tool.business_id or "")]
        found.append(next((line for glob, line in self._waved_globs if glob.match(tool.visible)), None))
        return _first(one for one in found if one is not None)

    def other_name(self, tool: Tool) -> tuple[Line, str] | None:
        """The entry that would gate the tool, if it weren't for the name it goes by there; what that is."""
        others: dict[str | None, str] = {
            tool.function: "the function behind it",
            tool.function_name: "the function behind it",
            **dict.fromkeys(tool.variables, "the variable that holds it"),
            tool.business_id: "its business id",
            tool.raw_name: "its name within the MCP server",
            tool.name: "its name without the namespace",
        }
        names = [name for name in others if name is not None and name != tool.visible]
        line = _first(self._gating[name] for name in names if name in self._gating)
        return (line, others[line[1].name]) if line is not None else None


class ConsumerTables:
    """What is held against one consumer's tools: the tables of the whole project, then its own."""

    def __init__(self, shared: ApprovalTables, own: ApprovalTables | None) -> None:
        self._parts = (shared,) if own is None else (shared, own)
        self.sets: Sequence[ControlSet] = tuple(one for part in self._parts for one in part.sets)

    @property
    def doubt(self) -> str:
        """Why it isn't proven which of them are there; empty when it is."""
        return next((one.doubt for one in self.sets if one.doubt), "")

    def refusing(self, tool: Tool) -> Condition:
        """Where a table is there and none lets the tool through, which gates it if the default refuses."""
        return any_of(map(_holding, self.sets)) - any_of(map(_holding, self._waving(tool)))

    def _waving(self, tool: Tool) -> Sequence[ControlSet]:
        """The tables that let the tool through; where none depends on the scenario, the first will do."""
        if all(one.holds is None for one in self.sets):
            line = self.waved_through(tool)
            return () if line is None else (line[0],)
        return [one for one in self.sets if ApprovalTables((one,)).waved_through(tool) is not None]

    def one_state(self, condition: Condition) -> Condition:
        """A part of a condition in which the same tables are there throughout."""
        return witness(condition, (one.holds for one in self.sets if one.holds is not None))[0]

    def within(self, condition: Condition) -> "ConsumerTables":
        """Those tables that are there in scenarios of one state."""
        if all(one.holds is None for one in self.sets):
            return self
        there = [one for one in self.sets if _holding(one).meets(condition)]
        return ConsumerTables(ApprovalTables(there), None)

    def waved_through(self, tool: Tool) -> Line | None:
        """As `ApprovalTables.waved_through`."""
        return next((line for part in self._parts if (line := part.waved_through(tool)) is not None), None)

    def other_name(self, tool: Tool) -> tuple[Line, str] | None:
        """As `ApprovalTables.other_name`."""
        return next((line for part in self._parts if (line := part.other_name(tool)) is not None), None)


def tables_of(sets: Iterable[ControlSet], consumers: Iterable[str]) -> Mapping[str, ConsumerTables]:
    """The approval sets among `sets` by consumer id."""
    grouped: dict[str | None, list[ControlSet]] = {}
    for one in sets:
        if one.kind == "approval":
            grouped.setdefault(one.consumer, []).append(one)
    shared = ApprovalTables(grouped.pop(None, ()))
    own = {consumer: ApprovalTables(tables) for consumer, tables in grouped.items()}
    return {consumer: ConsumerTables(shared, own.get(consumer or "")) for consumer in consumers}


def _holding(table: ControlSet) -> Condition:
    return ALWAYS if table.holds is None else table.holds


def _first(lines: Iterator[_Numbered]) -> Line | None:
    found = min(lines, key=lambda one: one[0], default=None)
    return found[1] if found is not None else None
