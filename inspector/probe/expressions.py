"""Reads names, values and signatures out of single expressions of a syntax tree."""

import ast
from dataclasses import dataclass
from typing import Any, Iterator, Union

_AGENT_LISTS = frozenset({"tools", "handoffs", "mcp_servers"})
_LIST_CHANGES = frozenset({"append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse"})
_CHAIN = 60
"""Parts of a fluent chain, as `.with_tools` and `()`, that are read back to its start."""
FunctionNode = Union[ast.FunctionDef, ast.AsyncFunctionDef]


@dataclass(frozen=True)
class Leaf:
    """A part of a value: a call, or a mention, of a dotted name."""

    dotted: str
    is_call: bool
    inside: str = ""
    """Dotted name of the call that this value is an argument of."""


def dotted_name(node: "ast.AST | None") -> str:
    """`a.b.c` of a name expression, its subscript dropped; empty for anything else."""
    parts: list[str] = []
    while isinstance(node, (ast.Subscript, ast.Attribute)):
        if isinstance(node, ast.Attribute):
            parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def callee(node: ast.Call) -> str:
    """Dotted name of what is called: `f().clone` for a call's result, `().clone` for what has no name."""
    dotted = dotted_name(node.func)
    if dotted or not isinstance(node.func, ast.Attribute):
        return dotted
    parts: list[str] = []
    part: ast.expr = node.func
    while len(parts) < _CHAIN and isinstance(part, (ast.Attribute, ast.Call, ast.Subscript, ast.Await)):
        if isinstance(part, ast.Attribute):
            parts.append(f".{part.attr}")
        elif isinstance(part, ast.Call):
            parts.append("()")
        part = part.func if isinstance(part, ast.Call) else part.value
    return part.id + "".join(reversed(parts)) if isinstance(part, ast.Name) else f"().{node.func.attr}"


def changed_lists(node: ast.expr) -> "Iterator[tuple[ast.expr, str]]":
    """(object, attribute) of the lists of an agent that an assignment target or a call changes."""
    if isinstance(node, (ast.Tuple, ast.List)):
        for element in node.elts:
            yield from changed_lists(element)
        return
    if isinstance(node, ast.Call):
        if dotted_name(node.func) == "setattr" and len(node.args) == 3:
            attribute = _text(node.args[1])
            if attribute in _AGENT_LISTS and not _is_self(node.args[0]):
                yield node.args[0], attribute
            return
        if not isinstance(node.func, ast.Attribute) or node.func.attr not in _LIST_CHANGES:
            return
        node = node.func.value
    while isinstance(node, (ast.Subscript, ast.Starred)):
        node = node.value
    if isinstance(node, ast.Attribute) and node.attr in _AGENT_LISTS and not _is_self(node.value):
        yield node.value, node.attr


def _is_self(node: ast.expr) -> bool:
    """A class that keeps a list called `tools` is no agent yet."""
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def leaves(value: "ast.AST | None") -> "list[Leaf]":
    """The values that an expression may evaluate to, or hold in a container."""
    found: list[Leaf] = []
    pending: list[tuple[ast.AST, str]] = [(value, "")] if value is not None else []
    while pending:
        node, inside = pending.pop()
        is_call = isinstance(node, ast.Call)
        dotted = callee(node) if isinstance(node, ast.Call) else dotted_name(node)
        if dotted and (is_call or isinstance(node, (ast.Name, ast.Attribute))):
            found.append(Leaf(dotted, is_call, inside))
        holder = (dotted or "()") if is_call else inside
        pending.extend((part, holder) for part in reversed(_parts(node)))
    return found


def _parts(node: ast.AST) -> "list[ast.expr]":
    if isinstance(node, ast.Call):
        return [*node.args, *(keyword.value for keyword in node.keywords)]
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return node.elts
    if isinstance(node, ast.Dict):
        return list(node.values)
    if isinstance(node, (ast.Await, ast.Starred, ast.NamedExpr)):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return [node.body, node.orelse]
    if isinstance(node, ast.BoolOp):
        return node.values
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
        return [node.elt]
    return [node.value] if isinstance(node, ast.DictComp) else []


def is_main_guard(test: ast.expr) -> bool:
    names = {node.id for node in ast.walk(test) if isinstance(node, ast.Name)}
    constants = {node.value for node in ast.walk(test) if isinstance(node, ast.Constant)}
    return "__name__" in names and "__main__" in constants


def literal_name(node: ast.Call) -> "str | None":
    for keyword in node.keywords:
        if keyword.arg == "name":
            return _text(keyword.value)
    return _text(node.args[0]) if node.args else None


def _text(node: ast.expr) -> "str | None":
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def parameters(arguments: ast.arguments) -> "Iterator[dict[str, Any]]":
    positional = [*arguments.posonlyargs, *arguments.args]
    without_default = len(positional) - len(arguments.defaults)
    for index, argument in enumerate(positional):
        yield _parameter(argument, index >= without_default)
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield _parameter(argument, default is not None)


def _parameter(argument: ast.arg, has_default: bool) -> "dict[str, Any]":
    return {"name": argument.arg, "default": has_default, "annotation": _source(argument.annotation)}


def _source(annotation: "ast.expr | None") -> "str | None":
    try:
        return ast.unparse(annotation) if annotation is not None else None
    except RecursionError:
        # A union of a thousand types: nothing that a parameter could be filled by.
        return None


def annotation_names(node: "ast.AST | None") -> "Iterator[str]":
    if node is None:
        return
    for part in ast.walk(node):
        if isinstance(part, (ast.Name, ast.Attribute)):
            dotted = dotted_name(part)
            if dotted:
                yield dotted
        elif isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield from _quoted_names(part.value)


def _quoted_names(text: str) -> "list[str]":
    try:
        return list(annotation_names(ast.parse(text, mode="eval").body))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def decorator_names(node: "FunctionNode | ast.ClassDef") -> "Iterator[str]":
    for decorator in node.decorator_list:
        dotted = callee(decorator) if isinstance(decorator, ast.Call) else dotted_name(decorator)
        if dotted:
            yield dotted


def assigned_names(statements: "list[ast.stmt]") -> "set[str]":
    found: set[str] = set()
    for statement in statements:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
    return found
