"""Lets the SDK's optional parts load without the packages they need, where the project asks for them."""

import functools
import importlib
import importlib.abc
import importlib.machinery
import os
import sys
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
        self._tolerated: list[str] = []
        """Modules that failed inside others, which went on without them."""

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
        tolerated = len(self._tolerated)
        try:
            self._try(execute, module)
        except ImportError:
            self._tolerated.append(module.__name__)
            raise
        finally:
            self._depth -= 1
        if self._depth == 0:
            parts, self._tolerated[tolerated:] = self._tolerated[tolerated:], []
            self._complete(module, parts)

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

    def _complete(self, module: types.ModuleType, parts: "list[str]") -> None:
        """Give a package the names of those parts that it went on without, once they are asked for."""
        inner = getattr(module, "__getattr__", None)
        own = [part for part in dict.fromkeys(parts) if part.rpartition(".")[0] == module.__name__]
        if not own:
            return

        def fallback(name: str) -> Any:
            if not name.startswith("__"):
                for part in sorted(own, key=lambda part: part.rpartition(".")[2] not in name.lower()):
                    found = getattr(_imported(part), name, _NOTHING)
                    if found is not _NOTHING:
                        return found
            if inner is not None:
                return inner(name)
            raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")

        vars(module)["__getattr__"] = fallback


_NOTHING = object()


def _imported(name: str) -> Any:
    try:
        return sys.modules.get(name) or importlib.import_module(name)
    except ImportError:
        return None
