"""What the `pkg.mod:attr` references of the config hold, read once all of an import root is loaded."""

import asyncio
import inspect
import sys
import time
from collections.abc import Callable
from typing import Any

from . import configured, deadline
from .attempt import READING_REFERENCE
from .importing import file_of
from .offers import NotOffered, Offers
from .paths import relative
from .plain import error_text, text
from .predicates import SHORTEST
from .reference_shapes import Stubbed, Unusable, is_called_for, needed_parameters, read_shape
from .referred import WrongKey, WrongReference, find
from .space import Scenario
from .staging import Staging


class References:
    """Reads the references of a request, each on its own, within a share of the time limit."""

    def __init__(
        self,
        request: "dict[str, Any]",
        project: str,
        progress: "Callable[[str], None]",
        staging: "Staging | None" = None,
    ) -> None:
        """`staging` is what callables are given flags, tenant and context of."""
        self._staging = staging or Staging(configured.of(request))
        self._offers = Offers(request, self._staging)
        self.deciding: list[str] = []
        """References to what read flags, or was given them."""
        self.reads: dict[str, tuple[int, ...]] = {}
        """Variables that each of them read, in the scenario that was requested."""
        self._wanted = list(dict.fromkeys(request.get("references") or ()))
        self._unread: dict[str, str] = request.get("unread") or {}
        """References that ended a process, with how; after a second one none is read."""
        self._project = project
        self._progress = progress
        self._seconds = self._left = float(request.get("timeout") or 20.0) / configured.SHARE

    def read(self) -> "list[dict[str, Any]]":
        """`ReadReference` dicts in the order of the request; raises nothing."""
        return [self._first(reference) for reference in self._wanted]

    def read_again(self, reference: str, scenario: Scenario) -> "tuple[dict[str, Any], tuple[int, ...]]":
        """(`ReadReference` dict, variables read for it) of one, in a scenario; raises nothing.

        What there is to doubt about it, the `staging` has.
        """
        self._staging.enter(scenario)
        self._left = self._seconds
        return self._read(reference), self._staging.take_reads()

    def _first(self, reference: str) -> "dict[str, Any]":
        ending = self._unread.get(reference)
        if ending is None and len(self._unread) > 1:
            ending = next(iter(self._unread.values()))
        if ending is not None:
            return _failed(reference, f"not read again after: {ending.rstrip('.')}")
        self._progress(f"{READING_REFERENCE} {reference}")
        self._staging.enter()
        found = self._read(reference)
        reads = self._staging.take_reads()
        if reads:
            self.deciding.append(reference)
            self.reads[reference] = reads
        return found

    def _read(self, reference: str) -> "dict[str, Any]":
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
                value = self._call(value)
        if called and inspect.isawaitable(value):
            value = _awaited(value, seconds)
        with deadline.limited(seconds):
            return read_shape(value, from_call=called)

    def _call(self, value: Any) -> Any:
        """Call it with what it needs by name, in the scenario of now; raises Unusable."""
        needed = needed_parameters(value)
        lacking = [parameter.name for parameter in needed if self._offers.named(parameter.name) is None]
        if lacking:
            listed = ", ".join(f"`{text(name)}`" for name in lacking)
            raise Unusable(f"is a function that needs {listed}; {self._offers.fillable}")
        positional: list[Any] = []
        named: dict[str, Any] = {}
        for parameter in needed:
            given = self._given(parameter.name)
            if parameter.kind is parameter.POSITIONAL_ONLY:
                positional.append(given)
            else:
                named[parameter.name] = given
        return value(*positional, **named)

    def _given(self, parameter: str) -> Any:
        try:
            return self._offers.give(self._offers.named(parameter) or "").value
        except NotOffered as error:
            raise Unusable(f"is a function that can't be called: {error}") from error

    def _path(self, reference: str) -> "str | None":
        file = file_of(sys.modules.get(reference.partition(":")[0]))
        return None if file is None else text(relative(self._project, file))


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
