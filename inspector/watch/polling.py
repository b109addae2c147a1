"""Finding changed files by looking at all of them, where the system can't tell."""

from pathlib import Path

from inspector.watch.scope import Scope

Stamps = dict[str, tuple[int, int]]
"""Modification time in nanoseconds and size, by absolute path."""


def stamps(scope: Scope) -> Stamps:
    """Stamps of the files that count. Raises OSError when the project's directory is gone.

    watchfiles' own polling compares whole seconds, and so misses the second of two quick saves.
    """
    scope.root.stat()
    found: Stamps = {}
    for path in scope.look().entries():
        try:
            status = Path(path).stat()
        except OSError:
            continue  # Gone between being listed and being read, or a link to nothing.
        found[path] = (status.st_mtime_ns, status.st_size)
    return found


def differences(before: Stamps, after: Stamps) -> set[str]:
    """Paths that came, went or changed."""
    return {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
