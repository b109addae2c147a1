"""Starts the process of a generation: a fork of this one, or a fresh interpreter."""

import contextlib
import fcntl
import os
import subprocess
import sys
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, NoReturn, Optional

from . import channel, deadline, processes
from .boot import __file__ as BOOT


@dataclass
class Child:
    """A running generation and the ends of its descriptors that this process holds."""

    pid: int
    answers: int
    output: int
    stack: int
    status: Optional[int] = None
    """As `subprocess.Popen.returncode`, once it ended."""
    _process: Optional["subprocess.Popen[bytes]"] = field(default=None, repr=False)
    _reaped: bool = field(default=False, repr=False)

    def poll(self) -> Optional[int]:
        """The exit status if it has ended."""
        if self.status is None:
            self.status = processes.peek(self.pid)
        return self.status

    def kill(self) -> None:
        """End it and all it started; returns when it is gone, or can't be ended."""
        if self._reaped:
            return
        if self.status is not None and not hasattr(os, "waitid"):
            processes.kill_group(self.pid)  # its own number is free, that of a group with members is not
        else:
            processes.kill_tree(self.pid)
            status = processes.reap(self.pid)
            self.status = status if self.status is None else self.status
        self._reaped = True
        if self._process is not None:
            self._process.returncode = self.status or 0  # nobody is to wait for it again

    def close(self) -> None:
        _close(self.answers, self.output, self.stack)


def fork(run: Callable[[int, int], NoReturn]) -> Child:
    """Run `run(answers, stack)` in a fork whose output goes to a pipe; it must leave by `os._exit`.

    Raises OSError when the system has no process to give.
    """
    answers, answers_end = os.pipe()
    output, output_end = os.pipe()
    stack = deadline.open_stack_file()
    _widen(output_end)
    parent = os.getpid()
    try:
        pid = os.fork()
    except OSError:
        _close(answers, answers_end, output, output_end, stack)
        raise
    if pid:
        _close(answers_end, output_end)
        return Child(pid, answers, output, stack)
    try:
        os.setsid()
        processes.die_with_parent(parent)
        os.dup2(output_end, 1)
        os.dup2(output_end, 2)
        own = channel.private(answers_end), channel.private(stack)
        _close_all_but({0, 1, 2, *own})
        run(*own)
    finally:
        os._exit(deadline.UNANSWERED)


def spawn(job: Dict[str, Any], *, seed: Optional[int] = None) -> Child:
    """Give `job` to a fresh interpreter that runs `spawned.main`; raises OSError as `fork` does.

    `seed` is its hash seed; None: that of this process, if it was given one.
    """
    output, output_end = os.pipe()
    stack = deadline.open_stack_file()
    environment = None if seed is None else {**os.environ, "PYTHONHASHSEED": str(seed)}
    try:
        process = subprocess.Popen(
            [sys.executable, BOOT, "--root", str(stack)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=output_end,
            start_new_session=True,
            pass_fds=(stack,),
        )
    except OSError:
        _close(output, output_end, stack)
        raise
    os.close(output_end)
    assert process.stdin is not None and process.stdout is not None
    with contextlib.suppress(BrokenPipeError), process.stdin as stdin:  # its end tells why
        stdin.write(channel.encode(job))
    answers = channel.private(process.stdout.fileno())
    process.stdout.close()
    return Child(process.pid, answers, output, stack, _process=process)


def _close(*descriptors: int) -> None:
    for fd in descriptors:
        os.close(fd)


def _widen(fd: int) -> None:
    """A larger pipe where the system allows it: fewer switches while the project prints much."""
    with contextlib.suppress(OSError):
        fcntl.fcntl(fd, getattr(fcntl, "F_SETPIPE_SZ", 1031), 1 << 20)


def _close_all_but(kept: "set[int]") -> None:
    """Close what a fork inherited, up to the highest private descriptor there can be."""
    listing = "/proc/self/fd" if os.path.isdir("/proc/self/fd") else "/dev/fd"
    for name in os.listdir(listing):
        fd = int(name)
        if fd not in kept:
            try:
                os.close(fd)
            except OSError:  # the descriptor of the listing itself
                continue
