"""Lets the SDK's optional parts load without the packages they need, where the project asks for them."""

import ast
import functools
import importlib
import importlib.abc
import importlib.machinery
import os
import sys
import tokenize
import types
from typing import Any, Callable, Sequence

import agents

_SDK = os.path.dirname(os.path.abspath(agents.__file__))
_TRIES = 20


class OptionalParts(importlib.abc.MetaPathFinder):
    """Meta-path finder for the SDK's own modules: one that fails for want of a package is tried again.

    `provide(error)` makes a stand-in for the package that the error is about, or answers False.
    """

    def __init__(self, provide: "Callable[[BaseException], bool]") -> None:
        self._provide = provide
        self._depth = 0

    def find_spec(
        self, fullname: str, path: "Sequence[str] | None" = None, target: "types.ModuleType | None" = None
    ) -> "importlib.machinery.ModuleSpec | None":
        if not fullname.startswith("agents.") or path is None:
            return None
        found = importlib.machinery.PathFinder.find_spec(fullname, list(path))
        if found is None or found.loader is None or not str(found.origin).startswith(_SDK + os.sep):
            return None
        loader: Any = found.loader
        loader.exec_module = functools.partial(self._execute, loader.exec_module)
        return found

    def _execute(self, execute: "Callable[[types.ModuleType], None]", module: types.ModuleType) -> None:
        self._depth += 1
        try:
            self._try(execute, module)
        finally:
            self._depth -= 1
        complete(module)

    def _try(self, execute: "Callable[[types.ModuleType], None]", module: types.ModuleType) -> None:
        """Only the outermost module is tried again: what an inner one lacks, the outer may do without."""
        for _ in range(_TRIES if self._depth == 1 else 0):
            try:
                execute(module)
            except ImportError as error:
                if not self._provide(error):
                    raise
            else:
                return
        execute(module)


def complete_loaded() -> None:
    """The same for what of the SDK is imported already."""
    for name, module in list(sys.modules.items()):
        if name.startswith("agents.") and str(getattr(module, "__file__", "")).startswith(_SDK + os.sep):
            complete(module)


def complete(module: types.ModuleType) -> None:
    """Let a package of the SDK have the names of those parts that it went on without, once asked for them."""
    if not hasattr(module, "__path__"):
        return
    inner = getattr(module, "__getattr__", None)

    def fallback(name: str) -> Any:
        part = None if name.startswith("__") else _part_with(module, name)
        if part is not None:
            return getattr(importlib.import_module(part), name)
        if inner is not None:
            return inner(name)
        raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")

    vars(module)["__getattr__"] = fallback


@functools.lru_cache(maxsize=None)
def _optional_names(path: str) -> "dict[str, str]":
    """Names that a package imports from its own modules within `try`, each with its module."""
    with tokenize.open(path) as stream:
        tree = ast.parse(stream.read(), path)
    tries = [node for node in tree.body if isinstance(node, ast.Try)]
    return {
        alias.asname or alias.name: node.module
        for block in tries
        for node in ast.walk(block)
        if isinstance(node, ast.ImportFrom) and node.level == 1 and node.module
        for alias in node.names
    }


def _part_with(module: types.ModuleType, name: str) -> "str | None":
    part = _optional_names(str(module.__file__)).get(name)
    return f"{module.__name__}.{part}" if part is not None else None
