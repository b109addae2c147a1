"""Says of an attempt that gave no result what became of it, and which module was to blame."""

import signal
from typing import Any, Dict, List, Optional, Tuple

from . import paths, stacks
from .attempt import Attempt
from .deadline import UNANSWERED, read_stack


def diagnose(attempt: Attempt, project: str) -> Tuple[Optional[str], Dict[str, Any]]:
    """(part to leave out of another attempt, failure): the part is a ref of the job, None if unknown."""
    dump = read_stack(attempt.child.stack)
    frames = stacks.from_project(stacks.parse(dump), project)
    modules: List[Dict[str, Any]] = attempt.root.job["modules"]
    part = _part_at(attempt.step, modules)
    inner = _innermost(frames, modules, importing=part is not None)
    blamed = inner if inner is not None and inner not in attempt.root.skip else part
    path, line = stacks.deepest_within(frames, project)
    if path is None:
        path = next((module["path"] for module in modules if module["ref"] == blamed), None)
    kind, error = _end_of(attempt)
    if attempt.step and not attempt.exploring and blamed != attempt.step.partition(" ")[2]:
        error += f" while {attempt.step}"
    failure: Dict[str, Any] = {
        "ref": blamed or attempt.root.name,
        "kind": kind,
        "error": error,
        "traceback": stacks.render(frames) if frames else "",
        "path": None if path is None else paths.relative(project, path),
        "line": line,
    }
    return blamed, failure


def _end_of(attempt: Attempt) -> Tuple[str, str]:
    if attempt.timed_out:
        return "hung", f"no end after {attempt.seconds:g} s"
    status = attempt.ended_with
    if status in (None, UNANSWERED):
        return "crashed", "the process closed its connection to toolinspect"
    if status < 0:
        return "crashed", f"killed by {_signal_name(-status)}{_hint(-status)}"
    return "exited", f"the process ended with exit code {status}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _hint(number: int) -> str:
    return " (possibly out of memory)" if number == signal.SIGKILL else ""


def _part_at(step: str, modules: List[Dict[str, Any]]) -> Optional[str]:
    """The module or factory that a step as `importing support.agents` names."""
    named = step.partition(" ")[2]
    refs = [str(module["ref"]) for module in modules]
    return named if named in refs or named.rpartition(":")[0] in refs else None


def _innermost(
    frames: List[stacks.Frame], modules: List[Dict[str, Any]], *, importing: bool
) -> Optional[str]:
    """The job's module whose code was running last; while importing, only its top level counts."""
    refs = {module["path"]: str(module["ref"]) for module in modules}
    for frame in reversed(frames):
        if frame.path in refs and (frame.function == "<module>" or not importing):
            return refs[frame.path]
    return None
