"""Processes of a project: tied to the worker's life, found wherever they went, and killed."""

import os
import signal
import sys
import time
from typing import Dict, Iterable, List, Optional, Set

KILL_LIMIT = 1.0
"""Seconds to wait for the end of killed processes; one of another user never comes to it."""
_PAUSE = 0.002
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


def kill(pids: Iterable[int]) -> Set[int]:
    """SIGKILL each; those already gone are no error. Returns those that it may not kill, as after setuid."""
    refused = set()
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
        except PermissionError:
            refused.add(pid)
    return refused


def kill_group(leader: int) -> None:
    """SIGKILL the process group of that number, if there is one."""
    try:
        os.killpg(leader, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def kill_tree(pid: int) -> None:
    """SIGKILL a process that leads a group and isn't reaped, its group, and what it started elsewhere."""
    below = descendants(pid)
    kill_group(pid)
    kill([pid, *below])


def kill_strays() -> None:
    """SIGKILL and reap the children of this process, adopted ones too, and all below; a second at most."""
    end = time.monotonic() + KILL_LIMIT
    refused: Set[int] = set()
    while time.monotonic() < end:
        strays = [pid for pid in children_by_parent().get(os.getpid(), ()) if pid not in refused]
        if not strays:
            return
        for pid in strays:
            refused |= kill([pid, *descendants(pid)])
        for pid in strays:
            wait(pid)
        time.sleep(_PAUSE)


# Ends of child processes, as `subprocess.Popen.returncode`


def peek(pid: int) -> Optional[int]:
    """How a child ended, None if it hasn't; it keeps its number until `reap`, where the system can tell."""
    if not hasattr(os, "waitid"):  # macOS before Python 3.13
        return wait(pid)
    try:
        found = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return 0
    if found is None:
        return None
    return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status


def wait(pid: int) -> Optional[int]:
    """How a child ended, None if it hasn't; its number may be another process's from then on."""
    try:
        done, status = os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return 0
    return os.waitstatus_to_exitcode(status) if done else None


def reap(pid: int) -> Optional[int]:
    """As `wait`, once a killed child is gone; None when it isn't after a second: its kill was refused."""
    end = time.monotonic() + KILL_LIMIT
    while (status := wait(pid)) is None and time.monotonic() < end:
        time.sleep(_PAUSE)
    return status
