"""The strings of a Python module, each with what it stands in."""

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from inspector.audit.modules import dotted_name
from inspector.audit.occurrence import Step
from inspector.sources.python_module import has_line
from inspector.sources.text_lines import TextLines

_ENUMS = ("Enum", "Flag", "Choices")
_Below = Iterator[tuple[ast.AST, tuple[Step, ...]]]


class PythonString(NamedTuple):
    """One literal, by offsets into the text in characters."""

    start: int
    end: int
    value: str | None
    """None for an f-string."""
    is_docstring: bool
    """Whether it stands for itself, as docstrings do."""
    steps: tuple[Step, ...]


def strings_of(tree: ast.Module, lines: TextLines, wanted: Sequence[int]) -> Iterator[PythonString]:
    """Those of statements that have any of the wanted lines, which ascend; in no order.

    What stands within the braces of an f-string belongs to that.
    """
    left: list[tuple[ast.AST, tuple[Step, ...]]] = [(tree, ())]
    while left:
        node, steps = left.pop()
        if isinstance(node, ast.stmt) and not has_line(node, wanted):
            continue
        if isinstance(node, ast.JoinedStr):
            yield _literal(node, None, steps, lines)
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                yield _literal(node, node.value, steps, lines)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            if isinstance(node.value.value, str):
                yield _literal(node.value, node.value.value, steps, lines, is_docstring=True)
        else:
            below = _BELOW.get(type(node))
            if below is not None:
                left.extend(below(node, steps))
            else:
                left.extend((one, steps) for one in ast.iter_child_nodes(node))


def _literal(
    node: ast.expr,
    value: str | None,
    steps: tuple[Step, ...],
    lines: TextLines,
    *,
    is_docstring: bool = False,
) -> PythonString:
    start = lines.offset(node.lineno, node.col_offset)
    end = lines.offset(node.end_lineno or node.lineno, node.end_col_offset or 0)
    return PythonString(start, end, value, is_docstring, steps)


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef, steps: tuple[Step, ...]) -> _Below:
    yield from ((one, steps) for one in node.decorator_list)
    inner = (*steps, Step("function", node.name))
    yield from _defaults(node.args, inner)
    yield from ((one, (*inner, Step("annotation"))) for one in _annotations(node))
    yield from ((one, inner) for one in node.body)


def _class(node: ast.ClassDef, steps: tuple[Step, ...]) -> _Below:
    is_enum = any(mark in ast.unparse(base) for base in node.bases for mark in _ENUMS)
    inner = (*steps, Step("enum" if is_enum else "class", node.name))
    yield from ((one, inner) for one in (*node.bases, *node.keywords, *node.body))


def _assignment(node: ast.Assign, steps: tuple[Step, ...]) -> _Below:
    yield from _assigned(node.targets, node.value, steps)


def _annotated(node: ast.AnnAssign, steps: tuple[Step, ...]) -> _Below:
    yield node.annotation, (*steps, Step("annotation"))
    if node.value is not None:
        yield from _assigned([node.target], node.value, steps)


def _augmented(node: ast.AugAssign, steps: tuple[Step, ...]) -> _Below:
    yield from _assigned([node.target], node.value, steps)


def _call(node: ast.Call, steps: tuple[Step, ...]) -> _Below:
    called = (*steps, Step("call", last_name(node.func)))
    yield node.func, steps
    yield from ((one, (*called, Step("argument", str(at)))) for at, one in enumerate(node.args))
    yield from ((one.value, (*called, Step("keyword", one.arg or ""))) for one in node.keywords)


def _keyword(node: ast.keyword, steps: tuple[Step, ...]) -> _Below:
    yield node.value, (*steps, Step("keyword", node.arg or ""))


def _items(node: ast.List | ast.Tuple | ast.Set, steps: tuple[Step, ...]) -> _Below:
    yield from ((one, (*steps, Step("item"))) for one in node.elts)


def _match(node: ast.Match, steps: tuple[Step, ...]) -> _Below:
    yield node.subject, steps
    subject = Step("match case", last_name(node.subject))
    for case in node.cases:
        yield case.pattern, (*steps, subject)
        yield from ((one, steps) for one in (*([case.guard] if case.guard else ()), *case.body))


def _subscript(node: ast.Subscript, steps: tuple[Step, ...]) -> _Below:
    is_literal = last_name(node.value) in ("Literal", "Annotated", "typing.Literal")
    yield node.value, steps
    yield node.slice, (*steps, Step("annotation") if is_literal else Step("subscript", last_name(node.value)))


def _assigned(targets: list[ast.expr], value: ast.expr, steps: tuple[Step, ...]) -> _Below:
    """`TABLE["name"] = …` holds its key as `{"name": …}` does."""
    for target in targets:
        if isinstance(target, ast.Subscript):
            held = (*steps, Step("variable", dotted_name(target.value) or ""))
            yield target.slice, (*held, Step("dict key"))
            yield value, (*held, Step("dict value", _text(target.slice)))
            return
    names = [name for one in targets if (name := dotted_name(one))]
    yield value, (*steps, Step("variable", names[0])) if names else steps


def _pairs(node: ast.Dict, steps: tuple[Step, ...]) -> _Below:
    for key, value in zip(node.keys, node.values, strict=True):
        if key is not None:
            yield key, (*steps, Step("dict key"))
        yield value, (*steps, Step("dict value", _text(key)))


def _compared(node: ast.Compare, steps: tuple[Step, ...]) -> _Below:
    sides = [node.left, *node.comparators]
    for at, side in enumerate(sides):
        other = sides[at - 1] if at else sides[1]
        yield side, (*steps, Step("compare", last_name(other)))


def _defaults(arguments: ast.arguments, steps: tuple[Step, ...]) -> _Below:
    positional = [*arguments.posonlyargs, *arguments.args]
    held = zip(positional[len(positional) - len(arguments.defaults) :], arguments.defaults, strict=True)
    named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    for argument, default in (*held, *named):
        if default is not None:
            yield default, (*steps, Step("default", argument.arg))


def _annotations(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.expr]:
    arguments = node.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    every += [one for one in (arguments.vararg, arguments.kwarg) if one is not None]
    yield from (one.annotation for one in every if one.annotation is not None)
    if node.returns is not None:
        yield node.returns


def last_name(node: ast.AST) -> str:
    """What an expression is called by: `tool.name`, `get` of `x().get`; empty for what has no name."""
    match node:
        case ast.Attribute():
            return dotted_name(node) or node.attr
        case ast.Name(id=name):
            return name
        case ast.Call(func=func):
            return last_name(func)
        case ast.Subscript(value=value):
            return last_name(value)
        case ast.Await(value=value):
            return last_name(value)
    return ""


def _text(node: ast.expr | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


_BELOW: dict[type[ast.AST], Callable[[Any, tuple[Step, ...]], _Below]] = {
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.ClassDef: _class,
    ast.Assign: _assignment,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.Call: _call,
    ast.keyword: _keyword,
    ast.Dict: _pairs,
    ast.List: _items,
    ast.Tuple: _items,
    ast.Set: _items,
    ast.Compare: _compared,
    ast.Match: _match,
    ast.Subscript: _subscript,
}
"""What stands right below a node, with what that is in; of any other its children stand in the same."""
