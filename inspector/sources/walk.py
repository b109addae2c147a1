"""Goes through a project's directories as the scan does: no hidden ones, environments or output."""

import os
from collections.abc import Iterator
from pathlib import Path

_ENVIRONMENT_MARKS = ("pyvenv.cfg", "conda-meta")
OUTPUT = frozenset({"node_modules", "__pycache__", "build", "dist", "site-packages", "dist-packages"})
"""Names of directories that hold what tools have made, unless they are packages."""
FOLDER_LIMIT = 20_000
"""Directories looked into; a project has fewer."""


def files_below(folder: Path, *, deepest: int | None = None) -> Iterator[Path]:
    """Everything that is no directory, in a stable order; links to directories are not followed.

    With `deepest`, only what is at most so many levels down: 1 is the folder itself.
    """
    return (Path(place, name) for place, name in names_below(folder, deepest=deepest))


def names_below(folder: Path, *, deepest: int | None = None) -> Iterator[tuple[str, str]]:
    """The same as (directory, name), for those who look at few of very many."""
    top = str(folder).count(os.sep)
    for visited, (place, folders, names) in enumerate(os.walk(folder)):
        if visited >= FOLDER_LIMIT:
            return
        if deepest is not None and place.count(os.sep) - top >= deepest - 1:
            folders.clear()
        folders[:] = sorted(name for name in folders if not is_skipped(place, name))
        for name in sorted(names):
            yield place, name


def is_skipped(folder: str, name: str) -> bool:
    """Whether the directory `name` in `folder` holds nothing of the project's own."""
    if name.startswith(".") or name.endswith(".egg-info") or is_environment(folder, name):
        return True
    return name in OUTPUT and not is_file(Path(folder, name, "__init__.py"))


def is_environment(folder: str, name: str) -> bool:
    """Whether the directory is a virtual environment or one of conda's."""
    place = os.path.join(folder, name)  # noqa: PTH118 - asked for every directory of each load
    return any(os.path.exists(f"{place}/{mark}") for mark in _ENVIRONMENT_MARKS)  # noqa: PTH110 - as above


def is_file(path: Path) -> bool:
    """Whether a regular file is there to be seen; False for paths that can't be, and raises for none."""
    return os.path.isfile(path)  # noqa: PTH113 - `Path.is_file` raises for folders that may not be entered
