"""The long-lived process: the SDK imported once, a fork for each root of each load."""

import gc
import json
import os
import selectors
import sys
from typing import Any, Dict, List, Optional, Set

from . import channel, guards, launch, preload, processes, renewal, startup
from .attempt import Attempt, read_available
from .supervisor import Load

TICK = 0.05
"""Seconds between looks at the processes while a load runs."""


def main(argv: List[str]) -> None:
    """Serve requests from stdin until its end or `quit`."""
    requests, messages = channel.take_standard_streams()
    guards.install_hook()
    processes.adopt_orphans()
    gc.disable()
    forking = hasattr(os, "fork") and "--spawn" not in argv
    try:
        sdk = startup.import_sdk(os.getcwd())
    except startup.SdkUnavailable as error:
        channel.write_all(
            messages, channel.encode({"type": "fatal", "code": error.code, "message": error.message})
        )
        return
    forking = forking and preload.thread_count() == 1
    channel.write_all(messages, channel.encode(startup.describe(sdk, forking=forking)))
    Zygote(argv, requests, messages, forking=forking).serve()


class Zygote:
    """Multiplexes requests, generations and a rehearsal of preloads on one thread."""

    def __init__(self, argv: List[str], requests: int, messages: int, *, forking: bool) -> None:
        self._argv = argv
        self._requests = requests
        self._messages = messages
        self._forking = forking
        self._path = startup.outside(sys.path, os.getcwd())
        self._stamps = renewal.stamps(self._path)
        self._selector = selectors.DefaultSelector()
        self._lines = channel.LineBuffer()
        self._load: Optional[Load] = None
        self._scan_cache: Dict[str, Any] = {}
        self._tried: Set[str] = set()
        self._preloaded: Set[str] = set()
        self._rehearsal: Optional[launch.Child] = None
        self._rehearsed: List[str] = []

    def serve(self) -> None:
        """Until the host goes away, whatever the reason."""
        os.set_blocking(self._requests, False)
        self._selector.register(self._requests, selectors.EVENT_READ, None)
        try:
            going = self._obey(renewal.take_pending(self._argv))
            while going:
                going = self._turn()
        except BrokenPipeError:
            return
        finally:
            self._stop()

    def _turn(self) -> bool:
        busy = self._load is not None and not self._load.done
        for key, _ in self._selector.select(TICK if busy else None):
            if key.fileobj == self._requests:
                if not self._take_requests():
                    return False
                break  # a request may have replaced what the other events are about
            if isinstance(key.data, launch.Child):
                self._after_rehearsal(key.data)
            elif isinstance(key.data[0], Attempt) and self._load is not None:
                self._load.on_ready(*key.data)
        if self._load is not None:
            self._load.advance()
            if self._load.done:
                self._finish(self._load)
        return True

    def _take_requests(self) -> bool:
        """Obey what the host asks; False when it is time to leave."""
        data = read_available(self._requests)
        return data is not None and self._obey(data)

    def _obey(self, data: bytes) -> bool:
        lines = self._lines.feed(data)
        for at, line in enumerate(lines):
            request = json.loads(line)
            if request["op"] == "quit":
                return False
            if request["op"] == "load" and renewal.stamps(self._path) != self._stamps:
                self._stop()
                pending = b"".join(lines[at:]) + self._lines.rest
                renewal.renew(self._argv, self._requests, self._messages, pending)
            if request["op"] == "load":
                self._begin(request)
            elif request["op"] == "cancel":
                self._cancel(request["generation"])
        return True

    def _begin(self, request: Dict[str, Any]) -> None:
        self._stop()
        generation = request["generation"]
        from . import scan

        found = scan.scan_project(
            request["project"],
            target=request.get("target", ""),
            extra_path=list(request.get("path", ())),
            cache=self._scan_cache,
            agents=tuple(request.get("agents", ())),
            capture=tuple(request.get("capture", ())),
        )
        scanned = {
            "type": "scanned",
            "generation": generation,
            "roots": [job["root"] for job in found.roots],
            "modules": found.modules,
            "constructions": found.constructions,
            "missing": found.missing,
            "uncaptured": found.uncaptured,
        }
        self._send(channel.encode(scanned))
        gc.freeze()
        request["preloaded"] = sorted(self._preloaded)
        self._load = Load(request, found.roots, self._selector, self._send, forking=self._forking)

    def _cancel(self, generation: int) -> None:
        if self._load is not None and self._load.request["generation"] == generation:
            self._stop()

    def _finish(self, load: Load) -> None:
        """Every root has answered: clean up after the project, then learn from it for the next load."""
        self._load = None
        processes.kill_strays(set())
        self._send(channel.encode({"type": "done", "generation": load.request["generation"]}))
        names = [
            name
            for name in dict.fromkeys(load.third_party)
            if name not in self._tried and name not in sys.modules
        ]
        if names and self._forking:
            self._rehearsed = names
            self._rehearsal = preload.rehearse(names, self._path)
            self._selector.register(self._rehearsal.answers, selectors.EVENT_READ, self._rehearsal)

    def _after_rehearsal(self, rehearsal: launch.Child) -> None:
        answer = os.read(rehearsal.answers, 1 << 20)
        self._end_rehearsal()
        if not answer:  # one of them ended the process: do without them all
            self._tried.update(self._rehearsed)
            return
        safe, tried = preload.answer_of(answer)
        self._tried.update(tried)
        before = set(sys.modules)
        preload.import_here(safe, self._path)
        self._preloaded |= set(sys.modules) - before
        self._forking = preload.thread_count() == 1

    def _end_rehearsal(self) -> None:
        if self._rehearsal is not None:
            self._selector.unregister(self._rehearsal.answers)
            self._rehearsal.kill()
            self._rehearsal.close()
            self._rehearsal = None

    def _stop(self) -> None:
        """End all processes that work for a load."""
        self._end_rehearsal()
        if self._load is not None:
            self._load.stop()
            self._load = None
        processes.kill_strays(set())

    def _send(self, line: bytes) -> None:
        channel.write_all(self._messages, line)
