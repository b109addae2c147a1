"""Where a process hangs or crashes is written to a file that outlives it."""

import asyncio
import contextlib
import faulthandler
import os
import signal
import tempfile
import threading
from types import FrameType
from typing import Any, Callable, Iterator, Optional

GRACE = 0.5
"""Seconds between the stack dump inside a process and its end from outside."""
UNANSWERED = 70
"""Exit code of a generation that could not send its result."""
LARGEST = 256 * 1024
SLACK = 0.2
"""Seconds that a cancelled awaitable has to end, and after which an event loop counts as blocked."""
REPEAT = 0.05
"""Seconds between interruptions, for code that swallows one or can't be interrupted just then."""


def open_stack_file() -> int:
    """Descriptor of an anonymous file for one process's stack."""
    create = getattr(os, "memfd_create", None)
    if create is not None:
        return int(create("toolinspect-stack"))
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def read_stack(fd: int) -> str:
    """What was written; empty when nothing was, or the file is gone."""
    try:
        os.lseek(fd, 0, os.SEEK_SET)
        return os.read(fd, LARGEST).decode("utf-8", "replace")
    except OSError:
        return ""


def arm(fd: int, seconds: float) -> None:
    """Dump all stacks after `seconds`, and the current one when the process crashes."""
    catch_crashes(fd)
    faulthandler.dump_traceback_later(max(seconds, 0.01), file=fd)


class TooLong(BaseException):
    """Code of the project took longer than `limited` allows; no `except Exception` swallows it."""


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise TooLong within the block after `seconds`; without effect where there is no timer signal."""
    with _alarm(seconds, f"no end after {seconds:g} s", lambda frame: True):
        yield


async def awaited(work: Any, seconds: float) -> Any:
    """Result of an awaitable; raises TooLong after `seconds`, whether it waits or blocks the event loop.

    One that won't be cancelled is left behind, pending. Whatever it raises, a SystemExit too, is raised here.
    """
    text = f"no end after {seconds:g} s"
    task = asyncio.ensure_future(_outcome(work))
    try:
        with _alarm(seconds + SLACK, text, _within_callback):
            done, _ = await asyncio.wait({task}, timeout=seconds)
            if not done:
                task.cancel()
                await asyncio.wait({task}, timeout=SLACK)
    finally:
        task.cancel()
    if not done:
        raise TooLong(text)
    result, error = task.result()
    if error is not None:
        raise error
    return result


async def _outcome(work: Any) -> "tuple[Any, Optional[BaseException]]":
    """(result, error): a SystemExit that left the task would end the event loop."""
    try:
        return await work, None
    except BaseException as error:
        return None, error


@contextlib.contextmanager
def _alarm(seconds: float, text: str, may_stop: "Callable[[Optional[FrameType]], bool]") -> Iterator[None]:
    """Raise TooLong in whatever runs after `seconds`, as soon as `may_stop` allows it for its frame."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: Optional[FrameType]) -> None:
        if may_stop(frame):
            raise TooLong(text)

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001), REPEAT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _within_callback(frame: Optional[FrameType]) -> bool:
    """Whether the event loop runs a callback or a step of a task: what that raises doesn't end the loop."""
    above = None if frame is None else frame.f_back
    while above is not None:
        if above.f_code is asyncio.Handle._run.__code__:
            return True
        above = above.f_back
    return False


def catch_crashes(fd: int) -> None:
    """Write the stack of a fatal signal, even if a module has put a handler of its own in the way."""
    faulthandler.disable()
    faulthandler.enable(file=fd, all_threads=False)


def disarm_in_fork() -> None:
    """In a fork that the project made: its crashes aren't the generation's."""
    faulthandler.disable()
