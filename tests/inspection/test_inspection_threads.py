"""An Inspector under several threads: one newest load, and no worker after close."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from inspector.inspection import Inspection, InspectOptions, Inspector, LoadAbandoned
from inspector.inspection import project as inspector_project
from inspector.model import RootResult
from inspector.wire.messages import Done, LoadRequest, Message, Ready, RootDone
from inspector.workers.session import WorkerSession


class FakeSession:
    """Answers a load when it is allowed to; counts how many run."""

    alive: ClassVar[list["FakeSession"]] = []
    answer: ClassVar[threading.Event]

    def __init__(self, *_: object, **__: object) -> None:
        self.ended = threading.Event()
        self.requests: list[LoadRequest] = []

    def start(self) -> None:
        self.alive.append(self)

    def load(self, request: LoadRequest) -> Iterator[Message]:
        self.ended.set()
        self.ended = ended = threading.Event()
        self.requests.append(request)
        return self._messages(request.generation, ended)

    def _messages(self, generation: int, ended: threading.Event) -> Iterator[Message]:
        yield Ready(sdk="0.24.0", python="3.11", executable="", strict_available=True)
        while not ended.is_set():
            if self.answer.wait(0.01):
                yield RootDone(generation=generation, result=RootResult(root="/p"))
                yield Done(generation=generation)
                return

    def cancel(self) -> None:
        self.ended.set()

    def close(self) -> None:
        self.alive.remove(self)
        self.ended.set()


@pytest.fixture
def inspector(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inspector]:
    monkeypatch.setattr(inspector_project, "WorkerSession", FakeSession)
    FakeSession.alive, FakeSession.answer = [], threading.Event()
    one = Inspector(InspectOptions(path=str(tmp_path)))
    yield one
    one.close()
    assert FakeSession.alive == []


class Loading:
    """One call of `load` in a thread of its own, and how it ended."""

    def __init__(self, inspector: Inspector, **settings: Any) -> None:
        self.began = threading.Event()
        self._outcome: list[Inspection | Exception] = []
        self._thread = threading.Thread(target=self._run, args=(inspector, settings))
        self._thread.start()

    def _run(self, inspector: Inspector, settings: dict[str, Any]) -> None:
        try:
            self._outcome.append(inspector.load(lambda _: self.began.set(), **settings))
        except Exception as error:  # noqa: BLE001 - the outcome is what the test asks for
            self._outcome.append(error)

    @property
    def outcome(self) -> type:
        self._thread.join(10)
        return type(self._outcome[0])


def test_a_newer_load_ends_the_older_one(inspector: Inspector) -> None:
    old = Loading(inspector)
    assert old.began.wait(10)
    new = Loading(inspector)
    assert old.outcome is LoadAbandoned
    FakeSession.answer.set()
    assert new.outcome is Inspection


def test_cancelling_a_number_leaves_newer_loads_alone(inspector: Inspector) -> None:
    FakeSession.answer.set()
    inspector.load(number=1)
    FakeSession.answer.clear()
    newer = Loading(inspector, number=2)
    assert newer.began.wait(10)
    inspector.cancel(1)
    FakeSession.answer.set()
    assert newer.outcome is Inspection


def test_a_load_that_was_cancelled_before_it_began_never_begins(inspector: Inspector) -> None:
    inspector.cancel(3)
    for number in (2, 3):
        with pytest.raises(LoadAbandoned):
            inspector.load(number=number)
    FakeSession.answer.set()
    assert inspector.load(number=4)
    assert inspector.load()
    with pytest.raises(LoadAbandoned):
        inspector.load(number=4)
    assert len(FakeSession.alive[0].requests) == 2


def test_cancel_alone_ends_what_runs_and_nothing_that_follows(inspector: Inspector) -> None:
    running = Loading(inspector)
    assert running.began.wait(10)
    inspector.cancel()
    assert running.outcome is LoadAbandoned
    FakeSession.answer.set()
    assert isinstance(inspector.load(), Inspection)


def test_no_load_starts_a_worker_after_close(inspector: Inspector, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, answer = threading.Event(), threading.Event()

    def choose(*_: object, **__: object) -> Path:
        asked.set()
        answer.wait(10)
        return Path("python")

    monkeypatch.setattr(inspector_project, "choose", choose)
    loading = Loading(inspector)
    assert asked.wait(10)
    inspector.close()
    answer.set()
    assert loading.outcome is LoadAbandoned
    assert FakeSession.alive == []
    with pytest.raises(LoadAbandoned):
        inspector.load()
    inspector.open()
    assert len(FakeSession.alive) == 1


def test_a_session_that_is_closed_by_others_is_an_abandoned_load(
    inspector: Inspector, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    closed = WorkerSession(tmp_path)
    closed.close()
    monkeypatch.setattr(FakeSession, "load", lambda _, request: closed.load(request))
    with pytest.raises(LoadAbandoned):
        inspector.load()


def test_loads_and_closes_of_many_threads_leave_no_worker(inspector: Inspector) -> None:
    FakeSession.answer.set()
    for _ in range(30):
        inspector.open()
        loads = [Loading(inspector) for _ in range(3)]
        inspector.close()
        assert {load.outcome for load in loads} <= {Inspection, LoadAbandoned}
        assert FakeSession.alive == []
