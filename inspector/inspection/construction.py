"""The statement that builds an agent, and where the strings are written that it uses."""

import ast
from collections.abc import Iterator
from functools import cached_property

from inspector.model import Location
from inspector.sources.python_text import Sources


class Construction:
    """One agent's statement, at a line of a module."""

    def __init__(self, path: str, line: int | None, sources: Sources) -> None:
        self._path = path
        self._line = line
        self._sources = sources

    def constant(self, text: str) -> Location | None:
        """In the statement itself, in what its names are defined as, or else around it; None: nowhere."""
        nearest = self._sources.constant(self._path, text, near=self._line)
        if nearest is not None and nearest.line in self._lines:
            return nearest
        for name in self._names:
            place = self._sources.assigned(self._path, name).names.get(text)
            if place is not None:
                return place
        return nearest

    @cached_property
    def _lines(self) -> range:
        module = self._sources.module(self._path)
        around = module.around(self._line) if module is not None and self._line is not None else []
        return range(around[0][0], around[0][1] + 1) if around else range(0)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """Names and dotted names that the statement reads, the longest first."""
        module = self._sources.module(self._path)
        tree = module.tree if module is not None else None
        found = dict.fromkeys(_dotted_names(tree, self._lines)) if tree is not None else {}
        return tuple(sorted(found, key=lambda name: -name.count(".")))


def _dotted_names(tree: ast.Module, lines: range) -> Iterator[str]:
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Name, ast.Attribute)) or node.lineno not in lines:
            continue
        name = _dotted(node) if isinstance(node.ctx, ast.Load) else None
        if name is not None:
            yield name


def _dotted(node: ast.expr) -> str | None:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=attribute):
            base = _dotted(value)
            return None if base is None else f"{base}.{attribute}"
    return None
