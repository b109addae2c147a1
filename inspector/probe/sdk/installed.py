"""What is installed, and how it is asked without noise."""

import contextlib
import copy
import functools
import importlib.metadata
import logging
from collections.abc import Iterator
from typing import Any

import agents
from agents import RunContextWrapper
from agents.usage import Usage


def version() -> str:
    """Version of the installed `openai-agents`, or `unknown`."""
    try:
        return importlib.metadata.version("openai-agents")
    except importlib.metadata.PackageNotFoundError:
        return str(getattr(agents, "__version__", "unknown"))


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Silences the SDK's own log while it is asked things that it would warn about."""
    logger = logging.getLogger("openai.agents")
    before = logger.disabled
    logger.disabled = True
    try:
        yield
    finally:
        logger.disabled = before


def run_context(context: Any = None) -> Any:
    """A real RunContextWrapper, with a usage of its own."""
    # A copy of an empty usage is made in half the time that a new one takes.
    return RunContextWrapper(context=context, usage=copy.copy(_no_usage()))


@functools.cache
def _no_usage() -> Any:
    """An empty usage; some pairs of SDK and `openai` can't build the default one."""
    try:
        return Usage()
    except Exception:
        usage: Any = object.__new__(Usage)
        for field in ("requests", "input_tokens", "output_tokens", "total_tokens"):
            object.__setattr__(usage, field, 0)
        return usage
