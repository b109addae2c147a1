"""Environment variables that decide what a flag is meant to decide, once for all tenants."""

import os
import re
import sys
from collections.abc import Callable, Iterable
from types import FrameType
from typing import Any

from ..paths import relative

_STANDARD = (
    os.path.dirname(os.path.abspath(os.__file__)),
    "<frozen ",
    os.path.dirname(os.path.abspath(__file__)),
)
_PREFIX = re.compile(r"^((app|features?|flags?|ff|enabled?|disable|use|is|has)_)+")
_SUFFIX = re.compile(r"(_(enabled|disabled|flag|feature|on|active))+$")


class Environment:
    """Watches which variables that name a flag the project reads from `os.environ`; a context manager."""

    def __init__(self, flags: "Iterable[str]", owns: "Callable[[str], bool]", project: str) -> None:
        self._flags = {_plain(name): name for name in flags}
        self._owns = owns
        self._project = project
        self._named: dict[Any, str] = {}
        """Names of variables that were asked for, with the flag that each names, or nothing."""
        self._found: dict[tuple[str, str, str, int], None] = {}
        self._before: Any = None
        self._entered = 0

    @property
    def notes(self) -> "list[dict[str, Any]]":
        """`NotInspected` dicts, one for each place that reads a variable."""
        return [self._note(*found) for found in self._found]

    def __enter__(self) -> "Environment":
        self._entered += 1
        if self._entered == 1 and self._flags:
            environ: Any = os.environ
            self._before = type(environ)
            environ.__class__ = _watching(self._before, self._asked)
        return self

    def __exit__(self, *error: object) -> None:
        self._entered -= 1
        environ: Any = os.environ
        if not self._entered and self._before is not None:
            if getattr(type(environ), "asked", None) is not None:
                environ.__class__ = self._before
            self._before = None

    def _asked(self, name: Any) -> None:
        flag = self._named.get(name)
        if flag is None:
            flag = self._named[name] = self._flag(name)
        if flag:
            frame = _asking()
            if frame is not None and self._owns(os.path.abspath(frame.f_code.co_filename)):
                path = os.path.abspath(frame.f_code.co_filename)
                self._found[(name, flag, path, frame.f_lineno)] = None

    def _flag(self, name: Any) -> str:
        if not isinstance(name, str):
            return ""
        plain = _plain(name)
        for each in (
            plain,
            _SUFFIX.sub("", plain),
            _PREFIX.sub("", plain),
            _SUFFIX.sub("", _PREFIX.sub("", plain)),
        ):
            if each in self._flags:
                return self._flags[each]
        return ""

    def _note(self, name: str, flag: str, path: str, line: int) -> "dict[str, Any]":
        shown = relative(self._project, path) if self._project else path
        reason = (
            f"the environment variable `{name}` is read there, which names the flag `{flag}`: it decides "
            "once for all tenants, so the flag doesn't reach this code"
        )
        advice = f"Read `{flag}` from the run context, or the flags that it is given, not from `os.environ`."
        note = {"ref": f"{shown}:{line}", "reason": reason, "severity": "warning", "advice": advice}
        return {**note, "path": shown, "line": line}


def _watching(kind: Any, ask: "Callable[[Any], None]") -> Any:
    class Watched(kind):  # type: ignore[misc]
        asked = staticmethod(ask)

        def __getitem__(self, key: Any) -> Any:
            ask(key)
            return super().__getitem__(key)

        def __contains__(self, key: Any) -> bool:
            ask(key)
            return bool(super().__contains__(key))

        def get(self, key: Any, default: Any = None) -> Any:
            ask(key)
            return super().get(key, default)

    return Watched


def _asking() -> "FrameType | None":
    """Who asks, past the standard library."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and frame.f_code.co_filename.startswith(_STANDARD):
        frame = frame.f_back
    return frame


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower())
