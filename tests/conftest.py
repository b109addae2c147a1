"""Workers are forks of one process that has imported the SDK, unless a test wants them started."""

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from forked_workers import Nursery


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
