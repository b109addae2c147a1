"""Holds the constructions of the source against the agents that came to be, and says why others did not."""

import os
import shlex
from bisect import bisect_left, bisect_right
from typing import Any

from .paths import relative
from .plain import is_a
from .recorder import Recorder

Construction = dict[str, Any]


class Coverage:
    """Which constructions of a root's modules have produced an agent."""

    def __init__(self, modules: "list[dict[str, Any]]") -> None:
        self._by_path: dict[str, list[Construction]] = {
            module["path"]: sorted(module["constructions"], key=_line) for module in modules
        }
        self.factories: dict[str, dict[str, Any]] = {
            f"{module['path']}::{factory['qualname']}": factory
            for module in modules
            for factory in module["factories"]
        }
        self._own = {key: self._constructions(key) for key in self.factories}
        self._produced: set[int] = set()
        self._covered: dict[str, bool] = {}
        """Answers about factories; good until the next agent comes to be."""
        self._read = 0

    def produced(self, construction: Construction, recorder: Recorder) -> bool:
        self._update(recorder)
        return id(construction) in self._produced

    def of_factory(self, key: str, recorder: Recorder) -> bool:
        """Whether every agent that a factory builds has already come from somewhere.

        One that builds none itself is answered for by the factories it calls; those that call each other in
        a circle, by nobody.
        """
        self._update(recorder)
        entered: set[str] = set()
        pending = [key]
        while pending:
            current = pending[-1]
            if current not in self._covered and current not in entered:
                entered.add(current)
                pending.extend(called for called in self._called(current) if called not in self._covered)
                continue
            pending.pop()
            if current not in self._covered:
                self._covered[current] = self._is_covered(current)
        return self._covered[key]

    def _is_covered(self, key: str) -> bool:
        own = self._own.get(key, ())
        if own:
            return all(id(construction) in self._produced for construction in own)
        called = self._called(key)
        return bool(called) and all(self._covered.get(name, False) for name in called)

    def _called(self, key: str) -> "list[str]":
        """The factories whose agents stand for those of one that constructs none."""
        if key not in self.factories or self._own[key]:
            return []
        return [called for called in self.factories[key]["calls"] if called in self.factories]

    def _constructions(self, key: str) -> "list[Construction]":
        factory = self.factories[key]
        around = self._by_path[key.partition("::")[0]]
        first = bisect_left(around, factory["line"], key=_line)
        own = around[first : bisect_right(around, factory["end_line"], key=_line)]
        if factory["kind"] == "class":
            return [c for c in own if c["within"].startswith(f"{factory['qualname']}.__")]
        return own

    def _update(self, recorder: Recorder) -> None:
        if self._read > len(recorder.agents):
            self._read, self._produced = 0, set()
        if self._read != len(recorder.agents):
            self._covered.clear()
        for recorded in recorder.agents[self._read :]:
            if recorded.path is not None and recorded.line is not None:
                name = getattr(recorded.agent, "__dict__", {}).get("name")
                self._mark(os.path.abspath(recorded.path), recorded.line, name)
        self._read = len(recorder.agents)

    def _mark(self, path: str, line: int, name: Any) -> None:
        """The innermost construction around a line; of several on it, those whose literal name fits."""
        known = self._by_path.get(path, [])
        nearest: list[Construction] = []
        for construction in reversed(known[: bisect_right(known, line, key=_line)]):
            if nearest and construction["line"] != nearest[0]["line"]:
                break
            if line <= construction["end_line"]:
                nearest.append(construction)
        named = [c for c in nearest if is_a(name, str) and c["name"] == name] if len(nearest) > 1 else []
        self._produced.update(id(construction) for construction in named or nearest)


def _line(construction: Construction) -> int:
    return int(construction["line"])


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
        for factory in _enclosing(within):
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


def _enclosing(within: str) -> "list[str]":
    """Qualified names of the functions and classes around a construction, the innermost first."""
    parts = within.split(".")
    return [".".join(parts[:count]) for count in range(len(parts), 0, -1)]


def _first_line(text: str) -> str:
    return text.splitlines()[0] if text else "unknown error"
