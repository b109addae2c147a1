"""Patches classes of a project so that reads of registered objects are recorded, and their type stays."""

import collections
import functools
import sys
import types
from typing import Any

_CODE, _FIELD, _SHADOWED, _CONTENT, _DICT = range(5)
"""Found on the class; in the object; on the class unless the object has it; what reads the object as a whole;
`__dict__`, which does so too."""
_COPYING = frozenset({"__reduce__", "__reduce_ex__", "__getstate__"})
"""Methods of `object` that take its state without asking for any attribute."""
_READ_BY_C = frozenset({"__pydantic_fields_set__"})
"""Fields that C code wants as they are."""
_TUPLE_FIELD = type(vars(collections.namedtuple("_Pair", "one"))["one"])
_SCALARS = frozenset({str, int, float, bool, type(None), bytes, complex})
_CACHED_PROPERTY = functools.cached_property.__get__.__code__
_READS: "tuple[str, ...]" = (
    "__getitem__",
    "__contains__",
    "__iter__",
    "__len__",
    "__reversed__",
    "__eq__",
    "__ne__",
    "__lt__",
)
_READS += ("__le__", "__gt__", "__ge__", "__hash__", "__repr__", "__add__", "__radd__", "__mul__", "__rmul__")
_READS += ("__or__", "__ror__")

_patched: "set[type]" = set()
_hooks: "set[Any]" = set()
_kinds: "dict[tuple[type, str], int]" = {}
_refusing: "set[type]" = set()


def watch(kind: type, nodes: "dict[int, Any]") -> bool:
    """Have reads of the objects in `nodes` told to their nodes; False for a class that can't be patched."""
    if kind in _patched:
        return True
    if kind in _refusing:
        return False
    hooks = {
        "__getattribute__": _reading(kind.__getattribute__, nodes),
        **(_content_hooks(kind, nodes) if issubclass(kind, (tuple, dict)) else {}),
    }
    try:
        for name, hook in hooks.items():
            if getattr(kind, name) not in _hooks:
                type.__setattr__(kind, name, hook)
    except (TypeError, AttributeError):
        _refusing.add(kind)
        return False
    _patched.add(kind)
    return True


def _reading(original: Any, nodes: "dict[int, Any]") -> Any:
    def __getattribute__(self: Any, name: str) -> Any:
        node = nodes.get(id(self))
        if node is None or node.log.trace is not None:
            return original(self, name)
        return _read(node, self, name, original)

    _hooks.add(__getattribute__)
    return __getattribute__


def _read(node: Any, holder: Any, name: str, original: Any) -> Any:
    cls = type(holder)
    kind = _kinds.get((cls, name))
    if kind is None:
        kind = _kinds[(cls, name)] = _kind(cls, name)
    if kind == _CODE:
        return original(holder, name)
    own = own_fields(holder)
    if name in own and node.wrote(name, own[name]):
        return original(holder, name)
    if kind == _SHADOWED and name not in own:
        return original(holder, name)
    if kind in (_CONTENT, _DICT):
        if kind == _DICT and sys._getframe(2).f_code is _CACHED_PROPERTY:
            return original(holder, name)
        node.note(("whole", None))
        return original(holder, name)
    step = ("attr", name)
    try:
        value = original(holder, name)
    finally:
        node.note(step)
    if type(value) in _SCALARS:
        return value
    child = node.child(step, value)
    if child is not value and node.replaces(child):
        node.replaced(name, child)
        _replace(holder, name, child)
    return child


def _kind(cls: type, name: str) -> int:
    if name == "__dict__":
        return _DICT
    if name in _READ_BY_C:
        return _CONTENT
    for base in cls.__mro__:
        if name in vars(base):
            return _kind_of(vars(base)[name], base, name)
    return _FIELD


def _kind_of(member: Any, base: type, name: str) -> int:
    kind = type(member)
    if kind is types.MemberDescriptorType or kind is _TUPLE_FIELD:
        return _FIELD
    by_c = issubclass(base, (tuple, dict)) or name in _COPYING
    if kind is types.MethodDescriptorType and by_c:
        return _CONTENT
    if hasattr(kind, "__set__") or hasattr(kind, "__delete__"):
        return _CODE
    return _SHADOWED if hasattr(kind, "__get__") else _FIELD


def own_fields(holder: Any) -> "dict[str, Any]":
    """Its `__dict__`, unrecorded; empty where it has none."""
    try:
        found: dict[str, Any] = object.__getattribute__(holder, "__dict__")
    except AttributeError:
        return {}
    return found


def _replace(holder: Any, name: str, child: Any) -> None:
    """Keep what records in place of the value; a tuple, and a value of the class, stay as they are."""
    own = own_fields(holder)
    if name in own:
        own[name] = child
        return
    member = next((vars(base)[name] for base in type(holder).__mro__ if name in vars(base)), None)
    if type(member) is types.MemberDescriptorType:
        member.__set__(holder, child)


def _content_hooks(kind: type, nodes: "dict[int, Any]") -> "dict[str, Any]":
    """Of a tuple with named fields, or a kind of dict: what reads its content without its attributes."""
    hooks = {}
    for name in _READS:
        original = getattr(kind, name, None)
        if original is not None:
            hooks[name] = _content(name, original, nodes)
    return hooks


def _content(name: str, original: Any, nodes: "dict[int, Any]") -> Any:
    def content(self: Any, *args: Any) -> Any:
        node = nodes.get(id(self))
        if node is None or node.log.trace is not None:
            return original(self, *args)
        by_key = name in ("__getitem__", "__contains__") and type(args[0]) in _SCALARS
        if not by_key:
            node.note(("whole", None))
            return original(self, *args)
        step = ("item" if name == "__getitem__" else "has", args[0])
        node.note(step)
        value = original(self, *args)
        if name == "__contains__" or type(value) in _SCALARS:
            return value
        child = node.child(step, value)
        if child is not value and node.replaces(child) and isinstance(self, dict):
            dict.__setitem__(self, args[0], child)
        return child

    content.__name__ = name
    _hooks.add(content)
    return content
