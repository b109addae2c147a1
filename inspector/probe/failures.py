"""Turns what an import or a factory raised into a failure that names the project's own line."""

import importlib
import importlib.util
import os
import sys
import traceback
from typing import Any

from .importing import Project
from .paths import relative, within
from .plain import text
from .stub_objects import blamed

_OWN = os.path.dirname(os.path.abspath(__file__))
_IMPORTLIB = os.path.abspath(importlib.__file__)
_TEXT_LIMIT = 16_000


def failure(ref: str, error: BaseException, project: str, loaded: Project) -> "dict[str, Any]":
    """A LoadFailure as a dict. Never raises, even where the exception's own `__str__` does."""
    path, line = _place(error, loaded)
    missing = missing_package(error) or _stubbed(error)
    return {
        "ref": ref,
        "kind": _kind(error, missing),
        "error": describe(error),
        "traceback": _traceback(error),
        "path": relative(project, path) if path else None,
        "line": line,
        "missing": missing,
    }


def _stubbed(error: BaseException) -> "str | None":
    try:
        return blamed(error)
    except Exception:  # the error's own `__str__`
        return None


def describe(error: BaseException) -> str:
    """Class and message of an exception; at most 2,000 characters."""
    try:
        message = text(str(error))
    except Exception as broken:
        message = f"<its message raised {type(broken).__name__}>"
    name = type(error).__name__
    return (f"{name}: {message}" if message else name)[:2000]


def _kind(error: BaseException, missing: "str | None") -> str:
    if isinstance(error, SystemExit):
        return "exited"
    if isinstance(error, SyntaxError):
        return "syntax"
    return "missing_package" if missing else "raised"


def _place(error: BaseException, loaded: Project) -> "tuple[str | None, int | None]":
    """The deepest line of the project that the error passed."""
    if isinstance(error, SyntaxError) and loaded.owns(error.filename):
        return error.filename, error.lineno if isinstance(error.lineno, int) else None
    place: tuple[str | None, int | None] = (None, None)
    step = error.__traceback__
    while step is not None:
        path = step.tb_frame.f_code.co_filename
        if loaded.owns(path):
            place = (path, step.tb_lineno)
        step = step.tb_next
    return place


def missing_package(error: BaseException) -> "str | None":
    """Top-level name of a package that isn't installed, when that is the cause."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        if isinstance(cause, ModuleNotFoundError) and isinstance(cause.name, str) and cause.name:
            top = cause.name.split(".")[0]
            return None if _available(top) else top
        cause = (cause.__cause__ or cause.__context__) if isinstance(cause, ImportError) else None
    return None


def _available(top: str) -> bool:
    if top in sys.modules:
        return True
    try:
        return importlib.util.find_spec(top) is not None
    except (ImportError, ValueError, AttributeError):
        return False


def _traceback(error: BaseException) -> str:
    """The traceback's text without the frames of the inspection and of the import system."""
    try:
        described = traceback.TracebackException.from_exception(error)
        _strip(described, 0)
        return "".join(described.format())[-_TEXT_LIMIT:]
    except Exception as broken:
        return f"{describe(error)}\n(no traceback: {type(broken).__name__})"


def _strip(described: traceback.TracebackException, depth: int) -> None:
    kept = [frame for frame in described.stack if not _is_machinery(frame.filename)]
    described.stack = traceback.StackSummary.from_list(kept)
    for earlier in (described.__cause__, described.__context__):
        if earlier is not None and depth < 20:
            _strip(earlier, depth + 1)


def _is_machinery(filename: str) -> bool:
    return filename.startswith("<frozen importlib") or within(_OWN, filename) or filename == _IMPORTLIB
