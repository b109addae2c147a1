"""Where an attribute of a module is defined, and where each string in its definition is written."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from inspector.model import Location
from inspector.sources.python_imports import files_of, imported_modules, imported_names
from inspector.sources.python_module import PythonModule, bound_by, is_bare_string

_DEEPEST = 8
"""How many imports and names are followed from one attribute."""
_ENUMS = ("Enum", "Flag", "Choices")


class AssignedPlaces(msgspec.Struct, frozen=True, kw_only=True):
    """What the source says of one attribute."""

    location: Location | None = None
    """Of its last definition; None where no project file defines it."""
    names: dict[str, Location] = {}
    """Where each string, keyword or field name in it is written; names that are computed have none."""


class Definitions:
    """Follows attributes through a project's files."""

    def __init__(
        self, root: Path, module: Callable[[Path], PythonModule | None], shown: Callable[[Path], str]
    ) -> None:
        self._root = root
        self._module = module
        self._shown = shown
        self._met: set[tuple[Path, str]] = set()

    def of(self, path: Path, attribute: str, depth: int = 0) -> AssignedPlaces:
        """Places of a dotted attribute of the module `path`; empty ones for what can't be found."""
        module = self._module(path)
        if module is None or depth > _DEEPEST or (path, attribute) in self._met:
            return AssignedPlaces()
        self._met.add((path, attribute))
        name, _, rest = attribute.partition(".")
        statements = module.bindings.get(name, [])
        if not any(_defines(one) for one in statements):
            return self._imported(module, path, attribute, depth)
        if rest:
            found = self._places(_members(statements, rest), path, depth)
            return found if found.location is not None else self._inherited(statements, path, rest, depth)
        # It may be both, as in `try: from x import A` with a value of its own for when that fails.
        own, theirs = self._places(statements, path, depth), self._imported(module, path, attribute, depth)
        return AssignedPlaces(location=own.location, names={**theirs.names, **own.names})

    def _imported(self, module: PythonModule, path: Path, attribute: str, depth: int) -> AssignedPlaces:
        name, dot, rest = attribute.partition(".")
        names = ((node, f"{theirs}{dot}{rest}") for node, theirs in imported_names(module.imports, name))
        for node, theirs in (*names, *imported_modules(module.imports, attribute)):
            for file in files_of(node, path, self._root):
                found = self.of(file, theirs, depth + 1)
                if found.location is not None:
                    return found
        return AssignedPlaces()

    def _inherited(self, statements: list[ast.stmt], path: Path, rest: str, depth: int) -> AssignedPlaces:
        """Places of an attribute that a class has from its bases, or an object from its class."""
        for statement in reversed(statements):
            for name in _classes_behind(statement):
                found = self.of(path, f"{name}.{rest}", depth + 1)
                if found.location is not None:
                    return found
        return AssignedPlaces()

    def _places(self, statements: list[ast.stmt], path: Path, depth: int) -> AssignedPlaces:
        defining = [one for one in statements if _defines(one)]
        if not defining:
            return AssignedPlaces()
        shown = self._shown(path)
        names: dict[str, Location] = {}
        for statement in statements:
            written: dict[str, Location] = {}
            for text, line in _written(statement):
                written.setdefault(text, Location(shown, line))
            for text, place in self._referred(statement, path, shown, depth).items():
                written.setdefault(text, place)
            names.update(written)
        return AssignedPlaces(location=Location(shown, defining[-1].lineno), names=names)

    def _referred(self, statement: ast.stmt, path: Path, shown: str, depth: int) -> dict[str, Location]:
        """Places of what a definition takes from other names: of a plain string the line that uses it."""
        found: dict[str, Location] = {}
        for reference, line in _references(statement):
            text = self._string(path, reference)
            if text is not None:
                found.setdefault(text, Location(shown, line))
                continue
            for name, place in self.of(path, reference, depth + 1).names.items():
                is_member = "." in reference
                found.setdefault(name, Location(shown, line) if is_member else place)
        return found

    def _string(self, path: Path, name: str, depth: int = 0) -> str | None:
        """The text of a name whose whole value is a string, here or where it is imported from."""
        module = self._module(path)
        if module is None or depth > _DEEPEST:
            return None
        text = _plain_string(module.bindings.get(name, []))
        if text is not None:
            return text
        for node, theirs in imported_names(module.imports, name):
            for file in files_of(node, path, self._root):
                text = self._string(file, theirs, depth + 1)
                if text is not None:
                    return text
        return None


def _defines(statement: ast.stmt) -> bool:
    """Whether a statement gives a value, and not merely adds to one."""
    match statement:
        case ast.Assign(targets=targets):
            return not all(isinstance(target, ast.Subscript) for target in targets)
        case ast.AnnAssign(target=ast.Name()):
            return True
    return isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))


def _classes_behind(statement: ast.stmt) -> Iterator[str]:
    """Dotted names of a class's bases, or of what an object is made of or another name for."""
    values: list[ast.expr] = []
    if isinstance(statement, ast.ClassDef):
        values = statement.bases
    elif isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value is not None:
        value = statement.value
        values = [value.func if isinstance(value, ast.Call) else value]
    for value in values:
        if isinstance(value, (ast.Name, ast.Attribute)):
            yield ast.unparse(value)


def _members(statements: list[ast.stmt], attribute: str) -> list[ast.stmt]:
    """Statements that bind a dotted attribute: in the bodies of classes, or, made up, items of a `{…}`."""
    found = statements
    for part in attribute.split("."):
        bodies = [one for one in found if isinstance(one, ast.ClassDef)]
        inner = [bound for one in bodies for bound in one.body if part in bound_by(bound)]
        found = [*inner, *(item for one in found for item in _items(one, part))]
    return found


def _items(statement: ast.stmt, part: str) -> Iterator[ast.stmt]:
    """The item of that key, or of an Enum member of that name, as if it were assigned on its own."""
    value = statement.value if isinstance(statement, (ast.Assign, ast.AnnAssign)) else None
    if isinstance(value, ast.Dict):
        for key, item in zip(value.keys, value.values, strict=True):
            match key:
                case ast.Constant(value=name) | ast.Attribute(attr=name) if name == part:
                    target = ast.Name(id=part, ctx=ast.Store())
                    yield ast.Assign(targets=[target], value=item, lineno=key.lineno)


def _written(statement: ast.stmt) -> Iterator[tuple[str, int]]:
    """Strings of a definition with their lines, those first that name things: keys before values."""
    if isinstance(statement, ast.ClassDef):
        yield from _of_class(statement)
        return
    returned = [node for node in ast.walk(statement) if isinstance(node, ast.Return)]
    for node in (*sorted(returned, key=lambda one: one.lineno), statement):
        nodes = list(_nodes(node))
        for one in nodes:
            if isinstance(one, ast.Dict):
                yield from (_text(key) for key in one.keys if key is not None and _is_text(key))
        yield from (_text(one) for one in nodes if _is_text(one))
        for one in nodes:
            if isinstance(one, ast.keyword) and one.arg is not None:
                yield one.arg, one.lineno


def _of_class(node: ast.ClassDef) -> Iterator[tuple[str, int]]:
    """Of an Enum the values before the names of its members; of other classes the fields before defaults."""
    is_enum = any(mark in ast.unparse(base) for base in node.bases for mark in _ENUMS)
    fields = [
        (name, inner.lineno)
        for inner in node.body
        if isinstance(inner, (ast.Assign, ast.AnnAssign))
        for name in bound_by(inner)
    ]
    values = [
        _text(one)
        for inner in node.body
        if isinstance(inner, (ast.Assign, ast.AnnAssign)) and inner.value is not None
        for one in _nodes(inner.value)
        if _is_text(one)
    ]
    yield from (*values, *fields) if is_enum else (*fields, *values)


def _nodes(top: ast.AST) -> Iterator[ast.AST]:
    """What a definition consists of, in the order of the text; docstrings and annotations left out."""
    left = [top]
    while left:
        node = left.pop()
        yield node
        if isinstance(node, ast.JoinedStr) or is_bare_string(node):
            continue
        annotation = getattr(node, "annotation", None)
        left.extend(reversed([one for one in ast.iter_child_nodes(node) if one is not annotation]))


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _text(node: ast.AST) -> tuple[str, int]:
    assert isinstance(node, ast.Constant)
    return str(node.value), node.lineno


def _references(statement: ast.stmt) -> Iterator[tuple[str, int]]:
    """Names, and attributes of names, that a definition reads, each with its line."""
    if isinstance(statement, ast.ClassDef):
        return
    for node in _nodes(statement):
        match node:
            case ast.Attribute(value=ast.Attribute(value=ast.Name(id=name), attr=member), attr="value"):
                yield f"{name}.{member}", node.lineno
            case ast.Attribute(value=ast.Name(id=name), attr=member):
                yield f"{name}.{member}", node.lineno
            case ast.Name(id=name, ctx=ast.Load()):
                yield name, node.lineno


def _plain_string(statements: list[ast.stmt]) -> str | None:
    """The text of a name whose whole value is a string, of those that bind it."""
    for statement in statements:
        if isinstance(statement, (ast.Assign, ast.AnnAssign)):
            match statement.value:
                case ast.Constant(value=str(text)):
                    return text
    return None
