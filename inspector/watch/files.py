"""Watches a project's files from a thread of its own and reports saves as soon as they are whole."""

import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from inspector.watch.polling import differences, stamps
from inspector.watch.relevant import IGNORED, directories, is_relevant

_STEP_MS = 6
"""Quiet time that ends a burst of events; also how often the watcher wakes up."""
_BURST_MS = 60
_WHOLE_WITHIN = 0.15
"""Seconds a file may stay empty or missing during a save before it counts as emptied or deleted."""
_POLL_SECONDS = 0.25
_WAKE_MS = 200
"""Longest time until `ready` is set once the system watches."""


class FileWatcher:
    """Calls `on_change` with the absolute paths of changed files, from its thread, until closed."""

    def __init__(
        self,
        root: Path,
        on_change: Callable[[frozenset[str]], None],
        *,
        poll: bool = False,
        on_trouble: Callable[[str], None] | None = None,
    ) -> None:
        """`on_trouble` is told, once, in a sentence, when files are polled or not watched at all."""
        self._root = root
        self._on_change = on_change
        self._on_trouble = on_trouble or (lambda _text: None)
        self._poll = poll
        self._stopped = threading.Event()
        self.ready = threading.Event()
        """Set once changes are being seen."""
        self._unwatched_since: float | None = None
        self._thread = threading.Thread(target=self._run, name="file-watcher", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Stop; returns once no further call is made, at the latest after a second."""
        self._stopped.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(1)

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                if self._poll:
                    self._poll_files()
                else:
                    self._watch_once()
            except OSError as error:
                if self._poll:
                    self._on_trouble(f"files are not watched: {error}")
                    return
                self._poll = True
                self._on_trouble(f"files are polled, since the system can't watch them: {error}")

    def _poll_files(self) -> None:
        """Look at all files again and again; takes at most a tenth of the time."""
        seen = stamps(self._root)
        self.ready.set()
        pause = _POLL_SECONDS
        while not self._stopped.wait(pause):
            start = time.monotonic()
            now = stamps(self._root)
            pause = max(_POLL_SECONDS, 10 * (time.monotonic() - start))
            changed = differences(seen, now)
            if changed:
                self._wait_until_whole(changed)
                seen = now
                self._on_change(frozenset(changed))

    def _watch_once(self) -> None:
        """Watch today's directories; returns when there are new ones to watch, or when stopped."""
        # Imported here: 35 ms that the first frame shouldn't wait for.
        from watchfiles import watch

        folders = list(directories(self._root)) or [str(self._root)]
        batches = watch(
            *folders,
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
            if self._stopped.is_set():
                return
            paths = {path for _kind, path in batch} | self._missed()
            if self._report(paths, folders):
                self._unwatched_since = time.time() - 0.1
                return

    def _missed(self) -> set[str]:
        """Files written while new directories were not yet watched."""
        since, self._unwatched_since = self._unwatched_since, None
        if since is None:
            return set()
        return {path for path in _files_in(str(self._root)) if _written_since(path, since)}

    def _report(self, paths: set[str], folders: list[str]) -> bool:
        """Tell of the changes among `paths`; True when there are new directories to watch."""
        new_folders = [path for path in paths if _is_new_folder(path, folders)]
        changed = {
            path for path in paths if is_relevant(path) or (path in folders and not Path(path).is_dir())
        }
        changed.update(path for folder in new_folders for path in _files_in(folder))
        if changed:
            self._wait_until_whole(changed)
            self._on_change(frozenset(changed))
        return bool(new_folders)

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


def _is_new_folder(path: str, known: list[str]) -> bool:
    return Path(path).name not in IGNORED and path not in known and Path(path).is_dir()


def _files_in(folder: str) -> list[str]:
    found: list[str] = []
    for inner in directories(Path(folder)):
        try:
            entries = list(Path(inner).iterdir())
        except OSError:
            continue  # Gone again since it was seen.
        found += [str(entry) for entry in entries if is_relevant(entry.name)]
    return found
