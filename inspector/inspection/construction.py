"""The statements that build a project's agents, and where the strings are written that they use."""

import msgspec

from inspector.model import Location
from inspector.sources.python_module import PythonModule
from inspector.sources.python_text import Sources


class _Statement(msgspec.Struct, frozen=True):
    """One statement of a module, with what has been looked for in it: it may build many agents."""

    lines: range
    names: tuple[str, ...]
    """Names and dotted names that it reads, the longest first."""
    found: dict[str, Location | None]
    """Places in what its names are defined as, by the text that was looked for."""


class Constructions:
    """Finds strings of agents; each statement is read, and each name followed, once."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._statements: dict[tuple[str, range], _Statement] = {}
        self._assigned: dict[tuple[str, str], dict[str, Location]] = {}

    def constant(self, path: str, line: int | None, text: str) -> Location | None:
        """Where an agent built at `line` has `text` from; None: nowhere in the file.

        In the statement itself, in what its names are defined as, or else around it.
        """
        module = self._sources.module(path)
        nearest = self._sources.constant(path, text, near=line)
        if module is None or line is None:
            return nearest
        statement = self._statement(path, module, line)
        if nearest is not None and nearest.line in statement.lines:
            return nearest
        if text not in statement.found:
            statement.found[text] = self._defined(path, statement, text)
        return statement.found[text] or nearest

    def _statement(self, path: str, module: PythonModule, line: int) -> _Statement:
        around = module.around(line)
        lines = range(around[0][0], around[0][1] + 1) if around else range(0)
        known = self._statements.get((path, lines))
        if known is None:
            names = dict.fromkeys(name for each in lines for name in module.names_read.get(each, ()))
            longest_first = sorted(names, key=lambda name: -name.count("."))
            known = self._statements[(path, lines)] = _Statement(lines, tuple(longest_first), {})
        return known

    def _defined(self, path: str, statement: _Statement, text: str) -> Location | None:
        for name in statement.names:
            place = self._names_in(path, name).get(text)
            if place is not None:
                return place
        return None

    def _names_in(self, path: str, name: str) -> dict[str, Location]:
        if (path, name) not in self._assigned:
            self._assigned[(path, name)] = self._sources.assigned(path, name).names
        return self._assigned[(path, name)]
