"""The long-lived process: the SDK imported once, a fork for each root of each load."""

import gc
import os
import selectors
import sys
import traceback
from typing import Any, Dict, List, Optional

from . import channel, guards, preload, processes, renewal, startup
from .attempt import Attempt
from .requests import Requests
from .source_tree import ScanStopped
from .supervisor import Load

TICK = 0.05
"""Seconds between looks at the processes while a load runs."""


def main(argv: List[str]) -> None:
    """Serve requests from stdin until its end or `quit`."""
    requests, messages = channel.take_standard_streams()
    guards.install_hook()
    processes.adopt_orphans()
    gc.disable()
    try:
        startup.import_sdk(os.getcwd())
    except startup.SdkUnavailable as error:
        channel.write_all(
            messages, channel.encode({"type": "fatal", "code": error.code, "message": error.message})
        )
        return
    forking = "--spawn" not in argv and preload.thread_count() == 1
    channel.write_all(messages, channel.encode(startup.describe()))
    Zygote(argv, requests, messages, forking=forking).serve()


class Zygote:
    """Multiplexes requests, generations and a rehearsal of preloads on one thread."""

    def __init__(self, argv: List[str], requests: int, messages: int, *, forking: bool) -> None:
        self._argv = argv
        self._requests = Requests(requests)
        self._messages = messages
        self._path = startup.outside(sys.path, os.getcwd())
        self._stamps = renewal.stamps(self._path)
        self._selector = selectors.DefaultSelector()
        self._load: Optional[Load] = None
        self._scan_cache: Dict[str, Any] = {}
        self._preloads = preload.Preloads(self._path, self._selector, forking=forking)

    def serve(self) -> None:
        """Until the host goes away, whatever the reason."""
        self._selector.register(self._requests.fd, selectors.EVENT_READ, None)
        self._requests.put(renewal.take_pending(self._argv))
        try:
            while self._obey():
                self._turn()
        except BrokenPipeError:
            return
        finally:
            self._stop()

    def _turn(self) -> None:
        for key, _ in self._selector.select(TICK if self._load or self._preloads.running else None):
            if key.data is None:
                self._requests.receive()
                return  # a request may replace what the other events are about
            if key.data is self._preloads:
                self._preloads.on_ready(key.fd)
            elif isinstance(key.data[0], Attempt) and self._load is not None:
                self._load.on_ready(*key.data)
        self._preloads.advance()
        if self._load is not None:
            self._load.advance()
            if self._load.done:
                self._finish(self._load)

    def _obey(self) -> bool:
        """Do what the host has asked for until now; False when it is time to leave."""
        while (request := self._requests.take()) is not None:
            if request["op"] == "quit":
                return False
            if request["op"] == "load" and renewal.stamps(self._path) != self._stamps:
                self._stop()
                pending = self._requests.rest(request)
                renewal.renew(self._argv, self._requests.fd, self._messages, pending)
            if request["op"] == "load":
                self._begin(request)
            elif self._load is not None and self._load.request["generation"] == request["generation"]:
                self._stop()
        return not self._requests.ended

    def _begin(self, request: Dict[str, Any]) -> None:
        self._stop()
        generation = request["generation"]
        try:
            found = self._scan(request)
        except ScanStopped:
            return
        except Exception as error:
            self._answer_unscanned(request, error)
            return
        self._send(
            {
                "type": "scanned",
                "generation": generation,
                "modules": found.modules,
                "constructions": found.constructions,
                "missing": found.missing,
                "uncaptured": found.uncaptured,
            }
        )
        gc.freeze()
        request["preloaded"] = self._preloads.modules
        forking = self._preloads.forking
        self._load = Load(request, found.roots, self._selector, self._send_line, forking=forking)
        self._load.advance()

    def _scan(self, request: Dict[str, Any]) -> Any:
        """Raises ScanStopped once the host asks for something else."""
        from . import scan

        return scan.scan_project(
            request["project"],
            target=request.get("target", ""),
            extra_path=list(request.get("path", ())),
            cache=self._scan_cache,
            agents=tuple(request.get("agents", ())),
            capture=tuple(request.get("capture", ())),
            stop=lambda: self._requests.supersede(request["generation"]),
        )

    def _answer_unscanned(self, request: Dict[str, Any], error: Exception) -> None:
        """The whole answer to a load of a project that the scan could not cope with."""
        generation = request["generation"]
        failure = {
            "ref": os.path.basename(request["project"]) or request["project"],
            "kind": "raised",
            "error": f"toolinspect could not scan the project: {type(error).__name__}: {error}",
            "traceback": "".join(traceback.format_exception(type(error), error, error.__traceback__)),
        }
        self._send({"type": "scanned", "generation": generation, "modules": 0, "constructions": 0})
        result = {"root": request["project"], "failures": [failure]}
        self._send({"type": "root", "generation": generation, "result": result})
        self._send({"type": "done", "generation": generation})

    def _finish(self, load: Load) -> None:
        """Every root has answered: clean up after the project, then learn from it for the next load."""
        self._load = None
        processes.kill_strays()
        self._send({"type": "done", "generation": load.request["generation"]})
        self._preloads.rehearse(load.third_party)

    def _stop(self) -> None:
        """End all processes that work for a load."""
        self._preloads.stop()
        if self._load is not None:
            self._load.stop()
            self._load = None
        processes.kill_strays()

    def _send(self, message: Dict[str, Any]) -> None:
        self._send_line(channel.encode(message))

    def _send_line(self, line: bytes) -> None:
        channel.write_all(self._messages, line)
