"""The fields of what holds settings: dataclasses, pydantic models, named tuples, plain classes, objects."""

import dataclasses
import functools
import types
from collections.abc import Callable
from typing import Any

from .plain import is_a

MISSING = dataclasses.MISSING
"""A field that the class declares without a default."""
_NO_SETTINGS = (
    type(None),
    bool,
    int,
    float,
    complex,
    bytes,
    bytearray,
    memoryview,
    range,
    types.ModuleType,
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    BaseException,
)
_DESCRIPTORS = (
    types.FunctionType,
    classmethod,
    staticmethod,
    property,
    types.MemberDescriptorType,
    types.GetSetDescriptorType,
    types.MethodDescriptorType,
    types.ClassMethodDescriptorType,
    types.WrapperDescriptorType,
    types.BuiltinFunctionType,
    functools.cached_property,
)


def fields_of(value: Any) -> "dict[str, Any]":
    """Field name to value, in their order; empty for what has none. Raises what default factories raise."""
    if is_a(value, _NO_SETTINGS):
        return {}
    kind: Any = value if is_a(value, type) else type(value)
    if kind.__module__ == "builtins" or (is_a(value, type) and issubclass(value, _NO_SETTINGS)):
        return {}
    declared = _declared(kind)
    if is_a(value, type):
        return declared if declared else _constants(kind)
    own = {name: item for name, item in _own(value).items() if not name.startswith("_")}
    if declared:
        return {name: own.get(name, _attribute(value, name)) for name in declared}
    return {**_constants(kind), **own}


def _declared(kind: Any) -> "dict[str, Any]":
    """What a dataclass, a pydantic model or a named tuple declares, with the defaults."""
    fields = _static(kind, "__dataclass_fields__")
    if is_a(fields, dict):
        return {
            name: _default(field.default, field.default_factory)
            for name, field in fields.items()
            if is_a(field, dataclasses.Field)
        }
    fields = (
        getattr(kind, "model_fields", None) if _static(kind, "__pydantic_complete__") is not None else None
    )
    if is_a(fields, dict):
        return {name: _pydantic_default(field) for name, field in fields.items()}
    names = _static(kind, "_fields")
    if issubclass(kind, tuple) and is_a(names, tuple):
        defaults = _static(kind, "_field_defaults") or {}
        return {name: defaults.get(name, MISSING) for name in names}
    return {}


def _default(default: Any, factory: "Callable[[], Any] | Any") -> Any:
    return factory() if factory is not MISSING and callable(factory) else default


def _pydantic_default(field: Any) -> Any:
    if field.is_required():
        return MISSING
    factory = field.default_factory
    return factory() if callable(factory) else field.default


def _constants(kind: Any) -> "dict[str, Any]":
    """Public attributes of a class and its bases that are no methods."""
    found: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        if base.__module__ == "builtins":
            continue
        for name, item in vars(base).items():
            if is_a(name, str) and not name.startswith("_") and not is_a(item, (*_DESCRIPTORS, type)):
                found[name] = item
    return found


def _static(kind: Any, name: str) -> Any:
    """A class attribute as it is declared, past metaclasses that invent attributes."""
    return next((vars(base)[name] for base in kind.__mro__ if name in vars(base)), None)


def _own(value: Any) -> "dict[str, Any]":
    try:
        return dict(object.__getattribute__(value, "__dict__"))
    except AttributeError:  # it keeps all in slots
        return {}


def _attribute(value: Any, name: str) -> Any:
    return getattr(value, name, MISSING)
