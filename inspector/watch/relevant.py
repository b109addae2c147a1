"""Which files of a project are worth a reload, and which directories may hold some."""

from pathlib import Path

from inspector.sources.walk import OUTPUT, is_environment

SUFFIXES = frozenset({".py", ".toml", ".json", ".yaml", ".yml", ".md"})
_DROPPING_STARTS = (".#", "#", "._", "~$")
_DROPPING_ENDS = ("~", "#", ".swp", ".swo", ".swx", ".tmp")
_VIM_PROBE = "4913"
"""What vim writes and deletes to see whether it may."""


def is_relevant(path: str) -> bool:
    """Whether a change of the file can change what is shown."""
    return not _is_dropping(Path(path).name) and Path(path).suffix.lower() in SUFFIXES


def may_wake(folder: str, name: str) -> bool:
    """Whether an `__init__.py` would make a package of a directory that is skipped."""
    return name in OUTPUT and name != "__pycache__" and not is_environment(folder, name)


def _is_dropping(name: str) -> bool:
    """Whether an editor put the file there for itself: a lock, a backup, a swap file."""
    return name == _VIM_PROBE or name.startswith(_DROPPING_STARTS) or name.lower().endswith(_DROPPING_ENDS)
