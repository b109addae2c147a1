"""Ends a worker and all that it started, wherever these processes went."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

KILLED_SECONDS = 1.0
"""How long a killed worker may take to be gone; one that waits for a disk may take longer."""


def descendants(pid: int) -> list[int]:
    """All processes below `pid`, nearest first; empty where the system has no /proc."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*") if sys.platform == "linux" else ():
        try:
            parent = int((entry / "stat").read_bytes().rpartition(b")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue
        children.setdefault(parent, []).append(int(entry.name))
    found = list(children.get(pid, ()))
    for each in found:
        found.extend(children.get(each, ()))
    return found


def end(process: subprocess.Popen[bytes], grace: float) -> int:
    """Wait `grace` seconds for a worker that was asked to leave, then kill its tree; the exit status."""
    try:
        return process.wait(grace)
    except subprocess.TimeoutExpired:
        below = descendants(process.pid)
        process.kill()
        _kill(below)
        try:
            return process.wait(KILLED_SECONDS)
        except subprocess.TimeoutExpired:
            return -signal.SIGKILL


def _kill(pids: Iterable[int]) -> None:
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            continue
