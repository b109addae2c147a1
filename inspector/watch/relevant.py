"""Which files of a project are worth a reload, and which directories may hold some."""

from pathlib import Path

SUFFIXES = frozenset({".py", ".toml", ".json", ".yaml", ".yml", ".md"})
_ENVIRONMENT_MARKS = ("pyvenv.cfg", "conda-meta")
_OUTPUT = frozenset({"node_modules", "__pycache__", "build", "dist", "site-packages", "dist-packages"})
_DROPPING_STARTS = (".#", "#", "._", "~$")
_DROPPING_ENDS = ("~", "#", ".swp", ".swo", ".swx", ".tmp")
_VIM_PROBE = "4913"
"""What vim writes and deletes to see whether it may."""


def is_relevant(path: str) -> bool:
    """Whether a change of the file can change what is shown."""
    return not _is_dropping(Path(path).name) and Path(path).suffix.lower() in SUFFIXES


def is_skipped(folder: str, name: str) -> bool:
    """Whether the scan leaves out the directory `name` in `folder`: hidden, an environment, or output."""
    if name.startswith(".") or name.endswith(".egg-info") or _is_environment(folder, name):
        return True
    return name in _OUTPUT and not Path(folder, name, "__init__.py").exists()


def may_wake(folder: str, name: str) -> bool:
    """Whether an `__init__.py` would make a package of a directory that is skipped."""
    return name in _OUTPUT and name != "__pycache__" and not _is_environment(folder, name)


def _is_environment(folder: str, name: str) -> bool:
    return any(Path(folder, name, mark).exists() for mark in _ENVIRONMENT_MARKS)


def _is_dropping(name: str) -> bool:
    """Whether an editor put the file there for itself: a lock, a backup, a swap file."""
    return name == _VIM_PROBE or name.startswith(_DROPPING_STARTS) or name.lower().endswith(_DROPPING_ENDS)
