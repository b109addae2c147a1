"""One load of one import root, in a process of its own that ends with it."""

import gc
import importlib.abc
import os
import sys
import traceback
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, NoReturn, Optional

from . import channel, deadline, guards

if TYPE_CHECKING:
    from .exploration import Exploration

FLUSH_LIMIT = 1.0
"""Seconds that writing out what is still buffered may take."""


class Generation:
    """What the process that loads a root needs: where it answers, and how long it has.

    Lines it writes start with a letter: `I` for the supervisor itself, `P` for progress, `R` for the result,
    `E` for a part of what is explored after it.
    """

    def __init__(self, job: Dict[str, Any], request: Dict[str, Any], *, answers: int, stack: int) -> None:
        self._job = job
        self._request = request
        self._answers = answers
        self._stack = stack
        self._surroundings: Optional[guards.Surroundings] = None
        self._exploration: "Optional[Exploration]" = None

    def run(self, seconds: float) -> NoReturn:
        """Load, answer, and leave without any clean-up of the project's."""
        leave = os._exit
        status = deadline.UNANSWERED
        try:
            self._prepare(seconds)
            result = self._load()
            work = [] if self._exploration is None else self._exploration.work
            _flush()  # whoever gets the result, with no work to follow, ends this process
            self._send(b"I", {"third_party": result.pop("third_party", []), **self._after(result, work)})
            self._send(b"R", self._answer(result))
            if self._exploration is not None and work:
                deadline.arm(self._stack, seconds)
                self._exploration.run(self._explored)
                _flush()
                self._finished(len(work))
            status = 0
        except BaseException:
            os.write(2, traceback.format_exc().encode("utf-8", "replace"))
        finally:
            leave(status)

    def progress(self, step: str) -> None:
        """Tell what happens next, and undo what the step before did to the process."""
        self._leave_unless_owner()
        if self._surroundings is not None:
            self._surroundings.restore()
            deadline.catch_crashes(self._stack)
        seed = self._request.get("seed")
        if seed is not None:
            step = f"loading once more with hash seed {seed}"
        message = {
            "type": "progress",
            "generation": self._request["generation"],
            "root": self._job["root"],
            "step": step,
        }
        self._send(b"P", message)

    def _prepare(self, seconds: float) -> None:
        gc.disable()
        sys.dont_write_bytecode = True
        sys.argv[:] = [""]
        sys.stdin, sys.stdout, sys.stderr = guards.open_streams()
        deadline.arm(self._stack, seconds)
        os.chdir(self._request["project"])
        _forget_hidden(self._request.get("preloaded", ()), self._job)
        sys.meta_path.insert(0, LeftOut(self._request.get("skip", {})))
        os.register_at_fork(after_in_child=self._leave_to_parent)
        self._surroundings = guards.Surroundings()
        shield = self._surroundings.descriptors | {self._answers, self._stack}
        guards.apply(network=bool(self._request.get("network")), shield=frozenset(shield))

    def _load(self) -> Dict[str, Any]:
        from .exploration import Exploration
        from .loading import Loading

        try:
            load = Loading(self._job, self._request, self.progress)
            result = dict(load.run())
            varying = self._request.get("flags") or self._request.get("tenants")
            if self._request.get("explore") and varying:
                self._exploration = Exploration(load, self.progress)
        except BaseException as error:
            result = {"root": self._job["root"], "failures": [_own_failure(self._job, error)]}
        self._leave_unless_owner()
        known = {failure["ref"] for failure in result.get("failures", ())}
        skipped = self._request.get("skip", {})
        missing = [failure for ref, failure in skipped.items() if ref not in known]
        result["failures"] = [*result.get("failures", ()), *missing]
        return result

    def _after(self, result: Dict[str, Any], work: List[str]) -> Dict[str, Any]:
        """What the supervisor needs to know for what follows the result."""
        if not self._request.get("seeds"):
            return {"work": work}
        project = self._request["project"]
        return {"work": work, "sources": [os.path.join(project, path) for path in result.get("sources", ())]}

    def _answer(self, result: Dict[str, Any]) -> Dict[str, Any]:
        answer = {"type": "root", "generation": self._request["generation"], "result": result}
        seed = self._request.get("seed")
        return answer if seed is None else {**answer, "seed": seed}

    def _explored(self, part: Dict[str, Any], finished: int) -> None:
        """Send a part of what was explored; `finished` of the work is done with it."""
        self._leave_unless_owner()
        explored = {"root": self._job["root"], **part}
        self._send(b"E", {"type": "explored", "generation": self._request["generation"], "part": explored})
        self._finished(finished)

    def _finished(self, count: int) -> None:
        self._send(b"I", {"finished": count})

    def _leave_unless_owner(self) -> None:
        if not guards.is_owner():
            os._exit(0)

    def _send(self, kind: bytes, message: Dict[str, Any]) -> None:
        channel.write_all(self._answers, kind + channel.encode(message))

    def _leave_to_parent(self) -> None:
        """In a fork that the project made: never answer in the generation's place."""
        deadline.disarm_in_fork()
        os.close(self._answers)


class LeftOut(importlib.abc.MetaPathFinder):
    """Refuses the import of modules that ended or blocked an earlier attempt."""

    def __init__(self, skipped: Dict[str, Dict[str, Any]]) -> None:
        self._skipped = skipped

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> None:
        from . import importing

        failure = self._skipped.get(importing.display_module(fullname))
        if failure is not None:
            raise ImportError(
                f"{fullname} is left out: {failure['kind']} ({failure['error']})", name=fullname
            )


def _forget_hidden(preloaded: Iterable[str], job: Dict[str, Any]) -> None:
    """Drop preloaded modules whose name the root has a module of its own for."""
    directories = job.get("sys_path") or [job["root"]]
    own = {name.partition(".")[0] for directory in directories for name in _listing(directory)}
    for name in preloaded:
        if name.partition(".")[0] in own:
            sys.modules.pop(name, None)


def _listing(directory: str) -> List[str]:
    try:
        return os.listdir(directory)
    except OSError:
        return []


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            with deadline.limited(FLUSH_LIMIT):
                stream.flush()
        except BaseException:  # the project's own stream object, or a descriptor that it closed
            continue


def _own_failure(job: Dict[str, Any], error: BaseException) -> Dict[str, Any]:
    text = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    return {
        "ref": job["root"],
        "kind": "raised",
        "error": f"toolinspect could not read this root: {type(error).__name__}: {error}",
        "traceback": text,
    }
