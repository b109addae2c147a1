"""What the text of one Python module holds: statements, string constants, imports."""

import ast
import warnings
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property

from inspector.sources.comment_lines import Comments, comments_of, is_module
from inspector.sources.lines import Lines, split_lines
from inspector.sources.spans import Span, Spans

_VALUES = (ast.keyword, ast.Constant, ast.JoinedStr, ast.Call, ast.List, ast.Tuple, ast.Set, ast.Dict)
Import = ast.Import | ast.ImportFrom
_MOST_PARTS = 8
"""Of a dotted name that is followed."""
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


def parse(text: str) -> ast.Module | None:
    """The syntax tree; None for text that Python can't read."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def syntax_error(text: str) -> tuple[int | None, str]:
    """(line, what is wrong) of a text that `parse` gives no tree for."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except SyntaxError as error:
        return error.lineno, error.msg
    except (ValueError, RecursionError, MemoryError) as error:
        return None, str(error)
    return None, ""


class PythonModule:
    """Facts of one text, each found when it is first asked for."""

    def __init__(self, text: str, name: str = "module.py") -> None:
        """Files of other languages, as their `name` tells, have comments at least."""
        self.text = text
        self._name = name

    @cached_property
    def lines(self) -> list[str]:
        return split_lines(self.text)

    @cached_property
    def tree(self) -> ast.Module | None:
        has_suffix = "." in self._name
        return parse(self.text) if is_module(self._name) or not has_suffix else None

    @cached_property
    def speaks_of_us(self) -> bool:
        return "toolinspect" in self.text.lower()

    @cached_property
    def comments(self) -> Comments:
        return comments_of(self._name, self.text)

    @cached_property
    def values(self) -> Spans:
        """Values and arguments of several lines."""
        return Spans(_wide_values(self.tree) if is_module(self._name) else self.comments.spans)

    @cached_property
    def bindings(self) -> dict[str, list[ast.stmt]]:
        """The module's own statements by the names that they define or add to, imports apart."""
        found: dict[str, list[ast.stmt]] = {}
        for statement in module_statements(self.tree) if self.tree is not None else ():
            for name in bound_by(statement):
                found.setdefault(name, []).append(statement)
        return found

    @cached_property
    def imports(self) -> list[Import]:
        """The module's own import statements."""
        statements = module_statements(self.tree) if self.tree is not None else ()
        return [one for one in statements if isinstance(one, (ast.Import, ast.ImportFrom))]

    @cached_property
    def constants(self) -> dict[str, list[int]]:
        """Lines of each string constant, ascending; docstrings and pieces of f-strings are none."""
        found: dict[str, list[int]] = {}
        for node in strings_in(self.tree):
            found.setdefault(str(node.value), []).append(node.lineno)
        for lines in found.values():
            lines.sort()
        return found

    @cached_property
    def string_lines(self) -> frozenset[int]:
        """Every line that a string has a part of, f-strings and docstrings among them."""
        found: set[int] = set()
        for node in ast.walk(self.tree) if self.tree is not None else ():
            if isinstance(node, ast.JoinedStr) or (
                isinstance(node, ast.Constant) and isinstance(node.value, str)
            ):
                found.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        return frozenset(found)

    @cached_property
    def names_read(self) -> dict[int, list[str]]:
        """Names and dotted names that code reads, by the line on which each begins."""
        found: dict[int, list[str]] = {}
        for node in ast.walk(self.tree) if self.tree is not None else ():
            if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load):
                name = _dotted(node)
                if name is not None:
                    found.setdefault(node.lineno, []).append(name)
        return found

    @cached_property
    def offsets(self) -> Lines:
        return Lines(self.text)

    @cached_property
    def statements(self) -> list[tuple[int, int, int]]:
        """(first line, last line, last line of what comes before its blocks), outer before inner ones."""
        body = self.tree.body if self.tree is not None else []
        found = []
        left = list(reversed(body))
        while left:
            node = left.pop()
            inner = blocks(node)
            end = node.end_lineno or node.lineno
            head = min((first_line(one) for one in inner), default=end + 1) - 1
            found.append((first_line(node), end, max(head, node.lineno)))
            left.extend(reversed(inner))
        return found

    @cached_property
    def _innermost(self) -> list[list[int]]:
        """For each line, indexes of the statements around it, outermost first."""
        around: list[list[int]] = [[] for _ in range(len(self.lines) + 2)]
        for index, (start, end, _head) in enumerate(self.statements):
            for line in range(start, min(end, len(self.lines)) + 1):
                around[line].append(index)
        return around

    def around(self, line: int) -> list[tuple[int, int, int]]:
        """Statements that `line` is part of, innermost first."""
        if not 0 < line < len(self._innermost):
            return []
        return [self.statements[index] for index in reversed(self._innermost[line])]


def _dotted(node: ast.expr) -> str | None:
    """The text of a name or dotted name; None for what hangs on anything else, and for endless chains."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute) and len(parts) < _MOST_PARTS:
        parts.append(node.attr)
        node = node.value
    return ".".join((node.id, *reversed(parts))) if isinstance(node, ast.Name) else None


def _wide_values(tree: ast.AST | None) -> Iterator[Span]:
    """Arguments, calls, collections, their items of several lines, and texts."""
    left: list[ast.AST] = [tree] if tree is not None else []
    while left:
        node = left.pop()
        if isinstance(node, _VALUES) and node.end_lineno and node.lineno < node.end_lineno:
            yield node.lineno, node.end_lineno
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if key is not None and value.end_lineno and key.lineno < value.end_lineno:
                    yield key.lineno, value.end_lineno
        if not isinstance(node, ast.JoinedStr):
            left.extend(ast.iter_child_nodes(node))


def blocks(node: ast.AST) -> list[ast.stmt]:
    """The statements right below a compound statement, those of its handlers and cases included."""
    found: list[ast.stmt] = []
    for name in _BLOCKS:
        for child in getattr(node, name, ()):
            if isinstance(child, ast.stmt):
                found.append(child)
            elif isinstance(child, (ast.ExceptHandler, ast.match_case)):
                found.extend(child.body)
    return found


def first_line(node: ast.stmt) -> int:
    """Of the statement, its decorators included."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return min([node.lineno, *(one.lineno for one in node.decorator_list)])
    return node.lineno


def has_line(node: ast.stmt, lines: Sequence[int]) -> bool:
    """Whether a statement, its decorators included, has any of these lines, which ascend."""
    at = bisect_left(lines, first_line(node))
    return at < len(lines) and lines[at] <= (node.end_lineno or node.lineno)


def strings_in(node: ast.AST | None) -> Iterator[ast.Constant]:
    """String constants in the order of the text, without docstrings, bare strings and pieces of f-strings."""
    left: list[ast.AST] = [node] if node is not None else []
    while left:
        current = left.pop()
        if isinstance(current, ast.Constant) and isinstance(current.value, str):
            yield current
        elif not isinstance(current, ast.JoinedStr) and not is_bare_string(current):
            left.extend(reversed(list(ast.iter_child_nodes(current))))


def is_bare_string(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def module_statements(tree: ast.Module) -> Iterator[ast.stmt]:
    """The module's own statements, also those under `if`, `try`, `with` and loops."""
    left: list[ast.stmt] = list(reversed(tree.body))
    while left:
        node = left.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            left.extend(reversed(blocks(node)))


def bound_by(statement: ast.stmt) -> set[str]:
    """Names that a statement defines or adds to."""
    match statement:
        case ast.Assign(targets=targets):
            return {name for target in targets for name in _targets(target)}
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
            return set(_targets(target))
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)))):
            return {name}
    return set()


def _targets(target: ast.expr) -> Iterator[str]:
    match target:
        case ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name)):
            yield name
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            for element in elements:
                yield from _targets(element)
