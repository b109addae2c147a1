"""Calls the context factory of the config with what it asks for."""

import asyncio
import contextvars
import inspect
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Protocol

from .. import deadline
from ..importing import needs_loop
from ..space import Space
from ..watchdog import timer_put_back

if TYPE_CHECKING:
    from .stages import Stage

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


class ContextSource(Protocol):
    """Where the run context comes from."""

    made_anew: bool
    """Whether each call makes one; else it is the same in all scenarios."""

    def call(self, stage: "Stage") -> Any:
        """The context, or an awaitable that gives it; raises what the project raises."""


class Given:
    """A context that is an object of the project, or the error that looking for it came to."""

    made_anew = False

    def __init__(self, value: Any, error: "BaseException | None" = None) -> None:
        self._value = value
        self._error = error

    def call(self, stage: "Stage") -> Any:
        """As a `ContextSource`."""
        if self._error is not None:
            raise self._error
        return self._value


class ContextFactory:
    """A callable of the project, or of a library, that gives the run context."""

    made_anew = True

    def __init__(self, target: Any, space: Space) -> None:
        self._target = target
        self._flags = space.flag_names
        self._signature: inspect.Signature | None = None
        try:
            self._signature = inspect.signature(target)
        except (TypeError, ValueError):
            # A class written in C: all that can be said is that it can be called.
            self._signature = None
        self._plan: list[tuple[str, bool, Callable[[Stage], Any]]] = (
            list(self._planned()) if space.names else []
        )

    def call(self, stage: "Stage") -> Any:
        """Its result, perhaps an awaitable; raises what it raises."""
        positional: list[Any] = []
        named: dict[str, Any] = {}
        for name, by_position, value in self._plan:
            if by_position:
                positional.append(value(stage))
            elif name:
                named[name] = value(stage)
            else:
                named.update((each, stage.value(each)) for each in self._flags if each not in named)
        return self._target(*positional, **named)

    def _planned(self) -> "Iterator[tuple[str, bool, Callable[[Stage], Any]]]":
        """(name, whether by position, what it is given); without a name: all flags that have none so far."""
        parameters = [] if self._signature is None else list(self._signature.parameters.values())
        asked = {each.name for each in parameters if self._by_name(each.name) is not None}
        first = next((each for each in parameters if each.kind in _POSITIONAL), None)
        for parameter in parameters:
            value = self._by_name(parameter.name)
            if parameter.kind is parameter.VAR_KEYWORD:
                yield "", False, lambda stage: None
            elif parameter.kind is parameter.VAR_POSITIONAL:
                continue
            elif value is not None:
                yield parameter.name, parameter.kind is parameter.POSITIONAL_ONLY, value
            elif parameter is first and parameter.default is parameter.empty and "flags" not in asked:
                yield parameter.name, parameter.kind is parameter.POSITIONAL_ONLY, lambda stage: stage.flags

    def _by_name(self, name: str) -> "Callable[[Stage], Any] | None":
        if name in self._flags:
            return lambda stage: stage.value(name)
        if name == "flags":
            return lambda stage: stage.flags
        return (lambda stage: stage.tenant) if name == "tenant" else None


async def awaited(work: Any, seconds: float) -> Any:
    """As `deadline.awaited`; ContextVars that the work sets are set for the caller too."""
    after: list[contextvars.Context] = []

    async def watched() -> Any:
        try:
            return await work
        finally:
            after.append(contextvars.copy_context())

    try:
        with timer_put_back():
            return await deadline.awaited(watched(), seconds)
    finally:
        for context in after:
            adopt(context)


def adopt(context: contextvars.Context) -> None:
    """Set ContextVars as they are set there."""
    for variable, value in context.items():
        if variable.get(context) is not value:
            variable.set(value)


def run(work: Any) -> Any:
    """The result of an awaitable, in a loop of the standard library's whatever the project prefers."""
    loop = asyncio.SelectorEventLoop()
    try:
        return loop.run_until_complete(work)
    finally:
        loop.close()


def now(make: "Callable[[], Any]", seconds: float) -> Any:
    """What a function gives, awaited where it is async, without leaving to an event loop that may be running.

    Raises what it raises; TooLong after `seconds` only where it has to be awaited.
    """
    value = make()
    if not inspect.isawaitable(value):
        return value
    work = _outcome(value)
    try:
        work.send(None)
    except StopIteration as stop:
        result, error = stop.value
        if error is None:
            return result
        if not needs_loop(error):
            raise error from None
    work.close()
    return _in_thread(make, seconds)


async def _outcome(work: Any) -> "tuple[Any, BaseException | None]":
    try:
        return await work, None
    except GeneratorExit:
        raise
    except BaseException as error:
        return None, error


def _in_thread(make: "Callable[[], Any]", seconds: float) -> Any:
    """What an async function gives in an event loop of its own, beside the one that is running."""
    outcome: list[tuple[Any, BaseException | None]] = []

    async def awaited() -> Any:
        value = make()
        return await asyncio.wait_for(value, seconds) if inspect.isawaitable(value) else value

    def run() -> None:
        try:
            outcome.append((asyncio.run(awaited()), None))
        except BaseException as error:
            outcome.append((None, error))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds + deadline.SLACK)
    if not outcome:
        raise deadline.TooLong(f"no end after {seconds:g} s")
    result, error = outcome[0]
    if error is not None:
        raise error
    return result
