"""Carries out one load request: a generation for each root, tried again without what ended it."""

import dataclasses
import os
import selectors
import time
from collections import deque
from typing import Any, Callable, Deque, Dict, List, NoReturn

from . import channel, launch, paths
from .attempt import READING_REFERENCE, Attempt, Root, read_available, unwatch, watch
from .diagnosis import diagnose
from .generation import Generation
from .output import BoundedOutput
from .seeds import comparison

HUNG_RETRIES = 2
"""Attempts that may follow ones that hung."""
CRASHED_SHARE = 2.0
"""Time limits that all crashed attempts at a root may take together."""
DRAINED_CHUNKS = 256
"""Reads of what is left of the output; a process that escaped may still be writing."""

Send = Callable[[bytes], None]


class Load:
    """One load request on its way."""

    def __init__(
        self,
        request: Dict[str, Any],
        jobs: List[Dict[str, Any]],
        selector: selectors.BaseSelector,
        send: Send,
        *,
        forking: bool,
    ) -> None:
        self.request = request
        self.third_party: List[str] = []
        self._selector = selector
        self._send = send
        self._forking = forking
        self._waiting: Deque[Root] = deque(Root(job) for job in jobs)
        self._running: List[Attempt] = []
        self._at_once = os.cpu_count() or 1

    @property
    def done(self) -> bool:
        return not self._waiting and not self._running

    def advance(self) -> None:
        """Settle what is over and start what there is room for."""
        now = time.monotonic()
        for attempt in [each for each in self._running if each.is_over(now)]:
            self._settle(attempt)
        while self._waiting and self._has_room():
            self._start(self._waiting.popleft())

    def on_ready(self, attempt: Attempt, kind: str) -> None:
        """Take what a descriptor of an attempt has to offer."""
        if kind == "answers":
            lines = attempt.read_answers()
            if lines is None:
                self._selector.unregister(attempt.child.answers)
            for line in lines or ():
                self._send(line)
            self._compare_seeds(attempt)
            return
        text = attempt.read_output()
        if text is None:
            self._selector.unregister(attempt.child.output)
        elif text:
            self._log(attempt.root, text, 0)

    def stop(self) -> None:
        """End every attempt without an answer."""
        self._waiting.clear()
        for attempt in self._running:
            unwatch(self._selector, attempt)
            attempt.child.kill()
            attempt.child.close()
        self._running.clear()

    def _has_room(self) -> bool:
        """Roots that have answered and explore leave room for those that haven't, up to a point."""
        exploring = sum(attempt.exploring for attempt in self._running)
        return len(self._running) - min(exploring, self._at_once) < self._at_once

    def _start(self, root: Root) -> None:
        seconds = float(self.request["timeout"])
        request = {**self.request, "skip": root.skip, "unasked": root.unasked, "unread": root.unread}
        if root.seed is not None:
            request.update(comparison(root.seed))
        try:
            fork = self._forking and root.seed is None
            child = (self._fork if fork else self._spawn)(root, request, seconds)
        except OSError as error:
            if root.seed is not None:
                return
            failure = {"ref": root.name, "kind": "crashed", "error": f"no process could be started: {error}"}
            root.skip[root.name] = failure
            self._finish(root, channel.encode(self._unread(root, failure)))
            return
        attempt = Attempt(root, child, seconds, started=fork)
        self._running.append(attempt)
        watch(self._selector, attempt)

    def _fork(self, root: Root, request: Dict[str, Any], seconds: float) -> launch.Child:
        def run(answers: int, stack: int) -> NoReturn:
            Generation(root.job, request, answers=answers, stack=stack).run(seconds)

        return launch.fork(run)

    def _spawn(self, root: Root, request: Dict[str, Any], seconds: float) -> launch.Child:
        job = {"job": root.job, "request": request, "seconds": seconds, "parent": os.getpid()}
        return launch.spawn({**job, "sources": root.sources}, seed=root.seed)

    def _settle(self, attempt: Attempt) -> None:
        """The attempt is over: collect what it left, then answer for its root or try again."""
        self._running.remove(attempt)
        unwatch(self._selector, attempt)
        attempt.end()
        root = attempt.root
        self._drain(attempt)
        self.third_party.extend(attempt.third_party)
        if root.seed is not None:
            if attempt.result is not None:
                self._send(attempt.result)
        elif attempt.result is not None:
            self._answered(attempt, attempt.result)
            self._compare_seeds(attempt)
        else:
            self._after_failure(attempt)
        attempt.child.close()

    def _drain(self, attempt: Attempt) -> None:
        """What stands in the pipes of an ended process: progress, perhaps the result, and output."""
        for line in attempt.read_remaining():
            self._send(line)
        for _ in range(DRAINED_CHUNKS):
            data = read_available(attempt.child.output)
            if not data:
                return
            text = attempt.root.output.feed(data)
            if text:
                self._log(attempt.root, text, 0)

    def _answered(self, attempt: Attempt, result: bytes) -> None:
        """The end of an attempt that read its root, whatever became of what followed."""
        root = attempt.root
        if not attempt.exploring:
            self._finish(root, result)
        else:
            self._end_log(root)
        if attempt.left:
            _, failure = diagnose(attempt, self.request["project"])
            part = {"root": root.name, "unfinished": attempt.unfinished(_ending(failure))}
            generation = self.request["generation"]
            self._send(channel.encode({"type": "explored", "generation": generation, "part": part}))

    def _compare_seeds(self, attempt: Attempt) -> None:
        """Once a root has answered: load it with other hash seeds too, where they could matter."""
        root = attempt.root
        if attempt.result is None or root.seed is not None:
            return
        sources, attempt.sources = attempt.sources, []
        for seed in (self.request.get("seeds") or ()) if sources else ():
            again = dataclasses.replace(root, output=BoundedOutput(), seed=seed, sources=sources)
            self._waiting.append(again)

    def _after_failure(self, attempt: Attempt) -> None:
        root = attempt.root
        part, failure = diagnose(attempt, self.request["project"])
        root.hung += attempt.timed_out
        if not attempt.timed_out:
            root.spent += time.monotonic() - attempt.began
        if attempt.step == "reading agents" and not root.unasked:
            root.unasked = _ending(failure)
            self._waiting.appendleft(root)
            return
        step, _, reference = attempt.step.rpartition(" ")
        if step == READING_REFERENCE and reference not in root.unread:
            root.unread[reference] = _ending(failure)
            self._waiting.appendleft(root)
            return
        known = part is None or part in root.skip
        root.skip[failure["ref"]] = failure
        if root.last or known:
            self._finish(root, channel.encode(self._unread(root, failure)))
            return
        budget = CRASHED_SHARE * float(self.request["timeout"])
        if root.hung > HUNG_RETRIES or root.spent > budget:
            _keep_loaded_only(root, attempt.step)
        self._waiting.appendleft(root)

    def _unread(self, root: Root, failure: Dict[str, Any]) -> Dict[str, Any]:
        """The answer for a root that no attempt could read: its agents as the scan saw them."""
        seen = [
            {
                "name": construction.get("name"),
                "within": construction.get("within", ""),
                "path": paths.relative(self.request["project"], module["path"]),
                "line": construction["line"],
                "reason": f"its import root could not be loaded: {failure['error']}",
            }
            for module in root.job["modules"]
            for construction in module.get("constructions", ())
        ]
        result = {"root": root.name, "failures": list(root.skip.values()), "seen": seen}
        return {"type": "root", "generation": self.request["generation"], "result": result}

    def _finish(self, root: Root, line: bytes) -> None:
        self._end_log(root)
        self._send(line)

    def _end_log(self, root: Root) -> None:
        text, dropped = root.output.finish()
        if text or dropped:
            self._log(root, text, dropped)

    def _log(self, root: Root, text: str, dropped: int) -> None:
        if root.seed is not None:
            return
        message = {
            "generation": self.request["generation"],
            "root": root.name,
            "text": text,
            "dropped": dropped,
        }
        self._send(channel.encode({"type": "log", **message}))


def _ending(failure: Dict[str, Any]) -> str:
    """What a failure says, with its place."""
    if failure.get("path") is None:
        return str(failure["error"])
    return f"{failure['error']} at {failure['path']}:{failure.get('line')}"


def _keep_loaded_only(root: Root, step: str) -> None:
    """Prepare the last attempt: leave out all modules that no attempt has reached yet."""
    refs = [module["ref"] for module in root.job["modules"]]
    reached = step.partition(" ")[2].partition(":")[0]
    unreached = refs[refs.index(reached) :] if reached in refs else []
    error = "not loaded: modules before it in this import root used up the time limit"
    for ref in unreached:
        root.skip.setdefault(ref, {"ref": ref, "kind": "not_reached", "error": error})
    root.last = True
