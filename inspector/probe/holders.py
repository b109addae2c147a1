"""Where a project holds its agents: module attributes, and one level into containers and objects."""

import types
from itertools import islice
from typing import Any, Iterator, Mapping, Sequence, Tuple

from . import sdk
from .plain import is_a, short_repr, text

_SCALARS = (str, bytes, int, float, complex, bool, type(None), types.FunctionType, types.BuiltinFunctionType)
_LIMIT = 10_000


def held(value: Any, depth: int = 1) -> "Iterator[Tuple[str, Any]]":
    """(suffix, agent) of a value: `("", agent)` for one itself, `("['x']", agent)` for what it contains."""
    if sdk.is_agent(value):
        yield "", value
    elif depth > 0:
        for suffix, element in _members(value):
            for deeper, agent in held(element, depth - 1):
                yield suffix + deeper, agent


def _members(value: Any) -> "Iterator[Tuple[str, Any]]":
    """What a container or plain object holds, with the text that reaches it.

    Reads past the methods of the project's own containers and objects: lazy ones would load, or raise.
    """
    if is_a(value, (*_SCALARS, types.ModuleType)):
        return
    if is_a(value, dict):
        for key, element in list(islice(dict.items(value), _LIMIT)):
            yield f"[{_key(key)}]", element
    elif is_a(value, list):
        yield from _numbered(list.__getitem__(value, slice(_LIMIT)))
    elif is_a(value, tuple):
        yield from _numbered(tuple.__getitem__(value, slice(_LIMIT)), _fields(type(value)))
    elif is_a(value, (set, frozenset)):
        kind: Any = set if is_a(value, set) else frozenset
        yield from _numbered(list(islice(kind.__iter__(value), _LIMIT)))
    else:
        for name, element in islice(_attributes(value), _LIMIT):
            yield f".{name}", element


def _numbered(elements: "Sequence[Any]", names: "Sequence[str]" = ()) -> "Iterator[Tuple[str, Any]]":
    for index, element in enumerate(elements):
        yield (f".{names[index]}" if index < len(names) else f"[{index}]"), element


def _fields(kind: type) -> "Sequence[str]":
    """Field names of a NamedTuple."""
    names = next((found["_fields"] for found in map(_namespace, kind.__mro__) if "_fields" in found), ())
    return names if is_a(names, tuple) and all(is_a(name, str) for name in names) else ()


def _attributes(value: Any) -> "Iterator[Tuple[str, Any]]":
    try:
        own = dict(object.__getattribute__(value, "__dict__"))
    except Exception:  # no `__dict__`, or a property in its place
        own = {}
    for kind in type(value).__mro__:
        for name, slot in _namespace(kind).items():
            if is_a(slot, types.MemberDescriptorType) and name not in own:
                try:
                    own[name] = slot.__get__(value)
                except AttributeError:  # never given a value
                    continue
    for name, element in own.items():
        if is_a(name, str) and not name.startswith("__"):
            yield name, element


def _namespace(kind: type) -> "Mapping[str, Any]":
    found: Mapping[str, Any] = type.__getattribute__(kind, "__dict__")
    return found


def _key(key: Any) -> str:
    """A key as text; one without a text of its own by its type, since its address is new each time."""
    speaks = any("__str__" in _namespace(kind) for kind in type(key).__mro__[:-1])
    return text(key) if speaks and not is_a(key, (str, int, tuple)) else short_repr(key)
