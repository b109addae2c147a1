"""The watcher reports whole saves of relevant files, quickly, and nothing else."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from inspector.watch.files import FileWatcher
from inspector.watch.relevant import directories, is_relevant

PATIENCE = 10.0


class Heard:
    """Batches of paths, relative to the project, that a watcher has reported."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._changed = threading.Condition()
        self.batches: list[set[str]] = []

    def __call__(self, paths: frozenset[str]) -> None:
        with self._changed:
            self.batches.append({Path(path).relative_to(self._root).as_posix() for path in paths})
            self._changed.notify_all()

    def until(self, condition: Callable[[list[set[str]]], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: condition(self.batches), PATIENCE), self.batches

    def hears(self, path: str) -> None:
        self.until(lambda batches: any(path in batch for batch in batches))


@pytest.fixture(params=[False, True], ids=["events", "polling"])
def heard(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Heard]:
    (tmp_path / "app.py").write_text("a = 1\n")
    (tmp_path / ".venv").mkdir()
    (tmp_path / "package").mkdir()
    heard = Heard(tmp_path)
    watcher = FileWatcher(tmp_path, heard, poll=request.param)
    watcher.start()
    assert watcher.ready.wait(PATIENCE)
    yield heard
    watcher.close()


def test_hears_of_a_save(heard: Heard, tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text("a = 2222\n")
    heard.hears("app.py")


def test_hears_of_files_in_directories_new_and_old(heard: Heard, tmp_path: Path) -> None:
    (tmp_path / "package" / "tools.toml").write_text("a = 1\n")
    heard.hears("package/tools.toml")
    (tmp_path / "new" / "deep").mkdir(parents=True)
    (tmp_path / "new" / "deep" / "agent.py").write_text("a = 1\n")
    heard.hears("new/deep/agent.py")
    heard.batches.clear()
    (tmp_path / "new" / "deep" / "second.py").write_text("a = 1\n")
    heard.hears("new/deep/second.py")


def test_hears_of_deleted_and_renamed_files(heard: Heard, tmp_path: Path) -> None:
    (tmp_path / "app.py").rename(tmp_path / "renamed.py")
    heard.hears("renamed.py")
    (tmp_path / "renamed.py").unlink()
    heard.until(lambda batches: sum("renamed.py" in batch for batch in batches) >= 2)


def test_is_deaf_to_what_does_not_matter(heard: Heard, tmp_path: Path) -> None:
    (tmp_path / ".venv" / "site.py").write_text("a = 1\n")
    (tmp_path / "notes.txt").write_text("nothing\n")
    (tmp_path / "app.py").write_text("a = 2222\n")
    heard.hears("app.py")
    assert set().union(*heard.batches) == {"app.py"}


def test_waits_for_a_file_that_is_emptied_before_it_is_written(tmp_path: Path) -> None:
    module = tmp_path / "app.py"
    module.write_text("a = 1\n")
    sizes: list[int] = []
    told = threading.Event()

    def on_change(_paths: frozenset[str]) -> None:
        sizes.append(module.stat().st_size)
        told.set()

    watcher = FileWatcher(tmp_path, on_change)
    watcher.start()
    assert watcher.ready.wait(PATIENCE)
    module.write_text("")
    time.sleep(0.05)  # As an editor that empties the file first.
    module.write_text("a = 2\n")
    assert told.wait(PATIENCE)
    watcher.close()
    assert 0 not in sizes


def test_a_project_that_is_gone_ends_it_with_a_word(tmp_path: Path) -> None:
    troubles: list[str] = []
    told = threading.Event()

    def on_trouble(text: str) -> None:
        troubles.append(text)
        told.set()

    watcher = FileWatcher(tmp_path / "nowhere", lambda _paths: None, poll=True, on_trouble=on_trouble)
    watcher.start()
    assert told.wait(PATIENCE)
    watcher.close()
    assert "not watched" in troubles[0]


def test_relevant_files_and_directories(tmp_path: Path) -> None:
    assert is_relevant("a/b.py")
    assert is_relevant("prompts/x.MD")
    assert not is_relevant("a/b.pyc")
    for name in (".git", "node_modules", "env", "src"):
        (tmp_path / name).mkdir()
    (tmp_path / "env" / "pyvenv.cfg").write_text("")
    assert {Path(path).name for path in directories(tmp_path)} == {tmp_path.name, "src"}
