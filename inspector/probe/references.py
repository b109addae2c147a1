"""What the `pkg.mod:attr` references of the config hold, read once all of an import root is loaded."""

import asyncio
import inspect
import sys
import time
from collections.abc import Callable
from typing import Any

from . import deadline
from .attempt import READING_REFERENCE
from .configured import SHARE
from .importing import file_of
from .paths import relative
from .plain import error_text, text
from .predicates import SHORTEST
from .reference_shapes import Stubbed, Unusable, is_called_for, needed_arguments, read_shape
from .referred import WrongKey, WrongReference, find


class References:
    """Reads the references of a request, each on its own, within a share of the time limit."""

    def __init__(self, request: "dict[str, Any]", project: str, progress: "Callable[[str], None]") -> None:
        self._wanted = list(dict.fromkeys(request.get("references") or ()))
        self._unread: dict[str, str] = request.get("unread") or {}
        """References that ended a process, with how; after a second one none is read."""
        self._project = project
        self._progress = progress
        self._left = float(request.get("timeout") or 20.0) / SHARE

    def read(self) -> "list[dict[str, Any]]":
        """`ReadReference` dicts in the order of the request; raises nothing."""
        return [self._one(reference) for reference in self._wanted]

    def _one(self, reference: str) -> "dict[str, Any]":
        ending = self._unread.get(reference)
        if ending is None and len(self._unread) > 1:
            ending = next(iter(self._unread.values()))
        if ending is not None:
            return _failed(reference, f"not read again after: {ending.rstrip('.')}")
        self._progress(f"{READING_REFERENCE} {reference}")
        began = time.monotonic()
        try:
            found = {"reference": reference, **self._held(reference)}
        except (WrongReference, Unusable) as error:
            found = {**_failed(reference, text(error)), "wrong": True, "fault": _fault(error)}
        except Stubbed as error:
            found = _failed(reference, f"the stubbed package `{text(error)}` decides")
        except BaseException as error:
            found = _failed(reference, error_text(error))
        self._left -= time.monotonic() - began
        return {**found, "path": self._path(reference)}

    def _held(self, reference: str) -> "dict[str, Any]":
        seconds = max(SHORTEST, self._left)
        with deadline.limited(seconds):
            value = find(reference)
            called = is_called_for(value)
            if called:
                value = _call(value)
        if called and inspect.isawaitable(value):
            value = _awaited(value, seconds)
        with deadline.limited(seconds):
            return read_shape(value, from_call=called)

    def _path(self, reference: str) -> "str | None":
        file = file_of(sys.modules.get(reference.partition(":")[0]))
        return None if file is None else text(relative(self._project, file))


def _call(value: Any) -> Any:
    needed = needed_arguments(value)
    if needed:
        listed = ", ".join(f"`{text(name)}`" for name in needed)
        raise Unusable(f"is a function that needs {listed}; one without required parameters can be called")
    return value()


def _awaited(value: Any, seconds: float) -> Any:
    loop = asyncio.SelectorEventLoop()
    try:
        return loop.run_until_complete(deadline.awaited(value, seconds))
    finally:
        loop.close()


def _fault(error: BaseException) -> str:
    if isinstance(error, Unusable):
        return "value"
    return "key" if isinstance(error, WrongKey) else "name"


def _failed(reference: str, error: str) -> "dict[str, Any]":
    return {"reference": reference, "form": "unusable", "error": error}
