"""The files that belong to a repository: neither what `.gitignore` leaves out nor what is made."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pathspec import GitIgnoreSpec

from inspector.model import NotRead
from inspector.sources.nodes import is_text
from inspector.sources.walk import is_environment

_SKIPPED = frozenset({".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", ".tox", ".mypy_cache"})
_IGNORES = (".git/info/exclude", ".gitignore")
"""Of the root, the weaker one first; other folders have only the last."""
_FILE_LIMIT = 500_000
"""Files looked at; a repository has fewer."""


class _Rule(NamedTuple):
    """What one file ignores."""

    cut: int
    """Characters of a path that lead to the file's folder."""
    before: str
    """Where that folder is above the root: the way from it to the root, with a slash at its end."""
    spec: GitIgnoreSpec


class Repository(NamedTuple):
    """Paths are posix and relative to the root."""

    paths: tuple[str, ...]
    not_read: tuple[NotRead, ...]


def repository_files(root: Path) -> Repository:
    """Every regular file, in order; git itself isn't asked, since its hooks could run."""
    walk = _Walk(root)
    walk.run()
    return Repository(tuple(sorted(walk.paths)), tuple(walk.not_read))


class _Walk:
    def __init__(self, root: Path) -> None:
        self._root = str(root)
        self._real = os.path.realpath(root)
        self._met: set[tuple[int, int]] = set()
        self.paths: list[str] = []
        self.not_read: list[NotRead] = []
        self._left: list[tuple[str, tuple[_Rule, ...]]] = [("", tuple(self._above()))]
        """Folders to read, each with the rules above it: a stack, since they may be thousands deep."""

    def run(self) -> None:
        while self._left:
            self._folder(*self._left.pop())

    def _folder(self, folder: str, rules: tuple[_Rule, ...]) -> None:
        """Its files; `folder` ends in a slash or is empty."""
        place = os.path.join(self._root, folder)  # noqa: PTH118 - asked for every folder of a repository
        try:
            with os.scandir(place) as found:
                entries = sorted(found, key=lambda one: one.name)
        except OSError as error:
            self._leave(folder.rstrip("/") or ".", f"can't be read ({error.strerror})")
            return
        rules = (*rules, *self._rules(folder))
        for entry in entries:
            if len(self.paths) >= _FILE_LIMIT:
                self._leave(folder.rstrip("/") or ".", f"more than {_FILE_LIMIT:,} files")
                return
            path = f"{folder}{entry.name}"
            if not is_text(path):
                self._leave(os.fsencode(path).decode(errors="replace"), "its name isn't UTF-8")
                continue
            try:
                self._entry(entry, path, rules)
            except OSError as error:
                self._leave(path, f"can't be read ({error.strerror})")

    def _entry(self, entry: "os.DirEntry[str]", path: str, rules: tuple[_Rule, ...]) -> None:
        is_folder = entry.is_dir(follow_symlinks=False)
        if entry.name in _SKIPPED or _is_ignored(f"{path}/" if is_folder else path, rules):
            return
        if is_folder:
            if not is_environment(os.path.dirname(entry.path), entry.name):  # noqa: PTH120 - as above
                self._left.append((f"{path}/", rules))
        elif entry.is_symlink():
            self._link(entry, path)
        else:
            self._file(entry.stat(follow_symlinks=False), path)

    def _link(self, entry: "os.DirEntry[str]", path: str) -> None:
        """A link within the repository is what it leads to, which is met on its own."""
        real = os.path.realpath(entry.path)
        if not os.path.exists(real):  # noqa: PTH110 - as above
            self._leave(path, "a link that leads nowhere, or in a circle")
        elif os.path.commonpath([real, self._real]) != self._real:
            self._leave(path, "a link out of the repository")
        elif f"{os.path.realpath(os.path.dirname(entry.path))}/".startswith(f"{real}/"):  # noqa: PTH120 - as above
            self._leave(path, "a link to a folder above it")

    def _file(self, status: os.stat_result, path: str) -> None:
        if not stat.S_ISREG(status.st_mode):
            self._leave(path, "no regular file")
            return
        if status.st_nlink > 1:
            if (status.st_dev, status.st_ino) in self._met:
                return
            self._met.add((status.st_dev, status.st_ino))
        self.paths.append(path)

    def _above(self) -> list[_Rule]:
        """Rules of the folders above, up to the one that git has; none where it has none."""
        root = Path(self._real)
        top = next((one for one in (root, *root.parents) if (one / ".git").exists()), root)
        found: list[_Rule] = []
        for folder in reversed([one for one in root.parents if one.is_relative_to(top)]):
            before = f"{root.relative_to(folder).as_posix()}/"
            names = _IGNORES if folder == top else _IGNORES[1:]
            found += [_Rule(0, before, spec) for spec in self._specs(str(folder), names)]
        return found

    def _rules(self, folder: str) -> list[_Rule]:
        place = os.path.join(self._root, folder)  # noqa: PTH118 - as above
        names = _IGNORES if not folder else _IGNORES[1:]
        return [_Rule(len(folder), "", spec) for spec in self._specs(place, names)]

    def _specs(self, folder: str, names: tuple[str, ...]) -> Iterator[GitIgnoreSpec]:
        for name in names:
            place = os.path.join(folder, name)  # noqa: PTH118 - as above
            if not os.path.isfile(place):  # noqa: PTH113 - as above
                continue
            try:
                with open(place, encoding="utf-8-sig", errors="replace") as file:  # noqa: PTH123 - as above
                    yield GitIgnoreSpec.from_lines(file)
            except OSError:
                continue
            except ValueError as error:
                shown = os.path.relpath(place, self._root)
                self._leave(shown, f"has a pattern that can't be read: {error}")

    def _leave(self, path: str, reason: str) -> None:
        self.not_read.append(NotRead(path=path, reason=reason))


def _is_ignored(path: str, rules: tuple[_Rule, ...]) -> bool:
    """By the nearest rule that says anything of it; a folder's path ends in a slash."""
    for rule in reversed(rules):
        found = rule.spec.check_file(f"{rule.before}{path[rule.cut :]}").include
        if found is not None:
            return found
    return False
