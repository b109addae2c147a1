"""Functions of the project that keep an answer, as `functools.cache` does it, for which a flag was read."""

import functools
import sys
from collections.abc import Callable, Iterable, Iterator
from types import CodeType, FrameType, ModuleType
from typing import Any

from ..importing import display_name, namespace
from ..paths import relative
from ..source import describe
from ..space import Scenario
from .log import Log

_WRAPPER: Any = type(functools.lru_cache(lambda: None))
_RESCAN = 256
"""Calls after which new cached functions are looked for again."""
_MOST_KEYS = 64
_MOST_SCENARIOS = 16


class Caches:
    """Watches cached functions of the project's modules and of their classes."""

    def __init__(self, log: Log, modules: "Callable[[], Iterable[ModuleType]]") -> None:
        self._modules = modules
        self._log = log
        self._wrappers: dict[CodeType, Any] = {}
        self._tainted: dict[CodeType, Any] = {}
        """Those that flags were read for."""
        self._seen: dict[tuple[CodeType, Any], list[tuple[Any, Scenario]]] = {}
        """Function and arguments to what was read for the answer, and in which scenario."""
        self._calls = 0

    def clear(self) -> None:
        """Forget the answers that flags were read for; those of other functions no flag can change."""
        if self._calls % _RESCAN == 0:
            self._look()
        self._calls += 1
        for wrapper in self._tainted.values():
            wrapper.cache_clear()

    def frozen(self, variables: "Callable[[Any], tuple[int, ...]]") -> "list[tuple[Any, list[int]]]":
        """(cached function, variables) where an answer that is kept would be another in another scenario.

        `variables` gives those that stand behind something that was read.
        """
        found: dict[CodeType, set[int]] = {}
        for (code, _), seen in self._seen.items():
            scenarios = {scenario for _, scenario in seen}
            for entry, scenario in seen:
                for variable in variables(entry):
                    if any(other[variable] != scenario[variable] for other in scenarios):
                        found.setdefault(code, set()).add(variable)
        return [(self._tainted[code], sorted(decides)) for code, decides in found.items()]

    def _look(self) -> None:
        for wrapper in _wrappers(self._modules()):
            code = getattr(wrapper.__wrapped__, "__code__", None)
            if isinstance(code, CodeType) and code not in self._wrappers:
                self._wrappers[code] = wrapper
                wrapper.cache_clear()
        self._log.witness = self._witness if self._wrappers else None

    def _witness(self, entry: Any, scenario: Scenario) -> None:
        frame: FrameType | None = sys._getframe(2)
        while frame is not None:
            code = frame.f_code
            if code in self._wrappers:
                self._tainted[code] = self._wrappers[code]
                self._remember(code, frame, entry, scenario)
            frame = frame.f_back

    def _remember(self, code: CodeType, frame: FrameType, entry: Any, scenario: Scenario) -> None:
        count = code.co_argcount + code.co_kwonlyargcount
        count += bool(code.co_flags & 0x04) + bool(code.co_flags & 0x08)
        names, values = code.co_varnames[:count], frame.f_locals
        with self._log.aside():
            try:
                key = (code, tuple(values.get(name) for name in names))
                seen = self._seen.setdefault(key, [])
            except Exception:  # arguments that were changed, or whose hash or `==` raises
                return
        if len(self._seen) > _MOST_KEYS:
            self._seen.pop(key)
        elif len(seen) < _MOST_SCENARIOS and (entry, scenario) not in seen:
            seen.append((entry, scenario))


def unstable(wrapper: Any, flags: "list[str]", project: str) -> "dict[str, Any]":
    """An `Unstable` dict of a cached function that reads these flags; its path is relative to `project`."""
    source = describe(wrapper)
    read = " and ".join(f"`{each}`" for each in flags)
    difference = (
        f"it is cached, and reads {read}: whoever calls it first decides what it answers to all tenants"
    )
    path = relative(project, source.path) if source.path and project else source.path
    return {"ref": display_name(source), "difference": difference, "path": path, "line": source.line}


def _wrappers(modules: "Iterable[ModuleType]") -> "Iterator[Any]":
    for module in modules:
        held = list(namespace(module).values())
        for value in held:
            if type(value) is _WRAPPER:
                yield value
            elif isinstance(value, type) and value.__module__ == module.__name__:
                for member in list(vars(value).values()):
                    inner = member.__func__ if isinstance(member, (staticmethod, classmethod)) else member
                    if type(inner) is _WRAPPER:
                        yield inner
