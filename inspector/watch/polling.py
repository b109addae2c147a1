"""Finding changed files by looking at all of them, where the system can't tell."""

import os
from pathlib import Path

from inspector.watch.relevant import directories, is_relevant

Stamps = dict[str, tuple[int, int]]
"""Modification time in nanoseconds and size, by absolute path."""


def stamps(root: Path) -> Stamps:
    """Stamps of the relevant files beneath `root`. Raises OSError when there is no such directory.

    watchfiles' own polling compares whole seconds, and so misses the second of two quick saves.
    """
    root.stat()
    found: Stamps = {}
    for folder in directories(root):
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if is_relevant(entry.name):
                        status = entry.stat()
                        found[entry.path] = (status.st_mtime_ns, status.st_size)
        except OSError:
            continue  # Gone between being listed and being read.
    return found


def differences(before: Stamps, after: Stamps) -> set[str]:
    """Paths that came, went or changed."""
    return {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
