"""Calls something of the project: its parameters, and its result, awaited where that is needed."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Any

from .importing import needs_loop
from .plain import is_a


class NotCallable(Exception):
    """A factory's name no longer holds what the source defines there."""


def invoke(
    target: Any,
    positional: "list[Any]",
    named: "dict[str, Any]",
    watched: "Callable[[Any], Awaitable[Any]]" = lambda work: work,
) -> Any:
    """Call it, in an event loop where it needs one, and await what it hands out.

    `watched` is put around what is awaited.
    """
    try:
        value = target(*positional, **named)
    except RuntimeError as error:
        if not needs_loop(error):
            raise
        return asyncio.run(_awaited(watched(_inside(target, positional, named))))
    return asyncio.run(_awaited(watched(value))) if inspect.isawaitable(value) else value


def signature(target: Any) -> inspect.Signature:
    """Parameters that a call has to give; raises NotCallable."""
    try:
        if is_a(target, type):
            # The class may be an agent's kin whose `__new__` is being watched; `__init__` has the parameters.
            initialiser = inspect.signature(inspect.getattr_static(target, "__init__"))
            return initialiser.replace(parameters=list(initialiser.parameters.values())[1:])
        return inspect.signature(target)
    except (TypeError, ValueError) as error:
        raise NotCallable(f"whose parameters are unknown: {error}") from error


async def _awaited(value: Any) -> Any:
    return await value


async def _inside(target: Any, positional: "list[Any]", named: "dict[str, Any]") -> Any:
    value = target(*positional, **named)
    return await value if inspect.isawaitable(value) else value
