"""Imports the SDK once and forks the workers of the tests: `nursery.py SOCKET`, until its stdin ends.

A worker is as real as one that an interpreter started: a process with a session, an environment, a directory
and pipes of its own, that runs the worker's own main loop. Only the import of the SDK is not repeated.
`nursery.py SOCKET WORKERS` imports the program instead and forks runs of it; their workers are forked by the
nursery at WORKERS.
"""

import contextlib
import gc
import importlib
import json
import os
import pkgutil
import select
import socket
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

TOP = Path(__file__).resolve().parents[1]
PROBE = TOP / "inspector" / "probe"
PACKAGE = "_toolinspect_probe"
"""The name under which a worker has its probe."""


Run = Callable[[list[str]], None]


def main(address: str, workers: str = "") -> None:
    gc.disable()
    run = _program(workers) if workers else _worker()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen()
        print("ready", flush=True)
        while sys.stdin not in select.select([listener, sys.stdin], [], [])[0]:
            connection, _ = listener.accept()
            if os.fork() == 0:
                _attend(connection, run)
            connection.close()
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass


def _worker() -> Run:
    """Runs a worker with the arguments of its script; the SDK is imported."""
    package = ModuleType(PACKAGE)
    package.__path__ = [str(PROBE)]
    sys.modules[PACKAGE] = package
    del sys.path[0]
    importlib.import_module(f"{PACKAGE}.startup").import_sdk("/nowhere")

    def run(arguments: list[str]) -> None:
        sys.argv = [str(PROBE / "boot.py"), *arguments]
        sys.modules[f"{PACKAGE}.zygote"].main(arguments)

    return run


def _program(workers: str) -> Run:
    """Runs toolinspect with arguments; what its commands without a terminal need is imported."""
    path = sys.path[1:]
    sys.path.append(str(TOP))
    from forked_workers import subprocess_with

    from inspector import cli, inspection, report
    from inspector.cli.entry import main as run_program
    from inspector.workers import session

    for package in (cli, inspection, report):
        for _, name, _ in pkgutil.iter_modules(package.__path__):
            importlib.import_module(f"{package.__name__}.{name}")
    sys.path[:] = path
    session.subprocess = subprocess_with(lambda: workers)

    def run(arguments: list[str]) -> None:
        sys.path.insert(0, os.getcwd())
        sys.argv = [str(TOP / "inspector" / "__main__.py"), *arguments]
        run_program()

    return run


def _attend(connection: socket.socket, run: Run) -> NoReturn:
    """Fork the worker that is asked for, tell its process id, and its exit status once it has ended."""
    with contextlib.suppress(OSError), connection:  # whoever asked may be gone
        _, streams, _, _ = socket.recv_fds(connection, 1, 3)
        with connection.makefile("r") as lines:
            request = json.loads(lines.readline())
        worker = os.fork()
        if worker == 0:
            _become(run, request, streams)
        for stream in streams:
            os.close(stream)
        connection.sendall(f"{worker}\n".encode())
        _, status = os.waitpid(worker, 0)
        connection.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def _become(run: Run, request: dict[str, Any], streams: list[int]) -> NoReturn:
    leave, status = os._exit, 1
    try:
        os.setsid()
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))
        os.chdir(request["cwd"])
        os.environ.clear()
        os.environ.update(request["env"])
        sys.path[:0] = filter(None, request["env"].get("PYTHONPATH", "").split(os.pathsep))
        exec(request["code"], {})
        run(request["arguments"])
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001 - as an interpreter ends, with what it says
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        leave(status)


if __name__ == "__main__":
    main(*sys.argv[1:])
