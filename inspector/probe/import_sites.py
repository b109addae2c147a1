"""What a source file says around its imports: which of them may fail by plan, and which names are errors."""

import ast
import tokenize
from dataclasses import dataclass, field
from typing import Any, Iterator

_CATCHING = frozenset({"ImportError", "ModuleNotFoundError", "Exception", "BaseException"})
_LEAVING = frozenset({"exit", "quit", "_exit", "abort"})


@dataclass
class ImportSites:
    """Facts of one file; empty for one that can't be read."""

    planned: "list[tuple[int, int]]" = field(default_factory=list)
    """First and last lines within which the code goes on without what fails to import."""
    errors: "set[str]" = field(default_factory=set)
    """Last parts of the names that are caught or raised."""

    def is_planned(self, line: int) -> bool:
        return any(first <= line <= last for first, last in self.planned)


def read_sites(path: str) -> ImportSites:
    """Parse a file; raises nothing."""
    sites = ImportSites()
    try:
        with tokenize.open(path) as stream:
            tree = ast.parse(stream.read(), path)
    except (OSError, SyntaxError, ValueError, RecursionError):
        return sites
    for node in ast.walk(tree):
        if isinstance(node, ast.Try):
            _read_try(node, sites)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            if any(_suppresses(item.context_expr) for item in node.items):
                sites.planned.append(_span(node.body))
        elif isinstance(node, ast.Raise) and node.exc is not None:
            raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            sites.errors.update(_last_names(raised))
    return sites


def _read_try(node: ast.Try, sites: ImportSites) -> None:
    for handler in node.handlers:
        names = set(_last_names(handler.type)) if handler.type is not None else {"Exception"}
        sites.errors |= names
        if names & _CATCHING and not any(_gives_up(statement) for statement in handler.body):
            sites.planned.append(_span(node.body))


def _gives_up(statement: ast.stmt) -> bool:
    for node in ast.walk(statement):
        if isinstance(node, ast.Raise):
            return True
        if isinstance(node, ast.Call) and _LEAVING & set(_last_names(node.func)):
            return True
    return False


def _suppresses(expression: ast.expr) -> bool:
    return (
        isinstance(expression, ast.Call)
        and "suppress" in _last_names(expression.func)
        and any(_CATCHING & set(_last_names(argument)) for argument in expression.args)
    )


def _span(body: "list[ast.stmt]") -> "tuple[int, int]":
    return body[0].lineno, body[-1].end_lineno or body[-1].lineno


def _last_names(node: Any) -> "Iterator[str]":
    if isinstance(node, ast.Tuple):
        for element in node.elts:
            yield from _last_names(element)
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.Name):
        yield node.id
