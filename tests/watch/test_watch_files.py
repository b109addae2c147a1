"""The watcher reports whole saves of relevant files, quickly, and nothing else."""

import random
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import watchfiles

from inspector.watch.files import FileWatcher

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


@pytest.fixture
def heard(tmp_path: Path) -> Heard:
    return Heard(tmp_path)


def save_until(path: Path, heard: Heard, wanted: str) -> None:
    """Save again and again: when the first save may be early, before the place is watched."""
    end = time.monotonic() + PATIENCE
    while not any(wanted in batch for batch in heard.batches):
        assert time.monotonic() < end, heard.batches
        path.write_text(f"a = {'1' * random.randint(1, 99)}\n")
        time.sleep(0.3)


@pytest.fixture(params=[False, True], ids=["events", "polling"])
def watcher(request: pytest.FixtureRequest, tmp_path: Path, heard: Heard) -> Iterator[FileWatcher]:
    (tmp_path / "app.py").write_text("a = 1\n")
    (tmp_path / ".venv").mkdir()
    (tmp_path / "package").mkdir()
    watcher = FileWatcher(tmp_path, heard, poll=request.param)
    watcher.start()
    assert watcher.ready.wait(PATIENCE)
    yield watcher
    watcher.close()


@pytest.mark.usefixtures("watcher")
def test_hears_of_a_save(heard: Heard, tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text("a = 2222\n")
    heard.hears("app.py")


@pytest.mark.usefixtures("watcher")
def test_hears_of_files_in_directories_new_and_old(heard: Heard, tmp_path: Path) -> None:
    (tmp_path / "package" / "tools.toml").write_text("a = 1\n")
    heard.hears("package/tools.toml")
    (tmp_path / "new" / "deep").mkdir(parents=True)
    (tmp_path / "new" / "deep" / "agent.py").write_text("a = 1\n")
    heard.hears("new/deep/agent.py")
    heard.batches.clear()
    (tmp_path / "new" / "deep" / "second.py").write_text("a = 1\n")
    heard.hears("new/deep/second.py")


@pytest.mark.usefixtures("watcher")
def test_hears_of_deleted_and_renamed_files(heard: Heard, tmp_path: Path) -> None:
    (tmp_path / "app.py").rename(tmp_path / "renamed.py")
    heard.hears("renamed.py")
    (tmp_path / "renamed.py").unlink()
    heard.until(lambda batches: sum("renamed.py" in batch for batch in batches) >= 2)


@pytest.mark.usefixtures("watcher")
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


@pytest.mark.parametrize("poll", [False, True], ids=["events", "polling"])
def test_a_project_that_is_gone_is_waited_for(tmp_path: Path, poll: bool) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "app.py").write_text("a = 1\n")
    troubles: list[str] = []
    told = threading.Event()

    def on_trouble(text: str) -> None:
        troubles.append(text)
        told.set()

    heard = Heard(project)
    watcher = FileWatcher(project, heard, poll=poll, on_trouble=on_trouble)
    watcher.start()
    assert watcher.ready.wait(PATIENCE)
    shutil.rmtree(project)
    assert told.wait(PATIENCE)
    assert troubles == ["files are not watched until the project's directory is back"]
    project.mkdir()
    heard.hears(".")
    heard.batches.clear()
    save_until(project / "app.py", heard, "app.py")
    watcher.close()


@pytest.mark.usefixtures("watcher")
def test_hears_of_saves_in_a_directory_that_was_replaced(heard: Heard, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "package")
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "first.py").write_text("a = 1\n")
    heard.hears("package/first.py")
    heard.batches.clear()
    save_until(tmp_path / "package" / "second.py", heard, "package/second.py")


@pytest.mark.usefixtures("watcher")
def test_a_directory_becomes_source_once_it_is_a_package(heard: Heard, tmp_path: Path) -> None:
    (tmp_path / "build" / "lib").mkdir(parents=True)
    (tmp_path / "build" / "lib" / "copy.py").write_text("a = 1\n")
    (tmp_path / "app.py").write_text("a = 2222\n")
    heard.hears("app.py")
    assert not any(path.startswith("build") for batch in heard.batches for path in batch)
    (tmp_path / "build" / "__init__.py").write_text("")
    heard.hears("build/__init__.py")
    heard.batches.clear()
    save_until(tmp_path / "build" / "agents.py", heard, "build/agents.py")


@pytest.mark.usefixtures("watcher")
def test_a_link_to_nothing_hides_no_other_file(heard: Heard, tmp_path: Path) -> None:
    (tmp_path / "broken.py").symlink_to(tmp_path / "nowhere.py")
    (tmp_path / ".#app.py").symlink_to("somebody@somewhere.1234")
    (tmp_path / "app.py").write_text("a = 2222\n")
    heard.hears("app.py")
    heard.batches.clear()
    (tmp_path / "app.py").write_text("a = 333333\n")
    heard.hears("app.py")
    assert not any(".#app.py" in batch for batch in heard.batches)


@pytest.mark.parametrize("poll", [False, True], ids=["events", "polling"])
def test_hears_of_named_places_outside_the_project(tmp_path: Path, poll: bool) -> None:
    for name in ("project", "shared/tools", "settings", "project/.hidden"):
        (tmp_path / name).mkdir(parents=True)
    env_file, config = tmp_path / "project" / ".hidden" / "local", tmp_path / "settings" / "mine.conf"
    env_file.write_text("A=1\n")
    heard = Heard(tmp_path)
    watcher = FileWatcher(
        tmp_path / "project", heard, besides=[tmp_path / "shared", env_file, config], poll=poll
    )
    watcher.start()
    assert watcher.ready.wait(PATIENCE)
    (tmp_path / "settings" / "other.toml").write_text("a = 1\n")
    (tmp_path / "shared" / "tools" / "crm.py").write_text("a = 1\n")
    heard.hears("shared/tools/crm.py")
    env_file.write_text("A=22\n")
    heard.hears("project/.hidden/local")
    config.write_text("a = 1\n")
    heard.hears("settings/mine.conf")
    watcher.close()
    assert not any("settings/other.toml" in batch for batch in heard.batches)


def test_hears_of_places_named_later(heard: Heard, watcher: FileWatcher, tmp_path: Path) -> None:
    (tmp_path / "secrets").write_text("A=1\n")
    watcher.watch_besides([tmp_path / "secrets"])
    save_until(tmp_path / "secrets", heard, "secrets")


def test_polls_where_the_system_watch_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_folders: str, **_options: object) -> None:
        raise watchfiles._rust_notify.WatchfilesRustInternalError("too many")

    monkeypatch.setattr(watchfiles, "watch", fail)
    (tmp_path / "app.py").write_text("a = 1\n")
    troubles: list[str] = []
    heard = Heard(tmp_path)
    watcher = FileWatcher(tmp_path, heard, on_trouble=troubles.append)
    watcher.start()
    assert watcher.ready.wait(PATIENCE)
    (tmp_path / "app.py").write_text("a = 2222\n")
    heard.hears("app.py")
    watcher.close()
    assert troubles == ["files are polled, since the system can't watch them: too many"]


def test_tries_again_where_a_directory_goes_before_it_is_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, tries = watchfiles.watch, []

    def fail_once(*folders: str, **options: object) -> object:
        tries.append(folders)
        if len(tries) == 1:
            raise FileNotFoundError(folders[0])
        return real(*folders, **options)

    monkeypatch.setattr(watchfiles, "watch", fail_once)
    troubles: list[str] = []
    watcher = FileWatcher(tmp_path, Heard(tmp_path), on_trouble=troubles.append)
    watcher.start()
    assert watcher.ready.wait(PATIENCE)
    watcher.close()
    assert len(tries) >= 2
    assert not troubles


@pytest.mark.usefixtures("watcher")
def test_a_save_that_changes_nothing_is_no_news(heard: Heard, tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text("a = 2222\n")
    heard.hears("app.py")
    heard.batches.clear()
    (tmp_path / "app.py").write_text("a = 2222\n")
    time.sleep(0.4)
    (tmp_path / "other.py").write_text("a = 1\n")
    heard.hears("other.py")
    assert not any("app.py" in batch for batch in heard.batches)
