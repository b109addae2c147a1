"""Plans the changes of a batch, shows them as a diff, and writes them."""

import difflib
import os
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from inspector.audit.fixes import Fix, Unfixable, fixed
from inspector.audit.import_graph import ImportGraph
from inspector.audit.judging import references_of
from inspector.audit.modules import Modules
from inspector.inspection.audit import Audited, read_file
from inspector.inspection.errors import InspectionError
from inspector.inspection.writing import replace_file
from inspector.model import Batch, NotRead
from inspector.sources.decoding import Decoded
from inspector.sources.repository import repository_files

_GIT_PLACES = frozenset({"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"})
"""Variables that would have git look at another repository, as a hook's do."""
_GIT_SECONDS = 30
_LINE = re.compile(rb"[^\n]*\n|[^\n]+")


class FixError(InspectionError):
    """Why nothing was written; its text says what to do."""


class FileChange(NamedTuple):
    """A file before and after."""

    path: str
    """Posix, relative to the audited directory."""
    before: bytes
    after: bytes


class Planned(NamedTuple):
    """What would be written, and what can't be, each with the reason."""

    changes: tuple[FileChange, ...]
    refused: tuple[NotRead, ...]


def plan_fix(audited: Audited, batch: Batch | None = None) -> Planned:
    """The changes of one batch, or of all; a file's changes are made together or not at all."""
    by_path: dict[str, list[tuple[object, Fix]]] = defaultdict(list)
    graph = _graph(audited)
    for override, reference in references_of(audited.audit.overrides):
        if reference.replacement is None or (batch is not None and override.batch != batch):
            continue
        importable = override.importable and graph.importable(reference.path, override.path)
        fix = Fix(override, reference, importable)
        by_path[reference.path].append(((reference.line, reference.column), fix))
    changes, refused = [], []
    for path, found in sorted(by_path.items()):
        fixes = list(dict(found).values())
        change = _changed(audited.root, path, fixes)
        if isinstance(change, NotRead):
            refused.append(change)
        else:
            changes.append(change)
    return Planned(tuple(changes), tuple(refused))


def _changed(root: Path, path: str, fixes: Sequence[Fix]) -> FileChange | NotRead:
    found = read_file(root, path)
    if isinstance(found, NotRead):
        return found
    try:
        after = found.encode(fixed(found.text, path, fixes))
    except Unfixable as error:
        return NotRead(path=path, reason=str(error))
    except UnicodeEncodeError:
        return NotRead(path=path, reason=f"its encoding, {found.encoding}, lacks a character of the new name")
    return FileChange(path, found.encode(found.text), after)


class _Lazy:
    """Reads the modules only where a change asks whether one may import another."""

    def __init__(self, audited: Audited) -> None:
        self._audited = audited
        self._graph: ImportGraph | None = None
        self._modules: Modules | None = None

    def importable(self, into: str, tool: str) -> bool:
        if not into.endswith(".py"):
            return False
        if self._graph is None or self._modules is None:
            root = self._audited.root
            texts: dict[str, str] = {}
            for path in repository_files(root).paths:
                if path.endswith(".py"):
                    found = read_file(root, path)
                    if isinstance(found, Decoded):
                        texts[path] = found.text
            self._modules = Modules(texts)
            self._graph = ImportGraph(self._modules)
        known = into in self._modules and tool in self._modules
        return known and self._graph.importable(into, tool)


def _graph(audited: Audited) -> _Lazy:
    return _Lazy(audited)


def diff(changes: Sequence[FileChange]) -> Iterator[bytes]:
    """Lines of a unified diff, with their ends, that `git apply` and `patch -p1` take."""
    for change in changes:
        before, after = (_LINE.findall(side) for side in (change.before, change.after))
        names = (f"a/{change.path}".encode(), f"b/{change.path}".encode())
        for line in difflib.diff_bytes(difflib.unified_diff, before, after, *names):
            yield line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n"


def apply(root: Path, changes: Sequence[FileChange], *, force: bool = False) -> None:
    """Write them all, each file in one step. Raises FixError before anything is written.

    It does where git knows of changes that aren't committed, unless forced, and where a file isn't what it
    was when it was read.
    """
    if not force:
        _check_clean(root)
    for change in changes:
        try:
            same = (root / change.path).read_bytes() == change.before
        except OSError as error:
            raise FixError(f"{change.path} can't be read ({error.strerror}); nothing was written") from None
        if not same:
            raise FixError(f"{change.path} has changed meanwhile; nothing was written, run the audit again")
    written: list[FileChange] = []
    try:
        for change in changes:
            replace_file(root / change.path, change.after)
            written.append(change)
    except OSError as error:
        lost = [one.path for one in written if not _restored(root, one)]
        state = f"{', '.join(lost)} stay changed" if lost else "every file is as it was"
        raise FixError(f"{change.path} can't be written ({error.strerror or error}); {state}") from None


def _restored(root: Path, change: FileChange) -> bool:
    try:
        replace_file(root / change.path, change.before)
    except OSError:
        return False
    return True


def _check_clean(root: Path) -> None:
    """Git is kept from running what the repository configures, such as a file monitor."""
    environment = {key: value for key, value in os.environ.items() if key not in _GIT_PLACES}
    command = ["git", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "status", "--porcelain"]
    try:
        done = subprocess.run(
            [*command, "--", "."],
            cwd=root,
            env=environment,
            capture_output=True,
            text=True,
            timeout=_GIT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        raise FixError("git can't be asked whether all is committed; --force fixes all the same") from None
    if done.returncode != 0:
        raise FixError("this is no git repository, so nothing could be undone; --force fixes all the same")
    changed = [line for line in done.stdout.splitlines() if line.strip()]
    if changed:
        first = changed[0][3:]
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        raise FixError(f"{first}{more} isn't committed; commit it first, or use --force")
