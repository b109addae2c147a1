"""Lists and tuples of a context, whose reads are recorded."""

import copy
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .tracker import Tracker

LARGEST = 512
"""Members of a container up to which they are recorded apart; a larger one is read as a whole."""
_SCALARS = frozenset({str, int, float, bool, type(None), bytes, complex})


class RecordingList(list):  # type: ignore[type-arg]
    """Tells its tracker; one that user code makes by this type is a list like any other."""

    __slots__ = ("_tracker",)
    _tracker: "Tracker | None"

    def __new__(cls, *args: Any) -> "RecordingList":
        made: RecordingList = list.__new__(cls)
        made._tracker = None
        return made

    def __iter__(self) -> "Iterator[Any]":
        return _members(self, list)

    def __getitem__(self, index: Any) -> Any:
        return _member(self, list, index)

    def __contains__(self, value: object) -> bool:
        _note_member(self._tracker, value)
        return list.__contains__(self, value)

    def __len__(self) -> int:
        _note(self._tracker, "len")
        return list.__len__(self)

    def __radd__(self, other: Any) -> Any:
        _note(self._tracker, "whole")
        return other + list(list.__iter__(self)) if isinstance(other, list) else NotImplemented

    def __copy__(self) -> Any:
        return self.copy()

    def __deepcopy__(self, memo: "dict[int, Any]") -> Any:
        return copy.deepcopy(self.copy(), memo)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return list, (self.copy(),)

    __hash__ = None


class RecordingTuple(tuple):  # type: ignore[type-arg]
    """As RecordingList. A tuple can hold no tracker of its own, so it stands in `_trackers` by its id."""

    def __iter__(self) -> "Iterator[Any]":
        return _members(self, tuple)

    def __getitem__(self, index: Any) -> Any:
        return _member(self, tuple, index)

    def __contains__(self, value: object) -> bool:
        _note_member(self._tracker, value)
        return tuple.__contains__(self, value)

    def __len__(self) -> int:
        _note(self._tracker, "len")
        return tuple.__len__(self)

    def __hash__(self) -> int:
        _note(self._tracker, "whole")
        return tuple.__hash__(self)

    def __radd__(self, other: Any) -> Any:
        _note(self._tracker, "whole")
        return other + tuple(tuple.__iter__(self)) if isinstance(other, tuple) else NotImplemented

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: "dict[int, Any]") -> Any:
        _note(self._tracker, "whole")
        return copy.deepcopy(tuple(tuple.__iter__(self)), memo)

    def __reduce_ex__(self, protocol: Any) -> Any:
        _note(self._tracker, "whole")
        return tuple, (tuple(tuple.__iter__(self)),)

    @property
    def _tracker(self) -> "Tracker | None":
        tracker: Tracker | None = self.__dict__.get("_tracker")
        return tracker


def recording_list(values: "Iterable[Any]", tracker: Tracker) -> RecordingList:
    """A list of these values that tells `tracker` what is read."""
    made = RecordingList()
    list.extend(made, values)
    made._tracker = tracker
    return made


def recording_tuple(values: "tuple[Any, ...]", tracker: Tracker) -> RecordingTuple:
    """A tuple of these values that tells `tracker` what is read."""
    made = RecordingTuple(values)
    made.__dict__["_tracker"] = tracker
    return made


def _note(tracker: "Tracker | None", kind: str) -> None:
    if tracker is not None:
        tracker.note((kind, None))


def _note_member(tracker: "Tracker | None", value: Any) -> None:
    if tracker is not None:
        tracker.note(("has", value) if type(value) in _SCALARS else ("whole", None))


def _member(sequence: Any, kind: Any, index: Any) -> Any:
    tracker = sequence._tracker
    if tracker is None:
        return kind.__getitem__(sequence, index)
    if not isinstance(index, int):
        _note(tracker, "whole")
        return kind.__getitem__(sequence, index)
    tracker.note(("item", index))
    value = kind.__getitem__(sequence, index)
    child = tracker.child(("item", index), value)
    if child is not value and kind is list and tracker.replaces(child):
        list.__setitem__(sequence, index, child)
    return child


def _members(sequence: Any, kind: Any) -> "Iterator[Any]":
    tracker = sequence._tracker
    if tracker is None or all(type(each) in _SCALARS for each in kind.__iter__(sequence)):
        _note(tracker, "whole")
        found: Iterator[Any] = kind.__iter__(sequence)
        return found
    return (_member(sequence, kind, index) for index in range(len(sequence)))


def _whole(kind: Any, name: str, *, writes: bool) -> "Callable[..., Any]":
    method = getattr(kind, name)

    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        for each in (self, *args):
            if isinstance(each, (RecordingList, RecordingTuple)):
                _note(each._tracker, "whole")
        if writes and self._tracker is not None:
            self._tracker.wrote()
        return method(self, *args, **kwargs)

    call.__name__ = name
    return call


_READS = (
    "__add__",
    "__mul__",
    "__rmul__",
    "__eq__",
    "__ne__",
    "__lt__",
    "__le__",
    "__gt__",
    "__ge__",
    "__repr__",
)
_WRITES = (
    "__setitem__",
    "__delitem__",
    "__iadd__",
    "__imul__",
    "append",
    "extend",
    "insert",
    "remove",
    "pop",
)
for _name in (*_READS, "__reversed__", "count", "index", "copy"):
    setattr(RecordingList, _name, _whole(list, _name, writes=False))
for _name in (*_WRITES, "clear", "sort", "reverse"):
    setattr(RecordingList, _name, _whole(list, _name, writes=True))
for _name in (*_READS, "count", "index"):
    setattr(RecordingTuple, _name, _whole(tuple, _name, writes=False))
