"""Where a process hangs or crashes is written to a file that outlives it."""

import faulthandler
import os
import tempfile

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


def catch_crashes(fd: int) -> None:
    """Write the stack of a fatal signal, even if a module has put a handler of its own in the way."""
    faulthandler.disable()
    faulthandler.enable(file=fd, all_threads=False)


def disarm_in_fork() -> None:
    """In a fork that the project made: its crashes aren't the generation's."""
    faulthandler.disable()
