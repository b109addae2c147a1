"""What a value of the project says as a set of names, a table of names, or a text."""

import collections
import collections.abc
import enum
import inspect
import types
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from . import sdk
from .plain import is_a, text
from .reference_fields import MISSING, fields_of
from .stub_objects import package_of

LARGEST = 10_000
"""Names that one reference may hold; more are no control set."""
EXPECTED = "expected a collection of names, a mapping by name, an Enum, a class of settings, or a text"
_COLLECTIONS = (
    list,
    tuple,
    set,
    frozenset,
    collections.deque,
    collections.UserList,
    collections.abc.KeysView,
    collections.abc.ValuesView,
    collections.abc.Set,
    collections.abc.Sequence,
)
_MAPPINGS = (dict, types.MappingProxyType, collections.abc.Mapping)
_NO_COLLECTIONS = (str, bytes, bytearray, memoryview, range)


class Unusable(Exception):
    """The value is of no shape that names could be read from; says what it is."""


class Stubbed(Exception):
    """A stand-in took the value's place; its text is the package."""


def read_shape(value: Any, *, from_call: bool = False) -> "dict[str, Any]":
    """`form`, `entries` and `text` of a `ReadReference`.

    - A string is a text, and an Enum member: its value where that is a string, else its name.
    - A mapping gives its keys with their values; strings, bools and numbers stay, nested ones are left out.
      Where all values are collections of names, these are its `groups`.
    - A collection gives its members' names: strings, Enum members, tools and handoffs (their visible names),
      mappings with `name` or `tool`, functions, and objects with a `name`. Sets are sorted.
    - An Enum class gives its members' values where they are strings, else their names.
    - A dataclass, pydantic model, named tuple, plain class or object gives its fields: with values that are
      strings or bools they are a mapping; when all fields are collections, the names in them; when all are
      strings and their own names are in upper case, they are constants and their values are the names.

    Raises Unusable, Stubbed, or what the project's objects raise. `from_call`: iterators are gone through.
    """
    package = package_of(value)
    if package is not None:
        raise Stubbed(package)
    if is_a(value, (str, enum.Enum)):
        return {"form": "text", "text": member_name(value)}
    if is_a(value, _MAPPINGS):
        return _mapping(value)
    if is_a(value, enum.EnumMeta):
        return _names([_enum_name(member) for member in _bounded(value)])
    if sdk.is_tool_by_type(value):
        return _names([member_name(value)])
    if _is_collection(value) or (from_call and issubclass(type(value), collections.abc.Iterator)):
        return _names(_member_names(value))
    found = fields_of(value)
    return _of_fields(found, value) if found else _refused(value)


def member_name(member: Any) -> str:
    """The name that a member of a collection stands for; raises Unusable, Stubbed, or what it raises."""
    package = package_of(member)
    if package is not None:
        raise Stubbed(package)
    if is_a(member, str):
        return _string(member)
    if is_a(member, enum.Enum):
        return _enum_name(member)
    if sdk.is_function_tool(member):
        namespace = sdk.namespace(member)
        return text(member.name) if namespace is None else f"{text(namespace)}.{text(member.name)}"
    if sdk.is_handoff(member):
        return text(member.tool_name)
    if is_a(member, dict):
        found = member.get("name", member.get("tool"))
    elif is_a(member, (types.FunctionType, types.MethodType, type)):
        found = member.__name__
    else:
        found = getattr(member, "name", None)
    if not is_a(found, str):
        raise Unusable(f"holds a value of type `{type(member).__name__}`, which is no name")
    return _string(found)


def _mapping(value: Any) -> "dict[str, Any]":
    pairs = list(islice(value.items(), LARGEST + 1))
    _check_size(pairs)
    entries = [_entry(member_name(key), item) for key, item in pairs]
    return {"form": "mapping", "entries": entries, **_grouped([item for _, item in pairs], entries)}


def _grouped(values: "list[Any]", entries: "list[dict[str, Any]]") -> "dict[str, Any]":
    """`groups` of a mapping whose values are collections of names throughout."""
    if not values or not all(_is_collection(value) for value in values):
        return {}
    try:
        members = [list(dict.fromkeys(_member_names(value))) for value in values]
        _check_size([name for names in members for name in names])
    except Unusable:
        return {}
    return {"groups": {entry["name"]: names for entry, names in zip(entries, members, strict=True)}}


def _of_fields(found: "dict[str, Any]", value: Any) -> "dict[str, Any]":
    given = {name: item for name, item in found.items() if item is not MISSING}
    _check_size(found)
    if given and all(_is_collection(item) for item in given.values()):
        return _names([name for item in given.values() for name in _member_names(item)])
    if any(not is_a(item, (str, bool, enum.Enum)) for item in given.values()):
        fields = ", ".join(f"`{text(name)}`" for name in list(found)[:5])
        raise Unusable(
            f"is of type `{_type_name(value)}`, whose fields are no names or switches throughout; "
            f"name one of them: {fields}"
        )
    if given and all(is_a(item, str) for item in given.values()) and all(name.isupper() for name in given):
        return _names([_string(item) for item in given.values()])
    return {
        "form": "mapping",
        "entries": [_entry(text(name), None if item is MISSING else item) for name, item in found.items()],
    }


def _member_names(value: Any) -> "list[str]":
    names = [member_name(member) for member in _bounded(value)]
    return sorted(names) if is_a(value, (set, frozenset)) else names


def _names(names: "Iterable[str]") -> "dict[str, Any]":
    kept = list(dict.fromkeys(names))
    _check_size(kept)
    return {"form": "names", "entries": [{"name": name} for name in kept]}


def _entry(name: str, value: Any) -> "dict[str, Any]":
    return {"name": name, "value": _scalar(value)}


def _scalar(value: Any) -> "str | bool | None":
    if is_a(value, enum.Enum) and not is_a(value, str):
        given = _scalar(value.value)
        return text(value.name) if given is None else given
    if is_a(value, bool):
        return bool(value)
    if is_a(value, str):
        return _string(value)
    return text(value) if is_a(value, (int, float)) else None


def _enum_name(member: Any) -> str:
    return _string(member.value) if is_a(member.value, str) else text(member.name)


def _string(value: Any) -> str:
    return text(value.value if is_a(value, enum.Enum) else value)


def _bounded(value: Any) -> "Iterator[Any]":
    for count, member in enumerate(value):
        if count >= LARGEST:
            raise Unusable(f"holds more than {LARGEST:,} names")
        yield member


def _check_size(found: Any) -> None:
    if len(found) > LARGEST:
        raise Unusable(f"holds more than {LARGEST:,} names")


def _is_collection(value: Any) -> bool:
    named_fields = is_a(value, tuple) and "_fields" in vars(type(value))
    return is_a(value, _COLLECTIONS) and not is_a(value, _NO_COLLECTIONS) and not named_fields


def _type_name(value: Any) -> str:
    return text(value.__name__ if is_a(value, type) else type(value).__name__)


def _refused(value: Any) -> "dict[str, Any]":
    kind = f"the class `{_type_name(value)}`" if is_a(value, type) else f"of type `{_type_name(value)}`"
    raise Unusable(f"is {kind}; {EXPECTED}")


def is_called_for(value: Any) -> bool:
    """Whether only a call tells what is meant: a function, or an object that is nothing but callable."""
    if package_of(value) is not None or is_a(value, (type, str, enum.Enum)) or sdk.is_tool_by_type(value):
        return False
    if not callable(value) or is_a(value, _MAPPINGS) or _is_collection(value):
        return False
    return not fields_of(value)


def needed_parameters(value: "Callable[..., Any]") -> "list[inspect.Parameter]":
    """The parameters that a call has to fill."""
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):  # a builtin without a signature: calling it will tell
        return []
    filled = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [
        parameter
        for parameter in parameters
        if parameter.default is inspect.Parameter.empty and parameter.kind not in filled
    ]
