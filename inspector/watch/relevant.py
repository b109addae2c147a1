"""Which files of a project are worth a reload, and which directories may hold some."""

import os
from collections.abc import Iterator
from pathlib import Path

SUFFIXES = frozenset({".py", ".toml", ".json", ".yaml", ".yml", ".md"})
IGNORED = frozenset(
    {
        ".git", ".hg", ".svn", "__pycache__", ".venv", "venv", "node_modules", ".tox", ".nox", ".mypy_cache",
        ".ruff_cache", ".pytest_cache", ".idea", ".vscode", "site-packages", "dist", "build", ".eggs",
    }
)  # fmt: skip


def is_relevant(path: str) -> bool:
    """Whether a change of the file can change what is shown."""
    return Path(path).suffix.lower() in SUFFIXES


def directories(root: Path) -> Iterator[str]:
    """`root` and every directory beneath it that may hold relevant files; links are not followed."""
    for folder, names, _files in os.walk(root):
        names[:] = [name for name in names if name not in IGNORED and not _is_environment(folder, name)]
        yield folder


def _is_environment(folder: str, name: str) -> bool:
    """A virtual environment under whatever name it goes by."""
    return Path(folder, name, "pyvenv.cfg").exists()
