"""The Python modules of a repository as their texts have them: names, imports, and what a name stands for."""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath

from inspector.sources.python_module import blocks, bound_by, module_statements, parse

_DEEPEST = 8
"""How many names and imports are followed from one name."""
_ROOTS = ("", "src")
"""Folders, beside those above a file, that absolute imports are looked for in."""
_Function = ast.FunctionDef | ast.AsyncFunctionDef
Scope = tuple[_Function, ...]
"""The functions around a place, outermost first."""


@dataclass(frozen=True, slots=True)
class Outside:
    """Something that no file of the repository defines, by its dotted name, as `agents.function_tool`."""

    dotted: str


@dataclass(frozen=True, slots=True)
class Defined:
    """A name that a module of the repository defines."""

    path: str
    name: str
    statement: ast.stmt
    """The last one that binds it."""


Target = Outside | Defined


class Module:
    """One file, parsed when it is first asked for what only the syntax tells."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text

    @cached_property
    def tree(self) -> ast.Module | None:
        """None for text that Python can't read."""
        return parse(self.text)

    @property
    def is_parsed(self) -> bool:
        """Whether anybody has asked for what the syntax tells."""
        return "tree" in vars(self)

    @cached_property
    def bindings(self) -> dict[str, ast.stmt]:
        """The module's own names, each with the last statement that binds it; imports apart."""
        found: dict[str, ast.stmt] = {}
        for statement in module_statements(self.tree) if self.tree is not None else ():
            if not isinstance(statement, ast.AugAssign | ast.Expr):
                found.update(dict.fromkeys(bound_by(statement), statement))
        return found

    @cached_property
    def rebound(self) -> frozenset[str]:
        """Its own names that several statements bind, or add to."""
        counts: Counter[str] = Counter()
        for statement in module_statements(self.tree) if self.tree is not None else ():
            if not isinstance(statement, ast.Expr):
                counts.update(bound_by(statement))
            if isinstance(statement, ast.For):
                counts.update(
                    {node.id: 2 for node in ast.walk(statement.target) if isinstance(node, ast.Name)}
                )
        return frozenset(name for name, count in counts.items() if count > 1)

    @cached_property
    def imported(self) -> dict[str, tuple[ast.ImportFrom | None, str]]:
        """Names that any import in the file binds: (`from` statement, name there), or (None, module)."""
        found: dict[str, tuple[ast.ImportFrom | None, str]] = {}
        left: list[ast.stmt] = list(self.tree.body) if self.tree is not None else []
        while left:
            node = left.pop()
            if isinstance(node, ast.ImportFrom):
                found.update((alias.asname or alias.name, (node, alias.name)) for alias in node.names)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    name = alias.asname or alias.name.partition(".")[0]
                    found[name] = (None, alias.name if alias.asname else name)
            else:
                left.extend(blocks(node))
        return found

    @cached_property
    def stars(self) -> tuple[ast.ImportFrom, ...]:
        """Imports of all that another module has."""
        tree = self.tree.body if self.tree is not None else ()
        return tuple(node for node in tree if isinstance(node, ast.ImportFrom) and node.names[0].name == "*")


class Modules:
    """All of them by path, posix and relative to the repository."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._by_path = {path: Module(path, text) for path, text in texts.items()}

    def __iter__(self) -> Iterator[Module]:
        return iter(self._by_path.values())

    def __contains__(self, path: object) -> bool:
        return path in self._by_path

    def at(self, path: str) -> Module:
        """Raises KeyError for a path that is none of them."""
        return self._by_path[path]

    def name_of(self, path: str) -> str:
        """Dotted, from the import root: the first folder above without `__init__.py`."""
        place = PurePosixPath(path)
        parts = [] if place.name == "__init__.py" else [place.stem]
        folder = place.parent
        while folder.name and f"{folder}/__init__.py" in self._by_path:
            parts.append(folder.name)
            folder = folder.parent
        return ".".join(reversed(parts)) or place.parent.name

    def import_root(self, path: str) -> str:
        """The folder that `name_of` begins below; empty for the repository itself."""
        name = self.name_of(path)
        if not name:
            return ""
        is_package = PurePosixPath(path).name == "__init__.py"
        above = PurePosixPath(path).parents[name.count(".") + is_package]
        return "" if str(above) == "." else str(above)

    def find(self, path: str, dotted: str, level: int = 0) -> str | None:
        """The file behind a module's name in an import of the module at `path`; None for one outside."""
        place = PurePosixPath(path)
        parts = dotted.split(".") if dotted else []
        if level:
            bases = [place.parents[level - 1]] if level <= len(place.parents) else []
        else:
            bases = [*place.parents, *(PurePosixPath(root) for root in _ROOTS)]
        for base in bases:
            stem = base.joinpath(*parts)
            for candidate in (f"{stem}.py" if parts else "", f"{stem}/__init__.py"):
                found = candidate.removeprefix("./")
                if found in self._by_path and found != path:
                    return found
        return None

    def target(self, path: str, dotted: str, depth: int = 0) -> Target | None:
        """What a dotted name of a module stands for; None for one that nothing there binds."""
        module = self._by_path[path]
        name, _, rest = dotted.partition(".")
        if depth > _DEEPEST:
            return None
        if name in module.imported:
            return self._imported(module, name, rest, depth)
        statement = module.bindings.get(name)
        if statement is not None:
            alias = _alias_of(statement)
            if alias is not None and alias != dotted:
                found = self.target(path, f"{alias}.{rest}" if rest else alias, depth + 1)
                if found is not None:
                    return found
            return Defined(path, dotted, statement)
        return self._starred(module, dotted, depth)

    def _imported(self, module: Module, name: str, rest: str, depth: int) -> Target | None:
        node, theirs = module.imported[name]
        if node is None:
            return self._within(module.path, theirs, rest, depth)
        source = node.module or ""
        attribute = f"{theirs}.{rest}" if rest else theirs
        file = self.find(module.path, source, node.level)
        if file is not None:
            found = self.target(file, attribute, depth + 1)
            if found is not None:
                return found
        submodule = self.find(module.path, f"{source}.{theirs}" if source else theirs, node.level)
        if submodule is not None and rest:
            return self.target(submodule, rest, depth + 1)
        return Outside(f"{source}.{attribute}" if not node.level else f".{attribute}")

    def _within(self, path: str, dotted: str, rest: str, depth: int) -> Target | None:
        """An attribute of an imported module, of which `rest` may name modules below it first."""
        parts = rest.split(".") if rest else []
        for count in range(len(parts), -1, -1):
            file = self.find(path, ".".join([dotted, *parts[:count]]))
            if file is not None and count < len(parts):
                found = self.target(file, ".".join(parts[count:]), depth + 1)
                if found is not None:
                    return found
        return Outside(".".join([dotted, *parts]))

    def _starred(self, module: Module, dotted: str, depth: int) -> Target | None:
        for node in reversed(module.stars):
            file = self.find(module.path, node.module or "", node.level)
            if file is None:
                return Outside(f"{node.module}.{dotted}")
            found = self.target(file, dotted, depth + 1)
            if found is not None:
                return found
        return None


def dotted_name(node: ast.AST) -> str | None:
    """The text of a name or dotted name; None for anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join((node.id, *reversed(parts))) if isinstance(node, ast.Name) else None


def _alias_of(statement: ast.stmt) -> str | None:
    """The dotted name that a statement gives another name to; None for any other statement."""
    if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
        return dotted_name(statement.value)
    return None
