"""Whatever the order in which loads end, the app comes to know of the newest one."""

import threading
from collections.abc import Callable
from typing import Any

from tui_samples import inspection, settings, support_desk

from inspector.inspection import Inspection, LoadAbandoned, Settings
from inspector.tui.loader import Loader, LoadFinished
from inspector.wire.messages import Message

PATIENCE = 10.0


class Overtaken:
    """An engine whose first load ends, and whose second begins, before a cancel comes through."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self._changed = threading.Condition()
        self._cancelled = 0

    @property
    def settings(self) -> Settings:
        return settings()

    def load(self, on_message: Callable[[Message], None], *, number: int) -> Inspection:
        with self._changed:
            self.begun.append(number)
            self._changed.notify_all()
            if number == 1:
                self._changed.wait_for(lambda: False, 0.05)
            else:
                self._changed.wait_for(lambda: self._cancelled, PATIENCE)
            if number <= self._cancelled:
                raise LoadAbandoned
        return inspection(support_desk())

    def cancel(self, number: int | None = None) -> None:
        with self._changed:
            self._changed.wait_for(lambda: 2 in self.begun, PATIENCE)
            self._cancelled = self.begun[-1] if number is None else number
            self._changed.notify_all()


class Posted:
    """Events that a loader has posted."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self.finished: list[LoadFinished] = []

    def __call__(self, event: Any) -> None:
        with self._changed:
            if isinstance(event, LoadFinished):
                self.finished.append(event)
            self._changed.notify_all()

    def until_finished(self, number: int) -> LoadFinished:
        with self._changed:
            assert self._changed.wait_for(
                lambda: any(one.number == number for one in self.finished), PATIENCE
            )
            return next(one for one in self.finished if one.number == number)


def test_a_cancel_that_comes_late_spares_the_load_that_came_after() -> None:
    engine, posted = Overtaken(), Posted()
    loader = Loader(engine, posted)
    loader.start()
    loader.start()
    event = posted.until_finished(2)
    assert event.loaded is not None
    assert engine.begun == [1, 2]


def test_a_load_that_somebody_else_ends_is_told_as_an_error() -> None:
    class Ended(Overtaken):
        def load(self, on_message: Callable[[Message], None], *, number: int) -> Inspection:
            raise LoadAbandoned

    posted = Posted()
    Loader(Ended(), posted).start()
    event = posted.until_finished(1)
    assert event.loaded is None
    assert "ended before it was done" in event.error
