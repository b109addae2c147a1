"""Sets of a context, whose reads are recorded as far as they go through methods.

C code looks past the methods of a class that inherits from `set`, as in `{"a"}.issubset(it)`: where code that
is handed a set may do so, it counts as read as a whole.
"""

import copy
import dis
import functools
import os
import sys
from collections.abc import Callable, Iterator
from types import CodeType, FrameType
from typing import Any

from .sequences import Tracker

_SCALARS = frozenset({str, int, float, bool, type(None), bytes, complex})
_HERE = os.path.dirname(__file__)
_PROBE = os.path.dirname(_HERE)
_FRAMES = 2
"""Callers that are looked at: a property often fetches the set for the other one."""
_PAST_METHODS = {
    *("set", "frozenset", "issubset", "issuperset", "isdisjoint", "update"),
    *("union", "intersection", "difference", "symmetric_difference"),
    *("difference_update", "intersection_update", "symmetric_difference_update"),
}
_OPERATORS = frozenset({"&", "|", "^", "-", "&=", "|=", "^=", "-=", "<", "<=", ">", ">="})
_OPCODES = {
    "SET_UPDATE",
    *(f"{kind}_{name}" for kind in ("BINARY", "INPLACE") for name in ("AND", "OR", "XOR", "SUBTRACT")),
}
"""`{*it}`, and the operators as Python 3.10 has them."""


class _Methods:
    """What both kinds have; one that user code makes by these types is a set like any other."""

    __slots__ = ()
    _kind: Any
    _tracker: "Tracker | None"

    def __contains__(self, value: object) -> bool:
        if self._tracker is not None:
            self._tracker.note(("has", value) if type(value) in _SCALARS else ("whole", None))
        return bool(self._kind.__contains__(self, value))

    def __iter__(self) -> "Iterator[Any]":
        self._note("whole")
        found: Iterator[Any] = self._kind.__iter__(self)
        return found

    def __len__(self) -> int:
        self._note("len")
        return int(self._kind.__len__(self))

    def __repr__(self) -> str:
        return repr(self._plain())

    def __copy__(self) -> Any:
        return self._plain()

    def __deepcopy__(self, memo: "dict[int, Any]") -> Any:
        return copy.deepcopy(self._plain(), memo)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return self._kind, (list(self),)

    def _plain(self) -> Any:
        self._note("whole")
        return self._kind(self._kind.__iter__(self))

    def _note(self, kind: str) -> None:
        if self._tracker is not None:
            self._tracker.note((kind, None))


class RecordingSet(_Methods, set):  # type: ignore[type-arg]
    """Tells its tracker."""

    __slots__ = ("_tracker",)
    _kind = set
    __hash__ = None

    def __new__(cls, *args: Any) -> "RecordingSet":
        made: RecordingSet = set.__new__(cls)
        made._tracker = None
        return made


class RecordingFrozenSet(_Methods, frozenset):  # type: ignore[type-arg]
    """Tells its tracker."""

    __slots__ = ("_tracker",)
    _kind = frozenset

    def __new__(cls, *args: Any) -> "RecordingFrozenSet":
        made: RecordingFrozenSet = frozenset.__new__(cls, *args)
        made._tracker = None
        return made

    def __hash__(self) -> int:
        self._note("whole")
        return frozenset.__hash__(self)


RecordingSet.__name__, RecordingFrozenSet.__name__ = "set", "frozenset"


def recording_set(values: Any, tracker: Tracker) -> Any:
    """A set or frozenset with these members that tells `tracker` what is read."""
    made: Any = RecordingSet(values) if isinstance(values, set) else RecordingFrozenSet(values)
    made._tracker = tracker
    return made


def read_past_methods() -> bool:
    """Whether the code that is being handed a set may read it without its methods."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(_HERE):
        frame = frame.f_back
    for _ in range(_FRAMES):
        if frame is None or frame.f_code.co_filename.startswith(_PROBE):
            return False
        if _mixes_sets(frame.f_code):
            return True
        frame = frame.f_back
    return False


@functools.lru_cache(maxsize=4096)
def _mixes_sets(code: CodeType) -> bool:
    """Whether it names a method of sets, or uses an operator whose left side may be any other set."""
    if not _PAST_METHODS.isdisjoint(code.co_names):
        return True
    compares = builds = False
    for each in dis.get_instructions(code):
        shown = each.argrepr.removeprefix("bool(").removesuffix(")")
        operates = each.opname in ("BINARY_OP", "COMPARE_OP") and shown in _OPERATORS
        if operates or each.opname in _OPCODES:
            return True
        compares = compares or (each.opname == "COMPARE_OP" and shown in ("==", "!="))
        builds = builds or each.opname in ("BUILD_SET", "SET_ADD")
    return compares and builds


def _method(kind: Any, name: str) -> "Callable[..., Any]":
    method = getattr(kind, name)

    def call(self: Any, *args: Any) -> Any:
        for each in (self, *args):
            if isinstance(each, _Methods):
                each._note("whole")
        return method(self, *args)

    call.__name__ = name
    return call


_READS = tuple(f"__{reflected}{name}__" for name in ("or", "and", "sub", "xor") for reflected in ("", "r"))
_READS += ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "issubset", "issuperset", "isdisjoint")
_READS += ("union", "intersection", "difference", "symmetric_difference", "copy")
_WRITES: "tuple[str, ...]" = ("add", "discard", "remove", "pop", "clear", "update", "intersection_update")
_WRITES += ("difference_update", "symmetric_difference_update", "__ior__", "__iand__", "__isub__", "__ixor__")
for _name in _READS:
    setattr(RecordingSet, _name, _method(set, _name))
    setattr(RecordingFrozenSet, _name, _method(frozenset, _name))
for _name in _WRITES:
    setattr(RecordingSet, _name, _method(set, _name))
