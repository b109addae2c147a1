"""Workers are forks of one process that has imported the SDK, unless a test wants them started."""

import gc
import importlib.util
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from forked_workers import Nursery


def pytest_collection_finish() -> None:
    """What was imported for the tests stays: no collection of garbage goes through it again."""
    gc.freeze()
    gc.set_threshold(10_000)


@pytest.fixture(scope="session")
def nursery() -> "Iterator[Nursery]":
    from forked_workers import Nursery

    nursery = Nursery()
    yield nursery
    nursery.close()


@pytest.fixture(scope="session")
def program(nursery: "Nursery") -> list[str]:
    """The command that runs toolinspect as a process of its own, with forked workers."""
    return [sys.executable, str(Path(__file__).with_name("program.py")), nursery.address()]


@pytest.fixture(scope="session")
def run_program(nursery: "Nursery") -> Iterator[Callable[..., subprocess.CompletedProcess[str]]]:
    """Run toolinspect with arguments in `cwd` and `env`, as a fork of a process that has imported it.

    It has no terminal and an empty stdin; its workers are forked.
    """
    from forked_workers import Nursery, run_forked

    top = Path(__file__).parents[1]
    programs = Nursery(nursery.address())

    def run(*arguments: str | Path, cwd: Path = top, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
        return run_forked(programs.address(), [*map(str, arguments)], cwd=cwd, env=env)

    yield run
    programs.close()


@pytest.fixture(scope="session", autouse=True)
def _forked_workers(request: pytest.FixtureRequest) -> Iterator[None]:
    # The tests against other SDKs run without what the host needs; they start no worker.
    if importlib.util.find_spec("msgspec") is None:
        yield
        return
    from forked_workers import subprocess_with

    from inspector.workers import session

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session, "subprocess", subprocess_with(request.getfixturevalue("nursery").address))
        yield


@pytest.fixture
def started_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers are started as the product does it, each in an interpreter of its own."""
    from inspector.workers import session

    monkeypatch.setattr(session, "subprocess", subprocess)
