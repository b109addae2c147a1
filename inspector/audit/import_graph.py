"""Which module imports which while it is loaded."""

import ast
from collections.abc import Iterator
from pathlib import PurePosixPath

from inspector.audit.modules import Module, Modules, dotted_name
from inspector.sources.python_module import blocks

_TYPE_CHECKING = frozenset({"TYPE_CHECKING", "typing.TYPE_CHECKING"})


class ImportGraph:
    """Edges are found when they are asked for; imports within functions count for none."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._edges: dict[str, frozenset[str]] = {}

    def reaches(self, start: str, end: str) -> bool:
        """Whether loading the module at `start` loads the one at `end`; each reaches itself."""
        met, left = {start}, [start]
        while left:
            path = left.pop()
            if path == end:
                return True
            new = self._imported(path) - met
            met |= new
            left.extend(new)
        return False

    def importable(self, into: str, tool: str) -> bool:
        """Whether a module may import the one that has a tool: from the same root, and without a circle."""
        if into == tool:
            return False
        same_root = self._modules.import_root(into) == self._modules.import_root(tool)
        return same_root and not self.reaches(tool, into)

    def _imported(self, path: str) -> frozenset[str]:
        found = self._edges.get(path)
        if found is None:
            found = self._edges[path] = frozenset(self._targets(self._modules.at(path)))
        return found

    def _targets(self, module: Module) -> Iterator[str]:
        yield from self._packages(module.path)
        for node in _loaded(module.tree):
            names = [alias.name for alias in node.names]
            if isinstance(node, ast.Import):
                dotted = [(name, 0) for name in names]
            else:
                source = node.module or ""
                below = [f"{source}.{name}" if source else name for name in names]
                dotted = [(name, node.level) for name in (source, *below)]
            for name, level in dotted:
                path = self._modules.find(module.path, name, level)
                if path is not None:
                    yield path
                    yield from self._packages(path)

    def _packages(self, path: str) -> Iterator[str]:
        """The `__init__` modules of the packages around a module."""
        for folder in PurePosixPath(path).parents:
            package = f"{folder}/__init__.py"
            if not folder.name or package not in self._modules:
                return
            if package != path:
                yield package


def _loaded(tree: ast.Module | None) -> Iterator[ast.Import | ast.ImportFrom]:
    """Imports that run when a module is loaded, those in class bodies among them."""
    left: list[ast.stmt] = list(tree.body) if tree is not None else []
    while left:
        node = left.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif isinstance(node, ast.If) and dotted_name(node.test) in _TYPE_CHECKING:
            left.extend(node.orelse)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            left.extend(blocks(node))
