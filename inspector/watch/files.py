"""Watches a project's files from a thread of its own and reports saves as soon as they are whole."""

import os
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from inspector.sources.walk import is_skipped
from inspector.watch.contents import Contents
from inspector.watch.polling import differences, stamps
from inspector.watch.relevant import is_relevant, may_wake
from inspector.watch.scope import Look, Scope, parent, relevant_files, walk

_STEP_MS = 6
"""Quiet time that ends a burst of events; also how often the watcher wakes up."""
_BURST_MS = 60
_WHOLE_WITHIN = 0.15
"""Seconds a file may stay empty or missing during a save before it counts as emptied or deleted."""
_POLL_SECONDS = 0.25
_WAKE_MS = 200
"""Longest time until `ready` is set once the system watches, and until other places are watched."""
_VANISHED = 5
"""How often in a row a directory may be gone before it can be watched."""


class FileWatcher:
    """Calls `on_change` with the absolute paths of changed files, from its thread, until closed."""

    def __init__(
        self,
        root: Path,
        on_change: Callable[[frozenset[str]], None],
        *,
        besides: Iterable[Path] = (),
        poll: bool = False,
        on_trouble: Callable[[str], None] | None = None,
    ) -> None:
        """`besides` are absolute paths of files and directories that count as well, wherever they are.

        `on_trouble` is told in a sentence when files are polled, or not watched.
        """
        self._scope = Scope(root, frozenset(besides))
        self._on_change = on_change
        self._on_trouble = on_trouble or (lambda _text: None)
        self._poll = poll
        self._contents = Contents()
        self._stopped = threading.Event()
        self.ready = threading.Event()
        """Set once changes are being seen."""
        self._unwatched_since: float | None = None
        self._vanished = 0
        self._thread = threading.Thread(target=self._run, name="file-watcher", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Stop; returns once no further call is made, at the latest after a second."""
        self._stopped.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(1)

    def watch_besides(self, paths: Iterable[Path]) -> None:
        """Replace the places that count besides the project; called from any thread."""
        scope = Scope(self._scope.root, frozenset(paths))
        if scope != self._scope:
            self._scope = scope

    def _run(self) -> None:
        while not self._stopped.is_set():
            if not self._has_root():
                self._await_root()
                continue
            try:
                if self._poll:
                    self._poll_files()
                else:
                    self._watch_once()
                self._vanished = 0
            except Exception as error:  # noqa: BLE001 - watchfiles' own errors are of no common class
                if not self._stopped.is_set() and self._has_root() and not self._survives(error):
                    return

    def _survives(self, error: Exception) -> bool:
        """Whether to go on after an error: with another try, or by polling."""
        if isinstance(error, FileNotFoundError) and self._vanished < _VANISHED:
            self._vanished += 1
            return True
        if self._poll:
            self._on_trouble(f"files are not watched: {error}")
            return False
        self._poll = True
        self._on_trouble(f"files are polled, since the system can't watch them: {error}")
        return True

    def _has_root(self) -> bool:
        try:
            return self._scope.root.is_dir()
        except OSError:
            return False

    def _await_root(self) -> None:
        """Wait until the project's directory is there again, and report that."""
        self._on_trouble("files are not watched until the project's directory is back")
        while not self._has_root():
            if self._stopped.wait(_POLL_SECONDS):
                return
        self._unwatched_since = None
        self._on_change(frozenset({str(self._scope.root)}))

    def _poll_files(self) -> None:
        """Look at all files again and again, in at most a tenth of the time, until the scope is another."""
        scope = self._scope
        seen = stamps(scope)
        self.ready.set()
        pause = _POLL_SECONDS
        while scope is self._scope and not self._stopped.wait(pause):
            start = time.monotonic()
            now = stamps(scope)
            pause = max(_POLL_SECONDS, 10 * (time.monotonic() - start))
            changed = differences(seen, now)
            if changed:
                self._wait_until_whole(changed)
                seen = now
                self._tell(changed)

    def _watch_once(self) -> None:
        """Watch today's directories; returns when there are others to watch, or when stopped."""
        # Imported here: 35 ms that the first frame shouldn't wait for.
        from watchfiles import Change, watch

        scope = self._scope
        look = scope.look()
        batches = watch(
            *sorted(look.places),
            watch_filter=None,
            debounce=_BURST_MS,
            step=_STEP_MS,
            stop_event=self._stopped,
            rust_timeout=_WAKE_MS,
            yield_on_timeout=True,
            raise_interrupt=False,
            force_polling=False,
            recursive=False,
            ignore_permission_denied=True,
        )
        for batch in batches:
            self.ready.set()
            if self._stopped.is_set() or not self._has_root():
                return
            paths = {path for _kind, path in batch} | self._missed(look)
            came_or_went = {path for kind, path in batch if kind is not Change.modified}
            if self._report(paths, came_or_went, look) or scope is not self._scope:
                self._unwatched_since = time.time() - 0.1
                return

    def _missed(self, look: Look) -> set[str]:
        """Files written while new directories were not yet watched."""
        since, self._unwatched_since = self._unwatched_since, None
        if since is None:
            return set()
        woken = {str(Path(folder, "__init__.py")) for folder in look.asleep if not _sleeps(folder)}
        return woken | {path for path in look.entries() if _written_since(path, since)}

    def _report(self, paths: set[str], came_or_went: set[str], look: Look) -> bool:
        """Tell of the changes among `paths`; True when the directories to watch are not those of `look`."""
        replaced = came_or_went & look.places
        awake = {one for one in map(parent, paths) if one in look.asleep and not _sleeps(one)}
        fresh = {path for path in paths if _is_new_folder(path, look)} | awake | (replaced & look.folders)
        changed = {path for path in paths if look.concerns(path)} | (replaced & look.folders)
        changed.update(path for folder in fresh if not _sleeps(folder) for path in _files_in(folder))
        if changed:
            self._wait_until_whole(changed)
            self._tell(changed)
        return bool(fresh or replaced)

    def _tell(self, changed: set[str]) -> None:
        """Report those that hold something else than when they were last reported."""
        news = self._contents.news(changed)
        if news:
            self._on_change(frozenset(news))

    def _wait_until_whole(self, paths: Iterable[str]) -> None:
        """Editors empty, delete or rename a file and write it again: give them a moment to finish."""
        until = time.monotonic() + _WHOLE_WITHIN
        while not self._stopped.is_set() and time.monotonic() < until and not all(map(_is_whole, paths)):
            time.sleep(0.005)


def _is_whole(path: str) -> bool:
    if not is_relevant(path) or path.endswith("__init__.py"):
        return True
    try:
        return Path(path).stat().st_size > 0
    except OSError:
        return False


def _written_since(path: str, since: float) -> bool:
    try:
        return Path(path).stat().st_mtime >= since
    except OSError:
        return False


def _is_new_folder(path: str, look: Look) -> bool:
    folder, name = os.path.split(path)
    if path in look.places or not Path(path).is_dir():
        return False
    known = folder in look.folders and (not is_skipped(folder, name) or may_wake(folder, name))
    return known or path in look.named


def _sleeps(folder: str) -> bool:
    return is_skipped(*os.path.split(folder))


def _files_in(folder: str) -> list[str]:
    return [path for inner, _asleep in walk(folder) for path in relevant_files(inner)]
