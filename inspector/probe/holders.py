"""Where a project holds its agents: module attributes, and one level into containers and objects."""

import types
from typing import Any, Iterator, Tuple

from . import sdk

_SCALARS = (str, bytes, int, float, complex, bool, type(None), types.FunctionType, types.BuiltinFunctionType)
_LIMIT = 10_000


def held(value: Any, depth: int = 1) -> "Iterator[Tuple[str, Any]]":
    """(suffix, agent) of a value: `("", agent)` for one itself, `("['x']", agent)` for what it contains."""
    if sdk.is_agent(value):
        yield "", value
    elif depth > 0:
        for suffix, element in members(value):
            for deeper, agent in held(element, depth - 1):
                yield suffix + deeper, agent


def members(value: Any) -> "Iterator[Tuple[str, Any]]":
    """What a container or plain object holds, with the text that reaches it; touches no property."""
    if isinstance(value, (*_SCALARS, types.ModuleType)):
        return
    if isinstance(value, dict):
        for key in list(value)[:_LIMIT]:
            yield f"[{_key(key)}]", value[key]
    elif isinstance(value, (list, tuple)):
        yield from _elements(value)
    elif isinstance(value, (set, frozenset)):
        for index, element in enumerate(list(value)[:_LIMIT]):
            yield f"[{index}]", element
    else:
        for name, element in _attributes(value):
            yield f".{name}", element


def _elements(value: Any) -> "Iterator[Tuple[str, Any]]":
    names = getattr(type(value), "_fields", ())
    for index, element in enumerate(value[:_LIMIT]):
        yield (f".{names[index]}" if index < len(names) else f"[{index}]"), element


def _attributes(value: Any) -> "list[Tuple[str, Any]]":
    try:
        found = dict(vars(value))
    except TypeError:
        slots = getattr(type(value), "__slots__", ())
        names = [slots] if isinstance(slots, str) else list(slots)
        found = {
            name: getattr(value, name) for name in names if not name.startswith("__") and hasattr(value, name)
        }
    return [(name, element) for name, element in found.items() if not name.startswith("__")][:_LIMIT]


def _key(key: Any) -> str:
    try:
        return repr(key) if isinstance(key, (str, int, bool, tuple)) else str(key)
    except Exception:
        return type(key).__name__
