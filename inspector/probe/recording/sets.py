"""Sets of a context, whose reads are recorded.

C code looks past the methods of a class that inherits from `set`, as in `{"a"}.issubset(it)`. So these don't:
they only say that they are sets, which `isinstance` believes, and C code iterates over them as over anything.
"""

import copy
from collections.abc import Callable, Iterator
from typing import Any

from .tracker import Tracker

_SCALARS = frozenset({str, int, float, bool, type(None), bytes, complex})


class RecordingSet:
    """Stands for a set; what is written goes to the set itself."""

    __slots__ = ("_behind", "_tracker")
    _kind: Any = set

    def __init__(self, behind: Any, tracker: Tracker) -> None:
        self._behind = behind
        self._tracker = tracker

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return self._kind

    def __contains__(self, value: object) -> bool:
        self._note_members((value,))
        return value in self._behind

    def __iter__(self) -> "Iterator[Any]":
        self._tracker.note(("whole", None))
        return iter(self._behind)

    def __len__(self) -> int:
        self._tracker.note(("len", None))
        return len(self._behind)

    def __hash__(self) -> int:
        self._tracker.note(("whole", None))
        return hash(self._behind)

    def __copy__(self) -> Any:
        return self._kind(self)

    def __deepcopy__(self, memo: "dict[int, Any]") -> Any:
        return copy.deepcopy(self._kind(self), memo)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return self._kind, (list(self),)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._behind, name)

    def _note_members(self, values: Any) -> None:
        """Whether it has each of them is read."""
        if all(type(each) in _SCALARS for each in values):
            for each in values:
                self._tracker.note(("has", each))
        else:
            self._tracker.note(("whole", None))


class RecordingFrozenSet(RecordingSet):
    """Stands for a frozenset."""

    __slots__ = ()
    _kind = frozenset


def behind(value: Any) -> Any:
    """The set that a recorded one stands for; any other value itself."""
    return value._behind if issubclass(type(value), RecordingSet) else value


def _plain(value: Any) -> Any:
    """Reads a recorded set as a whole."""
    if issubclass(type(value), RecordingSet):
        value._tracker.note(("whole", None))
        return value._behind
    return value


def _method(name: str, *, writes: bool = False) -> "Callable[..., Any]":
    """Reads all of it, for a few methods only what is asked about."""

    def call(self: RecordingSet, *args: Any) -> Any:
        plain = [_plain(each) for each in args]
        if name in _ABOUT_MEMBERS and all(type(each) in (set, frozenset) for each in plain):
            for each in plain:
                self._note_members(each)
        else:
            self._tracker.note(("whole", None))
        if writes:
            self._tracker.wrote()
        target = getattr(self._behind, name, None)
        if target is None:
            return NotImplemented
        result = target(*plain)
        return self if writes and name.startswith("__") and result is self._behind else result

    call.__name__ = name
    return call


_ABOUT_MEMBERS = frozenset({"__ge__", "issuperset", "__and__", "__rand__", "intersection", "isdisjoint"})
_READS: "tuple[str, ...]" = (
    "__or__",
    "__ror__",
    "__and__",
    "__rand__",
    "__sub__",
    "__rsub__",
    "__xor__",
    "__rxor__",
    "__eq__",
)
_READS += (
    "__ne__",
    "__lt__",
    "__le__",
    "__gt__",
    "__ge__",
    "__repr__",
    "issubset",
    "issuperset",
    "isdisjoint",
)
_READS += ("union", "intersection", "difference", "symmetric_difference", "copy")
_WRITES: "tuple[str, ...]" = (
    "add",
    "discard",
    "remove",
    "pop",
    "clear",
    "update",
    "intersection_update",
    "difference_update",
)
_WRITES += ("symmetric_difference_update", "__ior__", "__iand__", "__isub__", "__ixor__")
for _name in _READS:
    setattr(RecordingSet, _name, _method(_name))
for _name in _WRITES:
    setattr(RecordingSet, _name, _method(_name, writes=True))
