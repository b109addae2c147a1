"""The Python files of a project, without environments, caches and build output."""

import os
import stat
from typing import Callable, Iterator, Optional

SIZE_LIMIT = 2_000_000
"""Bytes; larger files are generated data, not agents."""
FILE_LIMIT = 50_000
FOLDER_LIMIT = 100_000
"""Source files and directories beyond which a directory is no project: a home directory, a whole disk."""

_ENVIRONMENT_MARKS = ("pyvenv.cfg", "conda-meta")
_SKIPPED = frozenset({"node_modules", "__pycache__", "build", "dist", "site-packages", "dist-packages"})


class ScanStopped(Exception):
    """The caller wanted the scan to end."""


class TooLarge(Exception):
    """A directory holds more than a project does; the message says of what, and how much."""


class Walk:
    """Goes through source trees, within limits, and ends early when `stop` says so."""

    def __init__(self, stop: "Optional[Callable[[], bool]]" = None) -> None:
        self._stop = stop
        self._files = 0
        self._folders = 0

    def pause(self) -> None:
        """To be called between files; raises ScanStopped."""
        if self._stop is not None and self._stop():
            raise ScanStopped

    def python_files(self, directory: str) -> Iterator[str]:
        """Absolute paths of the source files below `directory`, in a stable order.

        Raises TooLarge, and ScanStopped between two files or directories.
        """
        for folder, subfolders, names in os.walk(directory):
            self.pause()
            self._folders += 1
            if self._folders > FOLDER_LIMIT:
                raise TooLarge(f"more than {FOLDER_LIMIT:,} directories")
            subfolders[:] = sorted(name for name in subfolders if not is_skipped(folder, name))
            for name in sorted(names):
                path = os.path.join(folder, name)
                if name.endswith(".py") and _is_source(path):
                    self._files += 1
                    if self._files > FILE_LIMIT:
                        raise TooLarge(f"more than {FILE_LIMIT:,} Python files")
                    yield path
                    self.pause()


def is_test(path: str, project: str) -> bool:
    """Whether a file belongs to the project's own tests."""
    name = os.path.basename(path)
    if name == "conftest.py" or name.startswith("test_") or name.endswith("_test.py"):
        return True
    folders = os.path.relpath(path, project).split(os.sep)[:-1]
    return "tests" in folders


def is_skipped(folder: str, name: str) -> bool:
    """Whether the directory `name` in `folder` holds no source of the project.

    That goes for hidden ones, environments under whatever name, package metadata, and folders named as
    output or dependencies usually are, unless these are packages with an `__init__.py`.
    """
    if name.startswith(".") or name.endswith(".egg-info"):
        return True
    path = os.path.join(folder, name)
    if any(os.path.exists(os.path.join(path, mark)) for mark in _ENVIRONMENT_MARKS):
        return True
    return name in _SKIPPED and not os.path.exists(os.path.join(path, "__init__.py"))


def _is_source(path: str) -> bool:
    """A regular file of a source file's size; reading a pipe that is called `x.py` would never end."""
    try:
        status = os.stat(path)
    except OSError:
        return False
    return stat.S_ISREG(status.st_mode) and status.st_size <= SIZE_LIMIT
