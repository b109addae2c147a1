"""Loads that are made once more with another hash seed: whether one could tell, and what it leaves out."""

import ast
import re
from typing import Any, Dict, Iterable, Set

_CALLED = frozenset({"set", "frozenset", "hash", "id"})
_VIEWS = frozenset({"keys", "items"})
_OPERATORS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Sub)
_WORTH_PARSING = re.compile(rb"\{|\b(set|frozenset|hash|id)\b|\.(keys|items)\b")


def comparison(seed: int) -> Dict[str, Any]:
    """Fields of the request for a load that only shows what hashes decide."""
    return {"seed": seed, "seeds": (), "explore": False, "mcp": False, "rebuild": False}


def depend_on_hashes(sources: Iterable[str]) -> bool:
    """Whether any of the files, by absolute path, makes a set or asks for a hash or an address."""
    return any(_depends(path) for path in sources)


def _depends(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            source = file.read()
        if not _WORTH_PARSING.search(source):
            return False
        tree = ast.parse(source)
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return False  # what could not be read was not loaded either
    aside = _only_searched(tree)
    return any(id(node) not in aside and _is_hashed(node) for node in ast.walk(tree))


def _is_hashed(node: ast.AST) -> bool:
    if isinstance(node, (ast.Set, ast.SetComp)):
        return True
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in _CALLED
    if isinstance(node, ast.BinOp) and isinstance(node.op, _OPERATORS):
        return _is_view(node.left) or _is_view(node.right)
    return isinstance(node, ast.keyword) and isinstance(node.value, ast.Name) and node.value.id in _CALLED


def _is_view(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _VIEWS


def _only_searched(tree: ast.AST) -> Set[int]:
    """Sets that stand right of `in`, whose order nobody sees, by the id of their node."""
    return {
        id(right)
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare)
        for operator, right in zip(node.ops, node.comparators, strict=True)
        if isinstance(operator, (ast.In, ast.NotIn)) and isinstance(right, ast.Set)
    }
