"""What is watched: the project's tree, and single places beside it."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from inspector.sources.walk import is_skipped
from inspector.watch.relevant import is_relevant, may_wake

FOLDER_LIMIT = 100_000
"""Directories beyond which the scan doesn't look at a project either."""


@dataclass(frozen=True, slots=True)
class Look:
    """The directories of a scope as they are at one moment; all paths are absolute."""

    folders: frozenset[str]
    """Those whose relevant files count."""
    asleep: frozenset[str]
    """Those that are skipped, and packages as soon as they get an `__init__.py`."""
    named: frozenset[str]
    """Places that count whatever they are called, whether they exist or not."""

    @property
    def places(self) -> frozenset[str]:
        """The directories to watch, each for itself."""
        around = map(parent, self.named)
        return self.folders | self.asleep | {folder for folder in around if Path(folder).is_dir()}

    def concerns(self, path: str) -> bool:
        """Whether a change of the file can change what is shown."""
        return path in self.named or (parent(path) in self.folders and is_relevant(path))

    def entries(self) -> Iterator[str]:
        """Every file that counts and exists now."""
        for folder in self.folders:
            yield from relevant_files(folder)
        yield from (path for path in self.named if Path(path).is_file())


@dataclass(frozen=True, slots=True)
class Scope:
    """A project's directory, and files and directories besides, wherever they are."""

    root: Path
    besides: frozenset[Path] = frozenset()

    def look(self) -> Look:
        """Walk through it, past what can't be read. Raises OSError for more than a project holds."""
        folders: set[str] = set()
        asleep: set[str] = set()
        for base in (self.root, *self.besides):
            for folder, sleeping in walk(str(base)):
                folders.add(folder)
                asleep.update(sleeping)
                if len(folders) > FOLDER_LIMIT:
                    raise OSError(f"there are more than {FOLDER_LIMIT:,} directories")
        return Look(frozenset(folders), frozenset(asleep - folders), frozenset(map(str, self.besides)))


def walk(root: str) -> Iterator[tuple[str, list[str]]]:
    """`root` and every directory beneath it that may hold relevant files, each with those asleep in it.

    Links are not followed.
    """
    for folder, names, _files in os.walk(root):
        skipped = {name for name in names if is_skipped(folder, name)}
        names[:] = [name for name in names if name not in skipped]
        yield folder, [str(Path(folder, name)) for name in skipped if may_wake(folder, name)]


def relevant_files(folder: str) -> list[str]:
    """Paths of the relevant files right in a directory; none for one that is gone or can't be read."""
    try:
        return [str(entry) for entry in Path(folder).iterdir() if is_relevant(entry.name)]
    except OSError:
        return []


def parent(path: str) -> str:
    """The directory that a path is in."""
    return str(Path(path).parent)
