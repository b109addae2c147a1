"""A project's worker process, as the rest of the host speaks to it: requests in, messages out."""

import atexit
import contextlib
import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path
from queue import SimpleQueue
from types import TracebackType
from typing import Self

import msgspec

from inspector.wire import messages
from inspector.wire.messages import Done, Fatal, LoadRequest, Message, Ready
from inspector.workers import endings, interpreter

BOOT = Path(__file__).resolve().parent.parent / "probe" / "boot.py"
LEAVE_SECONDS = 1.0
"""How long a worker may take to leave by itself."""
LOG_SECONDS = 0.2
"""How long the end of a worker's log may take to arrive once the worker is gone."""
LOG_BYTES = 64 * 1024
HASH_SEED = {"PYTHONHASHSEED": "0"}
"""Unless the environment has one: what a project makes of sets is then the same at every start."""


class WorkerDied(Exception):
    """The worker ended in the middle of a load; the next load starts another."""

    def __init__(self, status: int | None, log: str) -> None:
        self.status = status
        """Exit code; negative for a signal; None when it could not be had."""
        self.log = log
        last = log.strip().splitlines()[-1:] or ["it wrote nothing"]
        super().__init__(f"the worker ended unexpectedly (status {status}): {last[0]}")


class ProtocolError(Exception):
    """The worker sent something that is no message; it has been ended."""


class SessionClosed(Exception):
    """The session was closed; it starts no worker any more."""


class _Load:
    """Where the messages for one caller of `load` arrive."""

    def __init__(self, request: LoadRequest) -> None:
        self.request = request
        self.inbox: SimpleQueue[Message | Exception | None] = SimpleQueue()

    def messages(self) -> Iterator[Message]:
        while (message := self.inbox.get()) is not None:
            if isinstance(message, Exception):
                raise message
            yield message
            if isinstance(message, Done | Fatal):
                return


class _Process:
    """One worker process with the threads that write its input and drain its log."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.ready: Ready | Fatal | None = None
        self._log: deque[bytes] = deque()
        self._log_size = 0
        self._log_lock = threading.Lock()
        self._outbox: SimpleQueue[messages.Request | None] = SimpleQueue()
        self.log_reader = threading.Thread(target=self._drain_log, name="toolinspect-worker-log", daemon=True)
        self.log_reader.start()
        threading.Thread(target=self._write, name="toolinspect-worker-input", daemon=True).start()

    @property
    def log(self) -> str:
        with self._log_lock:
            return b"".join(self._log).decode("utf-8", "replace")

    def send(self, request: messages.Request) -> None:
        """Returns at once, however slowly the worker reads; a worker that is gone gets nothing."""
        self._outbox.put(request)

    def end(self, grace: float) -> int:
        """Ask it to leave by closing its input, then make it; the exit status."""
        self._outbox.put(None)
        return endings.end(self.process, grace)

    def _write(self) -> None:
        assert self.process.stdin is not None
        # The pipe breaks when the worker is gone; a request that it never read is lost then.
        with contextlib.suppress(BrokenPipeError), self.process.stdin as stdin:
            while (request := self._outbox.get()) is not None:
                stdin.write(messages.encode(request))
                stdin.flush()

    def _drain_log(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as stream:
            while data := stream.read1(8192):  # type: ignore[attr-defined]
                with self._log_lock:
                    self._log.append(data)
                    self._log_size += len(data)
                    while self._log_size > LOG_BYTES and len(self._log) > 1:
                        self._log_size -= len(self._log.popleft())


class WorkerSession:
    """The worker of one project; every method may be called from any thread.

    `python` is the interpreter (default: chosen as `interpreter.choose` does), `env` the whole environment
    of the worker (default: ours) but for `HASH_SEED`, `spawn` makes it start a fresh interpreter for each
    import root instead of forking.
    """

    def __init__(
        self,
        project: Path,
        python: Path | None = None,
        *,
        env: Mapping[str, str] | None = None,
        spawn: bool = False,
    ) -> None:
        self._project = project
        self._python = python
        self._env = None if env is None else dict(env)
        self._spawn = spawn
        self._lock = threading.RLock()
        self._worker: _Process | None = None
        self._load: _Load | None = None
        self._last_log = ""
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def worker_log(self) -> str:
        """The end of the worker's own stderr; the project's output comes as `Log` messages."""
        with self._lock:
            return self._worker.log if self._worker is not None else self._last_log

    @property
    def pid(self) -> int | None:
        """Process id of the worker that runs now."""
        with self._lock:
            return self._worker.process.pid if self._worker is not None else None

    def start(self) -> None:
        """Start the worker unless one runs; returns at once. Raises InterpreterError or SessionClosed."""
        with self._lock:
            self._ensure()

    def load(self, request: LoadRequest) -> Iterator[Message]:
        """Send the request now and return its messages: Ready first, then its own until Done.

        A second Ready comes when installed packages changed and the worker starts itself anew.

        Ends early, without Done, when cancelled, superseded by another load, or closed; ends with Fatal
        when the interpreter can't serve. The iterator raises WorkerDied or ProtocolError, this call
        InterpreterError or SessionClosed.
        """
        load = _Load(request)
        with self._lock:
            self._end_load()
            worker = self._ensure()
            self._load = load
            if worker.ready is not None:
                load.inbox.put(worker.ready)
            worker.send(request)
        return load.messages()

    def cancel(self) -> None:
        """End the load that runs, if any: its processes are killed and its iterator ends."""
        with self._lock:
            if self._load is not None and self._worker is not None:
                self._worker.send(messages.CancelRequest(generation=self._load.request.generation))
            self._end_load()

    def close(self) -> None:
        """End the worker and all it started, within two seconds."""
        with self._lock:
            self._closed = True
            worker, self._worker = self._worker, None
            self._end_load()
        atexit.unregister(self.close)
        if worker is not None:
            worker.end(LEAVE_SECONDS)
            worker.log_reader.join(LOG_SECONDS)
            with self._lock:
                self._last_log = worker.log

    def _ensure(self) -> _Process:
        if self._closed:
            raise SessionClosed("the session is closed")
        if self._worker is not None and self._worker.process.poll() is None:
            return self._worker
        if sys.platform == "win32":
            raise interpreter.InterpreterError("toolinspect needs a POSIX system: Linux, macOS, or WSL")
        python = self._python if self._python is not None else interpreter.choose(self._project)
        self._worker = _Process(self._popen(python))
        threading.Thread(
            target=self._read, args=(self._worker,), name="toolinspect-worker", daemon=True
        ).start()
        atexit.register(self.close)
        return self._worker

    def _popen(self, python: Path) -> subprocess.Popen[bytes]:
        directory = self._project if self._project.is_dir() else self._project.parent
        command = [str(python), str(BOOT), *(("--spawn",) if self._spawn else ())]
        try:
            return subprocess.Popen(
                command,
                cwd=directory,
                env=HASH_SEED | (self._env if self._env is not None else dict(os.environ)),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            what = error.filename or python
            raise interpreter.InterpreterError(f"{what} can't be used: {error.strerror or error}") from error

    def _read(self, worker: _Process) -> None:
        """Thread: hand each message to the load it belongs to, until the worker ends."""
        assert worker.process.stdout is not None
        with worker.process.stdout as stream:
            for line in stream:
                try:
                    message = messages.decode(line)
                except msgspec.DecodeError as error:
                    self._gone(worker, ProtocolError(f"the worker sent no message ({error}): {line[:200]!r}"))
                    worker.end(0)
                    return
                self._hand_over(worker, message)
        status = worker.end(LEAVE_SECONDS)
        worker.log_reader.join(LEAVE_SECONDS)
        self._gone(worker, WorkerDied(status, worker.log))

    def _hand_over(self, worker: _Process, message: Message) -> None:
        with self._lock:
            if worker is not self._worker:
                return
            if isinstance(message, Ready | Fatal):
                worker.ready = message
            elif self._load is None or message.generation != self._load.request.generation:
                return
            if self._load is not None:
                self._load.inbox.put(message)
                if isinstance(message, Done | Fatal):
                    self._load = None

    def _gone(self, worker: _Process, error: Exception) -> None:
        with self._lock:
            if worker is not self._worker:
                return
            self._worker = None
            self._last_log = worker.log
            load, self._load = self._load, None
        if load is not None:
            load.inbox.put(error)

    def _end_load(self) -> None:
        if self._load is not None:
            self._load.inbox.put(None)
            self._load = None
