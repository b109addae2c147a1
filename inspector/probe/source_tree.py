"""The Python files of a project, without environments, caches and build output."""

import os
from typing import Iterator

SIZE_LIMIT = 2_000_000
"""Bytes; larger files are generated data, not agents."""

_SKIPPED = frozenset(
    {"venv", "env", "node_modules", "__pycache__", "build", "dist", "site-packages", "dist-packages"}
)


def python_files(directory: str) -> Iterator[str]:
    """Absolute paths of the source files below `directory`, in a stable order."""
    for folder, subfolders, names in os.walk(directory):
        subfolders[:] = sorted(name for name in subfolders if not _skipped(folder, name))
        for name in sorted(names):
            path = os.path.join(folder, name)
            if name.endswith(".py") and _readable_size(path):
                yield path


def is_test(path: str, project: str) -> bool:
    """Whether a file belongs to the project's own tests."""
    name = os.path.basename(path)
    if name == "conftest.py" or name.startswith("test_") or name.endswith("_test.py"):
        return True
    folders = os.path.relpath(path, project).split(os.sep)[:-1]
    return "tests" in folders


def _skipped(folder: str, name: str) -> bool:
    if name.startswith(".") or name.endswith(".egg-info"):
        return True
    path = os.path.join(folder, name)
    if os.path.exists(os.path.join(path, "pyvenv.cfg")):
        return True
    # A package called `build` or `env` is source; a folder of that name without `__init__.py` is output.
    return name in _SKIPPED and not os.path.exists(os.path.join(path, "__init__.py"))


def _readable_size(path: str) -> bool:
    try:
        return os.stat(path).st_size <= SIZE_LIMIT
    except OSError:
        return False
