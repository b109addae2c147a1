"""What a generation may not do to the outside, and what it may not break within itself."""

import contextlib
import errno
import ipaddress
import os
import socket
import sys
from typing import Any, Callable, Dict, FrozenSet, NoReturn, Optional, Set

from . import channel

REFUSED = "toolinspect refuses network connections while it inspects a project; allow them with --network"

_LOCAL_NAMES: Set[Any] = {None, "", b"", "localhost", b"localhost"}


class ProcessExit(SystemExit):
    """Raised where the project would end or replace the process at once (`os._exit`, `os.exec*`)."""


class _Policy:
    """What the audit hook consults; a hook can't be taken off again, so it is asked each time."""

    network = False
    owner = 0
    """Process that loads a project; 0 for none."""


def install_hook() -> None:
    """Refuse outgoing and listening sockets of Python code in this process and its forks from now on.

    Programs that the project starts, and C code that makes sockets of its own, are refused nothing.
    """
    sys.addaudithook(_audit)
    patched: Any = socket.socket
    patched.connect_ex = _connect_ex
    patched.listen = _listen
    _LOCAL_NAMES.add(socket.gethostname())


def apply(*, network: bool, shield: FrozenSet[int]) -> None:
    """Make this process a generation: `shield` are the descriptors that the project can't close."""
    _Policy.network = network
    _Policy.owner = os.getpid()
    _guard_exit()
    _guard_descriptors(shield)
    _die_first()


def is_owner() -> bool:
    """False in a fork that the project made of the generation."""
    return os.getpid() == _Policy.owner


# Network


def _audit(event: str, args: "tuple[Any, ...]") -> None:
    check = _CHECKS.get(event)
    if check is not None:
        check(args)


def _refuse_remote(args: "tuple[Any, ...]") -> None:
    if not _Policy.network and _is_remote(args[0]) and args[1] is not None:
        raise ConnectionRefusedError(errno.ECONNREFUSED, REFUSED)


def _refuse_lookup(args: "tuple[Any, ...]") -> None:
    if not _Policy.network and not _is_local_name(args[0]):
        raise ConnectionRefusedError(errno.ECONNREFUSED, REFUSED)


def _refuse_exec(args: "tuple[Any, ...]") -> None:
    if _Policy.owner and is_owner():
        raise ProcessExit(f"os.exec of {args[0]!r}")


_CHECKS: Dict[str, Callable[["tuple[Any, ...]"], None]] = {
    "socket.connect": _refuse_remote,
    "socket.bind": _refuse_remote,
    "socket.sendto": _refuse_remote,
    "socket.sendmsg": _refuse_remote,
    "socket.getaddrinfo": _refuse_lookup,
    "socket.gethostbyname": _refuse_lookup,
    "socket.gethostbyaddr": _refuse_lookup,
    "os.exec": _refuse_exec,
}


def _is_remote(sock: Any) -> bool:
    """Whether the socket can leave this machine's own kernel: not AF_UNIX, netlink and the like."""
    return sock.family in (socket.AF_INET, socket.AF_INET6)


def _is_local_name(host: Any) -> bool:
    if host in _LOCAL_NAMES:
        return True
    try:
        ipaddress.ip_address(host.decode() if isinstance(host, bytes) else host)
    except ValueError:
        return False
    return True


_real_connect_ex = socket.socket.connect_ex
_real_listen = socket.socket.listen


def _connect_ex(self: socket.socket, address: Any) -> int:
    """As the real one, which never raises for a refused connection."""
    if not _Policy.network and _is_remote(self):
        return errno.ECONNREFUSED
    return _real_connect_ex(self, address)


def _listen(self: socket.socket, *backlog: int) -> None:
    if not _Policy.network and _is_remote(self):
        raise ConnectionRefusedError(errno.ECONNREFUSED, REFUSED)
    _real_listen(self, *backlog)


# The process itself


def _guard_exit() -> None:
    """Let `os._exit` in the importing thread unwind, so that what was built before it is still shown."""
    import threading

    leave = os._exit

    def _exit(status: int) -> NoReturn:
        if is_owner() and threading.current_thread() is threading.main_thread():
            raise ProcessExit(f"os._exit({status})")
        leave(status)

    os._exit = _exit


def _die_first() -> None:
    """When memory runs out, let the kernel end this process before any other."""
    try:
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write("1000")
    except OSError:
        return


def _guard_descriptors(shield: FrozenSet[int]) -> None:
    """Spare our descriptors when the project closes all there are."""
    close, closerange = os.close, os.closerange

    def guarded_close(fd: int) -> None:
        if fd in shield and is_owner():
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        close(fd)

    def guarded_closerange(low: int, high: int, /) -> None:
        start = low
        for fd in sorted(shield) if is_owner() else ():
            if start <= fd < high:
                closerange(start, fd)
                start = fd + 1
        closerange(start, high)

    os.close, os.closerange = guarded_close, guarded_closerange


class Surroundings:
    """State of the process that one module may break for the next; restored before each step."""

    def __init__(self) -> None:
        self._directory = os.getcwd()
        self._modules: Optional[Dict[str, Any]] = None
        self._import_lists: "list[tuple[list[Any], list[Any]]]" = []
        self._argv = list(sys.argv)
        self._log = channel.private(2)
        self._streams = (sys.stdin, sys.stdout, sys.stderr)

    @property
    def descriptors(self) -> FrozenSet[int]:
        return frozenset((self._log,))

    def restore(self) -> None:
        """Bring back directory, standard streams, arguments, and the import state there was at first."""
        with contextlib.suppress(FileNotFoundError):  # the project was moved away meanwhile
            os.chdir(self._directory)
        sys.argv[:] = self._argv
        if self._modules is None:
            self._modules = dict(sys.modules)
            self._import_lists = [(each, list(each)) for each in (sys.path, sys.meta_path, sys.path_hooks)]
        for current, before in self._import_lists:
            current.extend(entry for entry in before if entry not in current)
        for name, module in self._modules.items():
            if _is_lost(module, sys.modules.get(name)):
                sys.modules[name] = module
        self._restore_streams()

    def _restore_streams(self) -> None:
        for fd in (0, 1, 2):
            if not _is_open(fd):
                self._reopen(fd)
        if any(stream is None or stream.closed for stream in self._streams):
            self._streams = (sys.stdin, sys.stdout, sys.stderr) = open_streams()
        elif _closed(sys.stdout) or _closed(sys.stderr):
            sys.stdin, sys.stdout, sys.stderr = self._streams

    def _reopen(self, fd: int) -> None:
        if fd:
            os.dup2(self._log, fd)
            return
        empty = os.open(os.devnull, os.O_RDONLY)
        if empty != fd:
            os.dup2(empty, fd)
            os.close(empty)


def open_streams() -> "tuple[Any, Any, Any]":
    """Text streams on 0, 1 and 2 that never fail to encode and write each line at once."""
    shown: Dict[str, Any] = {
        "encoding": "utf-8",
        "errors": "backslashreplace",
        "buffering": 1,
        "closefd": False,
    }
    return (
        open(0, encoding="utf-8", errors="replace", closefd=False),
        open(1, "w", **shown),
        open(2, "w", **shown),
    )


def _is_lost(module: Any, now: Any) -> bool:
    """Whether a module was taken out of sys.modules, or imported anew after that; not if truly replaced."""
    if now is None or now is module:
        return now is None
    file = getattr(module, "__file__", None)
    return file is not None and file == getattr(now, "__file__", None)


def _closed(stream: Optional[Any]) -> bool:
    return stream is None or getattr(stream, "closed", False) is True


def _is_open(fd: int) -> bool:
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True
