"""Whether two values, made in two scenarios, are the same to whoever reads them."""

import collections
import functools
import gc
import math
import types
import weakref
from collections.abc import Callable
from typing import Any

from .flags import RecordingFlags, is_recording, own_items
from .mappings import RecordingContext
from .nodes import RecordingNamespace
from .ownership import is_watchable
from .sequences import LARGEST, RecordingList
from .sets import RecordingFrozenSet, RecordingSet

ATOMS = (str, int, float, bool, type(None), bytes, complex)
_ATOMS = frozenset(ATOMS)
_PLAIN: "dict[type, type]" = {
    RecordingContext: dict,
    RecordingList: list,
    RecordingSet: set,
    RecordingFrozenSet: frozenset,
    RecordingNamespace: types.SimpleNamespace,
}
_CONTAINERS = (dict, list, set, frozenset)
_MOST = 20_000
"""Values that one comparison looks at."""


class Unsettled(Exception):
    """Two values can't be told to be the same or not."""


def kind_of(value: Any) -> type:
    """The type that user code takes it for."""
    kind = type(value)
    return _PLAIN.get(kind, kind)


def shape(value: Any) -> "type | None":
    """Its type where reading what it holds is recorded apart; None for a value that is read as a whole."""
    kind = kind_of(value)
    if kind is RecordingFlags:
        return kind if is_recording(value) and not own_items(value) else None
    if kind in _CONTAINERS:
        return kind if kind.__len__(value) <= LARGEST else None
    return kind if kind is types.SimpleNamespace or is_watchable(kind) else None


def _same_name(one: type, other: type) -> bool:
    return (one.__module__, one.__qualname__) == (other.__module__, other.__qualname__)


def alike(one: Any, other: Any) -> bool:
    """The same as far as handing them out goes; raises Unsettled."""
    if one is other:
        return True
    first, second = shape(one), shape(other)
    if first is None or second is None:
        return first is second and same(one, other)
    return first is second or _Comparison().same(first, second)


def same(one: Any, other: Any) -> bool:
    """The same all through; raises Unsettled."""
    return _Comparison().same(one, other)


class _Comparison:
    def __init__(self) -> None:
        self._met: dict[tuple[int, int], tuple[Any, Any]] = {}
        """Pairs that are being compared, or were found to be the same."""

    def same(self, one: Any, other: Any) -> bool:
        if one is other:
            return True
        kind = kind_of(one)
        if not self._same_kind(kind, kind_of(other)):
            return False
        if kind in _ATOMS:
            return bool(one == other) or (kind is float and math.isnan(one) and math.isnan(other))
        return self._met_or(one, other, kind, self._same_inside)

    def _met_or(self, one: Any, other: Any, kind: type, compare: "Callable[[type, Any, Any], bool]") -> bool:
        key = (id(one), id(other))
        if key in self._met:
            return True
        if len(self._met) >= _MOST:
            raise Unsettled
        self._met[key] = (one, other)
        return compare(kind, one, other)

    def _same_kind(self, one: type, other: type) -> bool:
        """The same class, or one that is made anew each time and holds the same."""
        return one is other or (_same_name(one, other) and self._met_or(one, other, type, self._same_inside))

    def _same_inside(self, kind: type, one: Any, other: Any) -> bool:
        if kind is RecordingFlags and is_recording(one) and is_recording(other):
            return self.same(own_items(one), own_items(other))
        if issubclass(kind, (dict, list, tuple)):
            return self._same_items(one, other) and (kind in _CONTAINERS or self._same_state(one, other))
        if issubclass(kind, (set, frozenset)):
            return self._same_members(one, other)
        parts = next((parts for base, parts in _PARTS.items() if issubclass(kind, base)), None)
        if parts is not None:
            return self._same_all(parts(one), parts(other))
        if state_of(one) or state_of(other):
            return self._same_state(one, other)
        equal = _equal(kind, one, other)
        return self._same_all(_referents(one), _referents(other)) if equal is None else equal

    def _same_members(self, one: Any, other: Any) -> bool:
        base: Any = frozenset if isinstance(one, frozenset) else set
        if not base.__eq__(one, other):
            return False
        partners = {each: each for each in base.__iter__(other)}
        return all(self.same(each, partners[each]) for each in base.__iter__(one))

    def _same_items(self, one: Any, other: Any) -> bool:
        if isinstance(one, dict):
            return self._same_all(dict.keys(one), dict.keys(other)) and self._same_all(
                dict.values(one), dict.values(other)
            )
        base: Any = list if isinstance(one, list) else tuple
        return self._same_all(base.__iter__(one), base.__iter__(other))

    def _same_all(self, some: Any, others: Any) -> bool:
        left, right = list(some), list(others)
        return len(left) == len(right) and all(map(self.same, left, right))

    def _same_state(self, one: Any, other: Any) -> bool:
        return self.same(state_of(one), state_of(other))


def state_of(value: Any) -> "dict[str, Any]":
    """What the `__dict__` and the slots of an object hold."""
    kind = type(value)
    state: dict[str, Any] = {}
    for base in kind.__mro__:
        for name, member in vars(base).items():
            if type(member) is types.MemberDescriptorType:
                try:
                    state[name] = member.__get__(value, kind)
                except AttributeError:
                    continue
    try:
        state.update(object.__getattribute__(value, "__dict__"))
    except (AttributeError, TypeError):
        return state
    return state


def _equal(kind: type, one: Any, other: Any) -> "bool | None":
    """By the type's own `==`; None where it has none, or that tells nothing."""
    own: Any = kind.__eq__
    if own is object.__eq__:
        return None
    try:
        answer = one == other
        return answer if isinstance(answer, bool) else None
    except Exception:  # what can't be compared this way is looked into instead
        return None


def _referents(value: Any) -> "list[Any]":
    """What a C object holds; its type apart."""
    return [each for each in gc.get_referents(value) if each is not type(value)]


def _function(value: types.FunctionType) -> "list[Any]":
    cells = [_contents(cell) for cell in value.__closure__ or ()]
    return [value.__code__, value.__defaults__, value.__kwdefaults__, cells, vars(value)]


def _contents(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return None


def _class(value: type) -> "list[Any]":
    """What a class says of itself; its metaclass's bookkeeping and the slots of its objects apart."""
    own = {
        name: member
        for name, member in vars(value).items()
        if name not in _BOOKKEEPING and type(member) not in _DESCRIPTORS
    }
    return [value.__module__, value.__qualname__, value.__bases__, own]


def _referent(value: Any) -> "list[Any]":
    """What a weak reference or proxy leads to; nothing where that is gone."""
    if type(value) not in _PROXIES:
        return [value()]
    try:
        return [value.__getattribute__.__self__]
    except (ReferenceError, AttributeError):
        return []


_BOOKKEEPING = frozenset({"__dict__", "__weakref__", "_abc_impl", "__static_attributes__", "__firstlineno__"})
_DESCRIPTORS = (types.MemberDescriptorType, types.GetSetDescriptorType)
_PROXIES = (weakref.ProxyType, weakref.CallableProxyType)
_PARTS: "dict[type, Any]" = {
    types.FunctionType: _function,
    types.MethodType: lambda value: [value.__func__, value.__self__],
    functools.partial: lambda value: [value.func, value.args, value.keywords],
    types.MappingProxyType: lambda value: [value.copy()],
    collections.deque: lambda value: [value.maxlen, *value, state_of(value)],
    weakref.ref: _referent,
    weakref.ProxyType: _referent,
    weakref.CallableProxyType: _referent,
    BaseException: lambda value: [value.args, state_of(value)],
    type: _class,
}
