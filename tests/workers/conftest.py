"""Real worker processes on small projects."""

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from workers_cases import BROKEN, Worker

from inspector.workers.session import WorkerSession


def _worker(*, spawn: bool) -> Iterator[Worker]:
    with WorkerSession(BROKEN, Path(sys.executable), spawn=spawn) as session:
        yield Worker(session)


@pytest.fixture(scope="module")
def forking() -> Iterator[Worker]:
    """A worker that forks, shared by the tests of a module: each load must leave it usable for the next."""
    yield from _worker(spawn=False)


@pytest.fixture(scope="module")
def spawning() -> Iterator[Worker]:
    """A worker that starts a fresh interpreter for each import root."""
    yield from _worker(spawn=True)


@pytest.fixture
def worker() -> Iterator[Worker]:
    """A worker of the test's own."""
    yield from _worker(spawn=False)


@pytest.fixture
def ways(tmp_path: Path) -> Callable[..., Path]:
    """Makes a project of the named modules of the broken sample project, and its fine one."""

    def make(*names: str) -> Path:
        project = tmp_path / "project"
        (project / "ways").mkdir(parents=True)
        for name in ("__init__", "fine", *names):
            shutil.copy(BROKEN / "ways" / f"{name}.py", project / "ways")
        return project

    return make


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Writes a file of a project; returns the project."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return tmp_path / "project"

    return write
