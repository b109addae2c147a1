"""Whether a tool is enabled: each predicate asked on its own, as the SDK calls it."""

import asyncio
import dataclasses
import inspect
from typing import Any

from . import deadline, sdk
from .plain import error_text
from .stub_objects import package_of

SECONDS = 1.0
"""A predicate decides at once in a real run; one that takes longer is unknown."""


@dataclasses.dataclass(frozen=True)
class Enabled:
    """Answer of one `is_enabled`."""

    value: bool | None
    """None when the predicate could not be evaluated."""
    predicate: Any = None
    """The project's own callable; None for a plain bool."""
    error: str | None = None


async def evaluate(entry: Any, context: Any, agent: Any) -> Enabled:
    """Asks a function tool's or handoff's `is_enabled`; every other kind is always enabled."""
    if not (sdk.is_function_tool(entry) or sdk.is_handoff(entry)):
        return Enabled(True)
    flag = getattr(entry, "is_enabled", True)
    if isinstance(flag, bool):
        return Enabled(flag)
    predicate = sdk.predicate_behind(entry)
    try:
        with deadline.limited(SECONDS):
            answer = flag(context, agent)
        if inspect.isawaitable(answer):
            answer = await asyncio.wait_for(answer, SECONDS)
        package = package_of(answer)
        if package is not None:
            return Enabled(None, predicate, f"the stubbed package `{package}` decides")
        return Enabled(bool(answer), predicate)
    except KeyboardInterrupt:
        raise
    except asyncio.TimeoutError:
        return Enabled(None, predicate, f"TooLong: no end after {SECONDS:g} s")
    except BaseException as error:
        return Enabled(None, predicate, error_text(error))
