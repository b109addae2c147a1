"""Imports the SDK once and forks the workers of the tests: `nursery.py SOCKET`, until its stdin ends.

A worker is as real as one that an interpreter started: a process with a session, an environment, a directory
and pipes of its own, that runs the worker's own main loop. Only the import of the SDK is not repeated.
"""

import contextlib
import gc
import importlib
import json
import os
import select
import socket
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

PROBE = Path(__file__).resolve().parents[1] / "inspector" / "probe"
PACKAGE = "_toolinspect_probe"
"""The name under which a worker has its probe."""


def main(address: str) -> None:
    gc.disable()
    package = ModuleType(PACKAGE)
    package.__path__ = [str(PROBE)]
    sys.modules[PACKAGE] = package
    del sys.path[0]
    importlib.import_module(f"{PACKAGE}.startup").import_sdk("/nowhere")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen()
        print("ready", flush=True)
        while sys.stdin not in select.select([listener, sys.stdin], [], [])[0]:
            connection, _ = listener.accept()
            if os.fork() == 0:
                _attend(connection)
            connection.close()
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass


def _attend(connection: socket.socket) -> NoReturn:
    """Fork the worker that is asked for, tell its process id, and its exit status once it has ended."""
    with contextlib.suppress(OSError), connection:  # whoever asked may be gone
        _, streams, _, _ = socket.recv_fds(connection, 1, 3)
        with connection.makefile("r") as lines:
            request = json.loads(lines.readline())
        worker = os.fork()
        if worker == 0:
            _become_worker(request, streams)
        for stream in streams:
            os.close(stream)
        connection.sendall(f"{worker}\n".encode())
        _, status = os.waitpid(worker, 0)
        connection.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def _become_worker(request: dict[str, Any], streams: list[int]) -> NoReturn:
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
        sys.argv = [str(PROBE / "boot.py"), *request["arguments"]]
        sys.modules[f"{PACKAGE}.zygote"].main(request["arguments"])
        status = 0
    except BaseException:  # noqa: BLE001 - as an interpreter ends, with what it says
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        leave(status)


if __name__ == "__main__":
    main(*sys.argv[1:])
