"""Module-level collections of strings, found in syntax trees."""

import ast
from collections.abc import Iterator
from pathlib import Path

import msgspec

from inspector.model import ListedName, Location
from inspector.sources.python_imports import absolute_imports
from inspector.sources.python_module import module_statements

_WRAPPERS = ("frozenset", "set", "list", "tuple", "dict", "MappingProxyType", "field", "Field")
Found = tuple[str, int, tuple[ListedName, ...]]


class Module(msgspec.Struct, frozen=True):
    """What one module has: (dotted attribute, line, entries) of each collection, and what it imports."""

    collections: tuple[Found, ...]
    imports: frozenset[str]


def collections_in(tree: ast.Module, path: str) -> Module:
    """Attributes of the module, and of its classes, that hold strings."""
    found: dict[str, Found] = {}
    for statement in module_statements(tree):
        for one in _of_statement(statement, path, ""):
            found[one[0]] = one
    return Module(tuple(found.values()), frozenset(absolute_imports(tree)))


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
        if not (folder / "__init__.py").exists():
            start = index
    return ".".join(parts[start:])


def _of_statement(statement: ast.stmt, path: str, within: str) -> Iterator[Found]:
    match statement:
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=value)
            | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
        ):
            listed = _listed(value, path)
            if listed and not name.startswith("__"):
                yield f"{within}{name}", statement.lineno, listed
        case ast.ClassDef(name=name, body=body):
            if any("Enum" in ast.unparse(base) for base in statement.bases):
                values = tuple(
                    _name(one.value, path) for one in body if isinstance(one, ast.Assign) and _is(one.value)
                )
                if values:
                    yield f"{within}{name}", statement.lineno, values
            else:
                for inner in body:
                    yield from _of_statement(inner, path, f"{within}{name}.")


def _listed(value: ast.expr, path: str) -> tuple[ListedName, ...]:
    match value:
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            return tuple(_name(one, path) for one in elements if _is(one))
        case ast.Dict(keys=keys, values=values):
            pairs = zip(keys, values, strict=True)
            return tuple(_name(key, path, _policy(one)) for key, one in pairs if key is not None and _is(key))
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args, keywords=keywords):
            if name not in _WRAPPERS:
                return ()
            if name == "dict" and not args:
                return tuple(
                    ListedName(name=one.arg, value=_policy(one.value), location=Location(path, one.lineno))
                    for one in keywords
                    if one.arg is not None
                )
            made = [one.value for one in keywords if one.arg == "default_factory"]
            inner = [one.body for one in made if isinstance(one, ast.Lambda)] or args[:1]
            return _listed(inner[0], path) if inner else ()
    return ()


def _is(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _name(node: ast.expr, path: str, value: str | bool | None = None) -> ListedName:
    assert isinstance(node, ast.Constant)
    return ListedName(name=str(node.value), value=value, location=Location(path, node.lineno))


def _policy(node: ast.expr) -> str | bool | None:
    if not isinstance(node, ast.Constant) or node.value is None:
        return None
    return node.value if isinstance(node.value, (bool, str)) else str(node.value)
