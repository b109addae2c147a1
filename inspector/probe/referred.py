"""The object that a `pkg.mod:attr` of the config names."""

import collections.abc
import difflib
import enum
import importlib
import types
from itertools import islice
from typing import Any

from .plain import is_a, text

_MAPPINGS = (dict, types.MappingProxyType, collections.abc.Mapping)
_MOST_KEYS = 1_000
"""Keys of a mapping that a wrong one is compared with."""
_NAMED = 5
"""How many existing keys a message lists."""


class WrongReference(Exception):
    """What stands in the config names nothing, or nothing that would serve."""


class WrongKey(WrongReference):
    """A mapping that is there has no such key; the message knows those it has."""


def find(reference: str) -> Any:
    """The object; of a mapping, a dotted part names an item before it names an attribute.

    Raises WrongReference, or what importing the module, and the project's own objects, raise.
    """
    module_name, _, attribute = reference.partition(":")
    if not all(part.isidentifier() for part in module_name.split(".")):
        raise WrongReference(f"`{module_name}` is no name of a module")
    try:
        value: Any = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name and f"{module_name}.".startswith(f"{error.name}."):
            raise WrongReference(f"there is no module `{error.name}`") from error
        raise
    parts = attribute.split(".") if attribute else []
    for depth, part in enumerate(parts):
        if is_a(value, _MAPPINGS):
            key = _key(value, part)
            if key is not None:
                value = value[key[0]]
                continue
        try:
            value = getattr(value, part)
        except AttributeError as error:
            raise _absent(value, module_name, parts, depth) from error
    return value


def _key(mapping: Any, part: str) -> "tuple[Any] | None":
    """The key that a part names: the string, or an Enum member of that name or value."""
    if part in mapping:
        return (part,)
    found = [key for key in islice(mapping, _MOST_KEYS) if is_a(key, enum.Enum) and part in _names(key)]
    return (found[0],) if found else None


def _names(key: Any) -> "list[str]":
    """What a config may call a key of a mapping; nothing for one that is no name."""
    if is_a(key, enum.Enum):
        return [text(name) for name in (key.value, key.name) if is_a(name, str)]
    return [text(key)] if is_a(key, str) else []


def _absent(value: Any, module: str, parts: "list[str]", depth: int) -> WrongReference:
    if not depth or not is_a(value, _MAPPINGS):
        return WrongReference(f"`{module}` has no attribute `{'.'.join(parts)}`")
    above, part = ".".join(parts[:depth]), parts[depth]
    keys = [name for key in islice(value, _MOST_KEYS) for name in _names(key)[:1]]
    near = difflib.get_close_matches(part, keys, n=1)
    said = f"`{above}` of `{module}` has no key `{part}`"
    if near:
        return WrongKey(f"{said}; did you mean `{module}:{above}.{near[0]}`?")
    named = ", ".join(f"`{key}`" for key in keys[:_NAMED])
    more = ", …" if len(keys) > _NAMED else ""
    return WrongKey(f"{said}; its keys are {named}{more}" if keys else said)
