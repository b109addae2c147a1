"""Where a process hangs or crashes is written to a file that outlives it."""

import contextlib
import faulthandler
import os
import signal
import tempfile
import threading
from types import FrameType
from typing import Iterator, Optional

GRACE = 0.5
"""Seconds between the stack dump inside a process and its end from outside."""
UNANSWERED = 70
"""Exit code of a generation that could not send its result."""
LARGEST = 256 * 1024


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
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: Optional[FrameType]) -> None:
        raise TooLong(f"no end after {seconds:g} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def catch_crashes(fd: int) -> None:
    """Write the stack of a fatal signal, even if a module has put a handler of its own in the way."""
    faulthandler.disable()
    faulthandler.enable(file=fd, all_threads=False)


def disarm_in_fork() -> None:
    """In a fork that the project made: its crashes aren't the generation's."""
    faulthandler.disable()
