"""From a callable to where its code stands: name, file, line, docstring."""

import dataclasses
import functools
import inspect
import os
import types
from collections.abc import Callable
from typing import Any

from .plain import is_a

_LIMIT = 50
_ROUTINES = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.WrapperDescriptorType,
    types.MethodDescriptorType,
    types.ClassMethodDescriptorType,
    types.MethodWrapperType,
)


@dataclasses.dataclass(frozen=True)
class Source:
    """Code behind a tool or a predicate."""

    qualified: str
    """`package.module.qualname`, by the module's own name."""
    name: str
    """Bare name of the function, or of the class of a callable object."""
    module: str
    path: str | None
    """Absolute; None for code without a file."""
    line: int | None
    docstring: str | None
    is_async: bool


def unwrap(value: Any) -> Any:
    """The innermost callable below partials, bound methods, static methods and `functools.wraps`."""
    for _ in range(_LIMIT):
        if is_a(value, functools.partial):
            value = value.func
        elif is_a(value, (types.MethodType, staticmethod, classmethod)):
            value = value.__func__
        else:
            inner = _declared(value, "__wrapped__")
            if not callable(inner):
                return value
            value = inner
    return value


def _declared(value: Any, name: str) -> Any:
    """An attribute that the object really has; objects that invent any attribute have none."""
    try:
        return vars(value).get(name)
    except TypeError:
        return None


def identity_of(value: Any) -> tuple[int, ...]:
    """Equal for two callables exactly when they run the same code on the same object."""
    if is_a(value, types.MethodType):
        return (id(value.__self__), id(value.__func__))
    return (id(value),)


def describe(value: Callable[..., Any] | Any) -> Source:
    """Where the code of a callable stands; never raises."""
    inner = unwrap(value)
    if is_a(inner, type):
        return _source(inner, inner.__name__, inner.__qualname__, None, inner.__doc__)
    code = getattr(inner, "__code__", None)
    if is_a(inner, _ROUTINES) or is_a(code, types.CodeType):
        name = str(getattr(inner, "__name__", "") or type(inner).__name__)
        qualname = str(getattr(inner, "__qualname__", "") or name)
        return _source(inner, name, qualname, code, _doc(value, inner), is_async=_is_async(inner))
    cls = type(inner)
    call = unwrap(inspect.getattr_static(cls, "__call__", None))
    code = getattr(call, "__code__", None)
    qualname = f"{cls.__qualname__}.__call__"
    doc = _text(_declared(inner, "__doc__")) or _text(cls.__doc__) or _text(getattr(call, "__doc__", None))
    return _source(cls, cls.__name__, qualname, code, doc, is_async=_is_async(call))


def _source(owner: Any, name: str, qualname: str, code: Any, doc: Any, *, is_async: bool = False) -> Source:
    module = getattr(owner, "__module__", None)
    module = module if isinstance(module, str) else ""
    path, line = _place(code)
    return Source(
        qualified=f"{module}.{qualname}" if module else qualname,
        name=name,
        module=module,
        path=path,
        line=line,
        docstring=_text(doc),
        is_async=is_async,
    )


def _place(code: Any) -> tuple[str | None, int | None]:
    if not is_a(code, types.CodeType):
        return None, None
    if code.co_filename.startswith("<"):
        return None, None
    return os.path.abspath(code.co_filename), code.co_firstlineno


def _doc(outer: Any, inner: Any) -> Any:
    if is_a(outer, functools.partial):
        return getattr(inner, "__doc__", None)
    return getattr(outer, "__doc__", None) or getattr(inner, "__doc__", None)


def _text(doc: Any) -> str | None:
    return inspect.cleandoc(doc) if isinstance(doc, str) and doc.strip() else None


def _is_async(function: Any) -> bool:
    return inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function)
