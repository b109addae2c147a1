"""Module-level collections of strings, found in syntax trees."""

import ast
from collections.abc import Iterator
from pathlib import Path

from inspector.model import ListedName, Location
from inspector.sources.nodes import is_text
from inspector.sources.python_module import module_statements
from inspector.sources.walk import is_file

_WRAPPERS = ("frozenset", "set", "list", "tuple", "dict", "MappingProxyType", "field", "Field")
_FIELDS = ("field", "Field")
Found = tuple[str, int, tuple[ListedName, ...]]
"""Dotted attribute, line, entries."""


def collections_in(tree: ast.Module, path: str) -> tuple[Found, ...]:
    """Attributes of the module, and of its classes, that hold strings; `path` as locations have it."""
    return _Reader(tree, path).run()


def reference_base(path: Path, root: Path, imports: frozenset[str]) -> str:
    """What the config writes before the colon: the module as the project imports it, else by its packages."""
    place = path.with_suffix("")
    parts = list(place.relative_to(root).parts) if place.is_relative_to(root) else [place.name]
    if parts[-1] == "__init__" and len(parts) > 1:
        parts.pop()
    if not all(part.isidentifier() for part in parts):
        return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()
    for start in range(len(parts)):
        if ".".join(parts[start:]) in imports:
            return ".".join(parts[start:])
    folder, start = root, 0
    for index, part in enumerate(parts[:-1], start=1):
        folder = folder / part
        if not is_file(folder / "__init__.py"):
            start = index
    return ".".join(parts[start:])


class _Reader:
    def __init__(self, tree: ast.Module, path: str) -> None:
        self._statements = list(module_statements(tree))
        self._path = path
        self._enums = {
            one.name: _members(one)
            for one in self._statements
            if isinstance(one, ast.ClassDef) and _is_enum(one)
        }
        """Values of the members of each Enum of the module."""

    def run(self) -> tuple[Found, ...]:
        found: dict[str, Found] = {}
        for statement in self._statements:
            for one in self._of_statement(statement, ""):
                found[one[0]] = one
        return tuple(found.values())

    def _of_statement(self, statement: ast.stmt, within: str) -> Iterator[Found]:
        match statement:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                listed = self._listed(value)
                if listed and not name.startswith("__"):
                    yield f"{within}{name}", statement.lineno, listed
            case ast.ClassDef(name=name):
                listed = self._of_enum(statement) if _is_enum(statement) else self._fields(statement)
                if listed:
                    yield f"{within}{name}", statement.lineno, listed
                for inner in statement.body if not _is_enum(statement) else ():
                    yield from self._of_statement(inner, f"{within}{name}.")

    def _of_enum(self, node: ast.ClassDef) -> tuple[ListedName, ...]:
        return tuple(self._entry(name, line) for name, line in _members(node).values())

    def _fields(self, node: ast.ClassDef) -> tuple[ListedName, ...]:
        """Public attributes whose default is a string or a switch."""
        found = []
        for inner in node.body:
            match inner:
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=value)
                    | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
                ):
                    default = _default(value)
                    if isinstance(default, (bool, str)) and not name.startswith("_"):
                        found.append(self._entry(name, inner.lineno, default))
        return tuple(found)

    def _listed(self, value: ast.expr) -> tuple[ListedName, ...]:
        match value:
            case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
                texts = ((self._text(one), one.lineno) for one in elements)
                return tuple(self._entry(text, line) for text, line in texts if text is not None)
            case ast.Dict(keys=keys, values=values):
                pairs = zip(keys, values, strict=True)
                named = ((self._text(key), key, one) for key, one in pairs if key is not None)
                return tuple(
                    self._entry(text, key.lineno, _policy(one))
                    for text, key, one in named
                    if text is not None
                )
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args, keywords=keywords):
                if name not in _WRAPPERS:
                    return ()
                if name == "dict" and not args:
                    return tuple(
                        self._entry(one.arg, one.lineno, _policy(one.value))
                        for one in keywords
                        if one.arg is not None
                    )
                made = [one.value for one in keywords if one.arg == "default_factory"]
                inner = [one.body for one in made if isinstance(one, ast.Lambda)] or args[:1]
                return self._listed(inner[0]) if inner else ()
        return ()

    def _text(self, node: ast.expr) -> str | None:
        """A string, or the value of an Enum member of the same module."""
        match node:
            case ast.Constant(value=str(text)):
                return text if is_text(text) else None
            case (
                ast.Attribute(value=ast.Attribute(value=ast.Name(id=name), attr=member), attr="value")
                | ast.Attribute(value=ast.Name(id=name), attr=member)
            ):
                found = self._enums.get(name, {}).get(member)
                return found[0] if found is not None else None
        return None

    def _entry(self, name: str, line: int, value: str | bool | None = None) -> ListedName:
        return ListedName(name=name, value=value, location=Location(self._path, line))


def _is_enum(node: ast.ClassDef) -> bool:
    return any("Enum" in ast.unparse(base) for base in node.bases)


def _members(node: ast.ClassDef) -> dict[str, tuple[str, int]]:
    """Member name to (value, line) of an Enum's strings."""
    found = {}
    for inner in node.body:
        match inner:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(text)) as value) if (
                is_text(text)
            ):
                found[name] = (text, value.lineno)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=func)) if ast.unparse(
                func
            ).rpartition(".")[2] == "auto" and any("StrEnum" in ast.unparse(base) for base in node.bases):
                found[name] = (name.lower(), inner.lineno)
    return found


def _default(value: ast.expr) -> object:
    """What a field begins with, where that is written out."""
    match value:
        case ast.Constant(value=str(text)):
            return text if is_text(text) else None
        case ast.Constant(value=default):
            return default
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in _FIELDS:
            named = [one.value for one in value.keywords if one.arg == "default"]
            for one in (*value.args[:1], *named):
                if isinstance(one, ast.Constant):
                    return _default(one)
    return None


def _policy(node: ast.expr) -> str | bool | None:
    if not isinstance(node, ast.Constant) or node.value is None:
        return None
    if isinstance(node.value, str):
        return node.value if is_text(node.value) else None
    try:
        return node.value if isinstance(node.value, bool) else str(node.value)
    except ValueError:
        # An integer of thousands of digits.
        return None
