"""Processes of a project: tied to the worker's life, found wherever they went, and killed."""

import os
import signal
import sys
import time
from typing import Dict, Iterable, List, Set

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


def _prctl(option: int, value: int) -> bool:
    if sys.platform != "linux":
        return False
    try:
        import ctypes

        return int(ctypes.CDLL(None).prctl(option, value, 0, 0, 0)) == 0
    except (ImportError, OSError, AttributeError):
        return False


def adopt_orphans() -> bool:
    """Become the parent of descendants that lose theirs, so that none escapes; False where impossible."""
    return _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent(parent: int) -> None:
    """Have the kernel kill this process when its parent, process `parent`, ends."""
    if _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL) and os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)


def children_by_parent() -> Dict[int, List[int]]:
    """Process ids by parent, for all processes; empty where there is no /proc."""
    found: Dict[int, List[int]] = {}
    try:
        names = os.listdir("/proc")
    except OSError:
        return found
    for name in names:
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    parent = int(file.read().rpartition(b")")[2].split()[1])
            except (OSError, ValueError, IndexError):
                continue
            found.setdefault(parent, []).append(int(name))
    return found


def descendants(pid: int) -> List[int]:
    """All processes below `pid`, nearest first."""
    children = children_by_parent()
    found = list(children.get(pid, ()))
    for each in found:
        found.extend(children.get(each, ()))
    return found


def kill(pids: Iterable[int]) -> None:
    """SIGKILL each; those already gone are no error."""
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            continue


def kill_tree(pid: int) -> None:
    """SIGKILL a process that leads a group, its group, and what it started in other groups or sessions."""
    below = descendants(pid)
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
    kill([pid, *below])


def kill_strays(spared: Set[int]) -> None:
    """SIGKILL and reap every descendant of this process but the trees of `spared`; a second at most."""
    end = time.monotonic() + 1.0
    while time.monotonic() < end:
        children = children_by_parent().get(os.getpid(), [])
        strays = [pid for pid in children if pid not in spared]
        if not strays:
            return
        for pid in strays:
            kill([pid, *descendants(pid)])
        for pid in strays:
            _reap(pid)


def _reap(pid: int) -> None:
    try:
        while os.waitpid(pid, os.WNOHANG)[0] == 0:
            time.sleep(0.002)
    except ChildProcessError:
        return
