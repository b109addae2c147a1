"""The project's files as messages to the app."""

from collections.abc import Callable
from pathlib import Path

from textual.message import Message

from inspector.watch.files import FileWatcher


class FilesChanged(Message):
    """Files of the project were saved, moved or deleted."""


class WatchTrouble(Message):
    """Files can't be watched as they should."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


def follow(project: Path, post: Callable[[Message], object], *, poll: bool) -> FileWatcher:
    """A watcher, started; `post` is called from its thread."""

    def tell_change(_paths: frozenset[str]) -> None:
        post(FilesChanged())

    def tell_trouble(text: str) -> None:
        post(WatchTrouble(text))

    watcher = FileWatcher(project, tell_change, poll=poll, on_trouble=tell_trouble)
    watcher.start()
    return watcher
