"""The text of an expression, as far as it can be told without running anything."""

import ast

from inspector.audit.modules import Defined, Modules, Scope, dotted_name

_DEEPEST = 8


class Unknown(Exception):
    """Its text says why the value can't be told, as "`NAMES[key]` is computed"."""


class Values:
    """Follows constants through the modules of a repository."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules

    def text(self, path: str, node: ast.expr, scope: Scope = (), depth: int = 0) -> str | None:
        """A string, or None for the value None; raises Unknown for what isn't a constant."""
        if depth > _DEEPEST:
            raise Unknown(f"{_shown(node)} leads too far")
        match node:
            case ast.Constant(value=str() | None as value):
                return value
            case ast.JoinedStr(values=parts):
                return "".join(self._piece(path, part, scope, depth) for part in parts)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self._sure(path, left, scope, depth) + self._sure(path, right, scope, depth)
            case ast.IfExp():
                raise Unknown(f"{_shown(node)} depends on a condition")
            case ast.Name() | ast.Attribute():
                return self._named(path, node, scope, depth)
        raise Unknown(f"{_shown(node)} is computed")

    def _piece(self, path: str, part: ast.expr, scope: Scope, depth: int) -> str:
        if isinstance(part, ast.FormattedValue):
            if part.format_spec is not None or part.conversion not in (-1, ord("s")):
                raise Unknown(f"{_shown(part.value)} is formatted")
            return self._sure(path, part.value, scope, depth)
        return self._sure(path, part, scope, depth)

    def _sure(self, path: str, node: ast.expr, scope: Scope, depth: int) -> str:
        found = self.text(path, node, scope, depth + 1)
        if found is None:
            raise Unknown(f"{_shown(node)} is None")
        return found

    def _named(self, path: str, node: ast.expr, scope: Scope, depth: int) -> str | None:
        dotted = dotted_name(node)
        if dotted is None:
            raise Unknown(f"{_shown(node)} is computed")
        name = dotted.partition(".")[0]
        for function in reversed(scope):
            if name in _parameters(function):
                raise Unknown(f"`{dotted}` is a parameter of `{function.name}`")
            value = _assigned_within(function, name)
            if value is not None and name == dotted:
                return self.text(path, value, scope, depth + 1)
        member = dotted.removesuffix(".value")
        target = self._modules.target(path, member)
        if isinstance(target, Defined):
            if target.name.partition(".")[0] in self._modules.at(target.path).rebound:
                raise Unknown(f"`{dotted}` is assigned several times")
            value = _value_of(target)
            if value is not None:
                return self.text(target.path, value, (), depth + 1)
        raise Unknown(f"`{dotted}` isn't a constant of this repository")


def _value_of(target: Defined) -> ast.expr | None:
    """What a module's name, or the member of one of its classes, is given."""
    statement: ast.stmt | None = target.statement
    for part in target.name.split(".")[1:]:
        if not isinstance(statement, ast.ClassDef):
            return None
        statement = next((one for one in statement.body if part in _simple_targets(one)), None)
    if isinstance(statement, ast.Assign) and _simple_targets(statement):
        return statement.value
    return statement.value if isinstance(statement, ast.AnnAssign) else None


def _simple_targets(statement: ast.stmt) -> set[str]:
    match statement:
        case ast.Assign(targets=targets):
            return {one.id for one in targets if isinstance(one, ast.Name)}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
    return set()


def _assigned_within(function: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> ast.expr | None:
    """The value of a local name that is assigned once; raises Unknown where it is assigned more often."""
    found = [
        node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign | ast.AnnAssign) and name in _simple_targets(node) and node.value
    ]
    changed = any(
        isinstance(node, ast.AugAssign | ast.For)
        and any(isinstance(one, ast.Name) and one.id == name for one in ast.walk(node.target))
        for node in ast.walk(function)
    )
    if len(found) > 1 or (found and changed):
        raise Unknown(f"`{name}` is assigned several times in `{function.name}`")
    return found[0] if found else None


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    every += [one for one in (arguments.vararg, arguments.kwarg) if one is not None]
    return {one.arg for one in every}


def _shown(node: ast.expr) -> str:
    text = ast.unparse(node)
    return f"`{text if len(text) <= 60 else f'{text[:57]}...'}`"
