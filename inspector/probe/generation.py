"""One load of one import root, in a process of its own that ends with it."""

import gc
import importlib.abc
import os
import sys
import traceback
from typing import Any, Dict, Iterable, List, NoReturn, Optional

from . import channel, deadline, guards

FLUSH_LIMIT = 1.0
"""Seconds that writing out what is still buffered may take."""


class Generation:
    """What the process that loads a root needs: where it answers, and how long it has.

    Lines it writes start with a letter: `I` for the supervisor itself, `P` to pass on, `R` for the result.
    """

    def __init__(self, job: Dict[str, Any], request: Dict[str, Any], *, answers: int, stack: int) -> None:
        self._job = job
        self._request = request
        self._answers = answers
        self._stack = stack
        self._surroundings: Optional[guards.Surroundings] = None

    def run(self, seconds: float) -> NoReturn:
        """Load, answer, and leave without any clean-up of the project's."""
        leave = os._exit
        status = deadline.UNANSWERED
        try:
            self._prepare(seconds)
            result = self._load()
            _flush()  # whoever gets the result ends this process
            third_party = result.pop("third_party", [])
            self._send(b"I", {"third_party": list(third_party)})
            self._send(b"R", {"type": "root", "generation": self._request["generation"], "result": result})
            status = 0
        except BaseException:
            os.write(2, traceback.format_exc().encode("utf-8", "replace"))
        finally:
            leave(status)

    def progress(self, step: str) -> None:
        """Tell what happens next, and undo what the step before did to the process."""
        if not guards.is_owner():
            os._exit(0)
        if self._surroundings is not None:
            self._surroundings.restore()
            deadline.catch_crashes(self._stack)
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
        from . import loading

        try:
            result = dict(loading.load_root(self._job, self._request, self.progress))
        except BaseException as error:
            result = {"root": self._job["root"], "failures": [_own_failure(self._job, error)]}
        if not guards.is_owner():
            os._exit(0)
        known = {failure["ref"] for failure in result.get("failures", ())}
        skipped = self._request.get("skip", {})
        missing = [failure for ref, failure in skipped.items() if ref not in known]
        result["failures"] = [*result.get("failures", ()), *missing]
        return result

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
