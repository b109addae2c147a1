"""Starts workers and runs the program as forks of a nursery, where the product starts an interpreter."""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from inspector.workers import session

NURSERY = Path(__file__).with_name("nursery.py")


class Nursery:
    """The process that the workers are forks of; started with the first of them.

    With the address of a nursery of workers it is one of runs of the program.
    """

    def __init__(self, *workers: str) -> None:
        self._workers = workers
        self._folder = tempfile.TemporaryDirectory(prefix="toolinspect-nursery-")
        self._address = str(Path(self._folder.name) / "socket")
        self._process: subprocess.Popen[bytes] | None = None

    def address(self) -> str:
        """Path of the socket on which it takes requests."""
        if self._process is None:
            environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
            environment |= session.HASH_SEED
            self._process = subprocess.Popen(
                [sys.executable, str(NURSERY), self._address, *self._workers],
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
            )
            assert self._process.stdout is not None
            assert self._process.stdout.readline() == b"ready\n"
        return self._address

    def close(self) -> None:
        if self._process is not None:
            self._process.communicate(timeout=10)
        self._folder.cleanup()


class ForkedWorker:
    """A worker that the nursery forked; what of `subprocess.Popen` a session uses.

    `code` is executed in it first.
    """

    def __init__(
        self,
        address: str,
        arguments: Sequence[str] = (),
        cwd: Path = Path("/"),
        env: Mapping[str, str] | None = None,
        code: str = "",
    ) -> None:
        theirs, ours = zip(*(os.pipe(), os.pipe()[::-1], os.pipe()[::-1]), strict=True)
        self.stdin, self.stdout, self.stderr = (
            os.fdopen(ours[0], "wb"),
            *(os.fdopen(end, "rb") for end in ours[1:]),
        )
        self.returncode: int | None = None
        line = socket.socket(socket.AF_UNIX)
        line.connect(address)
        socket.send_fds(line, [b"\n"], theirs)
        for descriptor in theirs:
            os.close(descriptor)
        environment = dict(os.environ if env is None else env)
        request = {"arguments": arguments, "cwd": str(cwd), "env": environment, "code": code}
        line.sendall(json.dumps(request).encode() + b"\n")
        answers = line.makefile("r")
        self.pid = int(answers.readline())
        self._ended = threading.Event()
        threading.Thread(target=self._await_end, args=(line, answers), daemon=True).start()

    def poll(self) -> int | None:
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if not self._ended.wait(timeout):
            raise subprocess.TimeoutExpired("worker", timeout or 0)
        assert self.returncode is not None
        return self.returncode

    def kill(self) -> None:
        if self.returncode is None:
            os.kill(self.pid, signal.SIGKILL)

    def _await_end(self, line: socket.socket, answers: Any) -> None:
        with line, answers:
            self.returncode = int(answers.readline() or -signal.SIGKILL)
        self._ended.set()


def run_forked(
    address: str, arguments: Sequence[str], *, cwd: Path, env: Mapping[str, str], timeout: float = 120
) -> subprocess.CompletedProcess[str]:
    """What a run of the program prints and ends with; `address` is that of a nursery of runs. No stdin."""
    run = ForkedWorker(address, arguments, cwd, env)
    run.stdin.close()
    too_late = threading.Timer(timeout, run.kill)
    too_late.start()
    with run.stdout, run.stderr, ThreadPoolExecutor(1) as reading:
        errors = reading.submit(run.stderr.read)
        output = run.stdout.read()
        status = run.wait()
        too_late.cancel()
        return subprocess.CompletedProcess(list(arguments), status, output.decode(), errors.result().decode())


def subprocess_with(nursery: Callable[[], str]) -> SimpleNamespace:
    """What a session takes for the module `subprocess`: workers of this interpreter are forked.

    `nursery` gives the address of one.
    """
    known = [sys.executable, str(session.BOOT)]

    def start(command: list[str], *, cwd: Path, env: Mapping[str, str] | None, **streams: Any) -> Any:
        if command[:2] == known and cwd.is_dir():
            return ForkedWorker(nursery(), command[2:], cwd, env)
        return subprocess.Popen(command, cwd=cwd, env=env, **streams)

    return SimpleNamespace(Popen=start, PIPE=subprocess.PIPE)
