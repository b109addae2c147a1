"""Holds the constructions of the source against the agents that came to be, and says why others did not."""

import os
import shlex
from typing import Any, Iterable

from .paths import relative
from .recorder import Recorder

Construction = dict[str, Any]


class Coverage:
    """Which constructions of a root's modules have produced an agent."""

    def __init__(self, modules: "list[dict[str, Any]]") -> None:
        self.by_path: dict[str, list[Construction]] = {m["path"]: m["constructions"] for m in modules}
        self.factories: dict[str, dict[str, Any]] = {
            f"{module['path']}::{factory['qualname']}": factory
            for module in modules
            for factory in module["factories"]
        }
        self._produced: set[int] = set()
        self._read = 0

    def produced(self, construction: Construction, recorder: Recorder) -> bool:
        self._update(recorder)
        return id(construction) in self._produced

    def of_factory(self, key: str, recorder: Recorder, seen: "frozenset[str]" = frozenset()) -> bool:
        """Whether every agent that a factory builds has already come from somewhere."""
        factory = self.factories.get(key)
        if factory is None or key in seen:
            return False
        self._update(recorder)
        path = key.partition("::")[0]
        own = [c for c in self.by_path[path] if factory["line"] <= c["line"] <= factory["end_line"]]
        if factory["kind"] == "class":
            own = [c for c in own if c["within"].startswith(f"{factory['qualname']}.__")]
        if own:
            return all(id(construction) in self._produced for construction in own)
        called = [called for called in factory["calls"] if called in self.factories]
        return bool(called) and all(self.of_factory(name, recorder, seen | {key}) for name in called)

    def _update(self, recorder: Recorder) -> None:
        if self._read > len(recorder.agents):
            self._read, self._produced = 0, set()
        for recorded in recorder.agents[self._read :]:
            if recorded.path is not None and recorded.line is not None:
                name = getattr(recorded.agent, "__dict__", {}).get("name")
                self._mark(os.path.abspath(recorded.path), recorded.line, name)
        self._read = len(recorder.agents)

    def _mark(self, path: str, line: int, name: Any) -> None:
        """The innermost construction around a line; of several on it, those whose literal name fits."""
        around = [c for c in self.by_path.get(path, ()) if c["line"] <= line <= c["end_line"]]
        start = max((c["line"] for c in around), default=0)
        nearest = [c for c in around if c["line"] == start]
        named = [c for c in nearest if c["name"] == name] if len(nearest) > 1 else []
        self._produced.update(id(construction) for construction in named or nearest)


def unseen(
    modules: "list[dict[str, Any]]",
    coverage: Coverage,
    recorder: Recorder,
    *,
    project: str,
    failed: "dict[str, dict[str, Any]]",
    stopped: "dict[str, str]",
    outcomes: "dict[str, str]",
    captured: "dict[str, str]",
    capturable: "dict[str, str]",
) -> "list[dict[str, Any]]":
    """SeenInSource dicts for every construction that produced nothing.

    `failed` and `stopped` say what ended a file's import; by `path::qualname`, `outcomes` how each factory
    did, `captured` how the call of an entry point ended, and `capturable` by which reference one could
    be called.
    """
    reasons = _Reasons(failed, stopped, outcomes, captured, capturable)
    return [
        {
            "name": construction["name"],
            "within": construction["within"] or module["ref"],
            "path": relative(project, module["path"]),
            "line": construction["line"],
            "reason": reasons.of(module, construction),
        }
        for module in modules
        for construction in module["constructions"]
        if not coverage.produced(construction, recorder)
    ]


class _Reasons:
    def __init__(
        self,
        failed: "dict[str, dict[str, Any]]",
        stopped: "dict[str, str]",
        outcomes: "dict[str, str]",
        captured: "dict[str, str]",
        capturable: "dict[str, str]",
    ) -> None:
        self.failed = failed
        self.stopped = stopped
        self.outcomes = outcomes
        self.captured = captured
        self.capturable = capturable

    def of(self, module: "dict[str, Any]", construction: Construction) -> str:
        path, within = module["path"], construction["within"]
        if module["test"]:
            return "in a test file"
        if construction["guarded"] and not within:
            return 'under `if __name__ == "__main__"`'
        if path in self.failed:
            return "module failed to load: " + _first_line(self.failed[path]["error"])
        if path in self.stopped and not within:
            return self.stopped[path]
        return self._inside(module, within) if within else "branch not taken"

    def _inside(self, module: "dict[str, Any]", within: str) -> str:
        for factory in self._enclosing(module, within):
            outcome = self.outcomes.get(f"{module['path']}::{factory}")
            if outcome is not None:
                return f"in factory `{factory}`, {outcome}" if outcome else "branch not taken"
        return self._not_called(f"{module['path']}::{within.partition('.')[0]}", within)

    def _not_called(self, entry: str, within: str) -> str:
        if entry in self.captured:
            return f"inside {within}(), and the capture {self.captured[entry]} without it"
        how = self.capturable.get(entry)
        hint = f" (show it with --capture {shlex.quote(how)})" if how is not None else ""
        return f"inside {within}(), which is not called{hint}"

    def _enclosing(self, module: "dict[str, Any]", within: str) -> "Iterable[str]":
        parts = within.split(".")
        names = [".".join(parts[:count]) for count in range(len(parts), 0, -1)]
        known = {factory["qualname"] for factory in module["factories"]}
        return [name for name in names if name in known]


def _first_line(text: str) -> str:
    return text.splitlines()[0] if text else "unknown error"
