"""The project's files as messages to the app."""

import os
from collections.abc import Callable
from pathlib import Path

from textual.message import Message

from inspector.inspection import Settings
from inspector.watch.files import FileWatcher


class FilesChanged(Message):
    """Files of the project, at absolute paths, were saved, moved or deleted."""

    def __init__(self, paths: frozenset[str]) -> None:
        super().__init__()
        self.paths = paths


class WatchTrouble(Message):
    """Files can't be watched as they should."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


def besides(settings: Settings) -> frozenset[Path]:
    """Absolute paths that a load depends on and that are in no directory of the project that is watched."""
    config = settings.config
    named = [] if settings.config_path is None else [settings.config_path]
    named += [settings.base / entry for entry in (*config.path, config.env_file) if entry is not None]
    named += settings.read_files()
    # A text with a NUL is no path; the load says so.
    return frozenset(Path(os.path.normpath(path.absolute())) for path in named if "\0" not in str(path))


def follow(
    project: Path, settings: Settings, post: Callable[[Message], object], *, poll: bool
) -> FileWatcher:
    """A watcher, started; `post` is called from its thread."""

    def tell_change(paths: frozenset[str]) -> None:
        post(FilesChanged(paths))

    def tell_trouble(text: str) -> None:
        post(WatchTrouble(text))

    watcher = FileWatcher(project, tell_change, besides=besides(settings), poll=poll, on_trouble=tell_trouble)
    watcher.start()
    return watcher
