"""Which functions `--capture` names, found in the source without importing anything."""

import difflib
import os
from typing import Any, Sequence

from .roots import Roots
from .symbols import Symbols
from .syntax import FileFacts, FunctionFacts, read_file

_NEAREST = 3


class CaptureTargets:
    """References as `module:function` or `path/to/file.py:function`, resolved to functions of files."""

    def __init__(self, project: str, roots: Roots, symbols: Symbols, references: Sequence[str]) -> None:
        self.facts: dict[str, FileFacts] = {}
        """Files that are asked for, whether they have agents or not."""
        self.unresolved: dict[str, list[str]] = {}
        """References that name no function, each with the nearest ones that exist."""
        self._names: dict[str, list[str]] = {}
        for reference in dict.fromkeys(references):
            module, _, name = reference.rpartition(":")
            path = module_path(project, roots, module)
            facts = symbols.files.get(path) or _read(path) if path is not None else None
            if path is None or facts is None:
                known = [f"{ref}:{name}" for ref in _modules(project, roots, symbols)]
                self.unresolved[reference] = difflib.get_close_matches(reference, known, _NEAREST)
            elif facts.error is None and not _holds(facts, name):
                self.unresolved[reference] = _nearest(module, name, facts)
            else:
                self.facts[path] = facts
                self._names.setdefault(path, []).append(name)

    def places(self) -> "list[tuple[str, str]]":
        """(path, qualified name) of the functions to call."""
        return [(path, name) for path, names in self._names.items() for name in names]

    def of(self, path: str) -> "list[dict[str, Any]]":
        """The functions to call in a file, as facts of the kind that factories have."""
        return [_described(self.facts[path], name) for name in self._names.get(path, ())]


def module_path(project: str, roots: Roots, module: str) -> "str | None":
    """The file that a module name or a path relative to the project means."""
    place = os.path.abspath(os.path.join(project, module))
    if module.endswith(".py") and os.path.isfile(place):
        return place
    for base in roots.bases:
        stem = os.path.join(base, *module.split("."))
        for candidate in (stem + ".py", os.path.join(stem, "__init__.py")):
            if module and os.path.isfile(candidate):
                return candidate
    return None


def entry_points(facts: FileFacts) -> "dict[str, list[dict[str, Any]]]":
    """Functions at module level that could be captured, with their parameters."""
    return {
        name: function.parameters
        for name, function in facts.functions.items()
        if not function.nested and not function.owner and not function.is_generator
    }


def _read(path: str) -> "FileFacts | None":
    try:
        return read_file(path)
    except OSError:
        return None


def _holds(facts: FileFacts, name: str) -> bool:
    function = facts.functions.get(name)
    if function is not None:
        return not function.nested and not function.is_generator
    return name in facts.imports or name in facts.assigned or name in facts.aliases


def _nearest(module: str, name: str, facts: FileFacts) -> "list[str]":
    names = list(entry_points(facts))
    found = difflib.get_close_matches(name, names, _NEAREST) or names[:_NEAREST]
    return [f"{module}:{each}" for each in found]


def _modules(project: str, roots: Roots, symbols: Symbols) -> "list[str]":
    refs = []
    for path in symbols.files:
        root = roots.root(path)
        refs.append(roots.dotted_ref(path, root) or os.path.relpath(path, project).replace(os.sep, "/"))
    return refs


def _described(facts: FileFacts, name: str) -> "dict[str, Any]":
    function: FunctionFacts | None = facts.functions.get(name)
    return {
        "qualname": name,
        "line": function.line if function is not None else 1,
        "kind": "method" if function is not None and function.owner else "function",
    }
