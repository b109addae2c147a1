"""The instructions of an agent, callable ones asked once, as a run asks for them."""

import time
from typing import Any

from . import deadline
from .entries import Reading
from .plain import error_text, is_a, text
from .predicates import SECONDS, SHORTEST, stubbed
from .source import describe, identity_of
from .stub_objects import package_of


class Instructions:
    """Asks the agents of one import root; callables that give nothing take `budget` seconds together."""

    def __init__(self, reading: Reading, context: Any, *, budget: float, unasked: str = "") -> None:
        self._reading = reading
        self._context = context
        """The RunContextWrapper that they are called with."""
        self._left = budget
        self._unasked = unasked
        """Why none is called; empty where they are."""
        self._slow: dict[tuple[int, ...], tuple[Any, str]] = {}
        """identity -> (callable, error) of those that took too long: they are not called again."""

    async def of(self, agent: Any) -> dict[str, Any]:
        """The fields of a `Consumer` that begin with `instructions`."""
        value = getattr(agent, "instructions", None)
        if is_a(value, str):
            return {"instructions": text(value)}
        if not callable(value) or package_of(value) is not None:
            return {}
        source = describe(value)
        path, line = self._reading.location(source.path, source.line)
        found, error = await self._asked(agent, value)
        return {
            "instructions": found,
            "instructions_callable": self._reading.qualified(value),
            "instructions_location": None if path is None else {"path": path, "line": line},
            "instructions_error": error,
        }

    async def _asked(self, agent: Any, value: Any) -> tuple[str | None, str | None]:
        """(text, why there is none)."""
        if self._unasked:
            return None, self._unasked
        known = self._slow.get(identity_of(value))
        if known is not None:
            return None, known[1]
        began = time.monotonic()
        seconds = max(SHORTEST, min(SECONDS, self._left))
        try:
            given = await deadline.awaited(agent.get_system_prompt(self._context), seconds)
            return told(given)
        except deadline.TooLong as error:
            self._left -= time.monotonic() - began
            self._slow[identity_of(value)] = (value, error_text(error))
            return None, error_text(error)
        except BaseException as error:
            return None, error_text(error)


def told(given: Any) -> tuple[str | None, str | None]:
    """(text, why there is none) of what an agent gives as its instructions."""
    package = package_of(given)
    if package is not None:
        return None, stubbed(package)
    if given is None:
        return None, None
    if is_a(given, str):
        return text(given), None
    close = getattr(given, "close", None)
    if callable(close):
        close()
    return None, f"they gave a value of type `{type(given).__name__}`, no text"
