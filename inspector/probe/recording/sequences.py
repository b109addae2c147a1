"""Lists of a context, whose reads are recorded.

A tuple is handed out as it is, and counts as read as a whole: C code reads it past all methods.
"""

import copy
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol


class Tracker(Protocol):
    """What a recorded container tells of its reads; knows where it stands in its context."""

    def note(self, step: "tuple[str, Any]") -> None:
        """What a step from here leads to is read."""

    def child(self, step: "tuple[str, Any]", value: Any) -> Any:
        """A value of it, as it is to be handed out."""

    def replaces(self, child: Any) -> bool:
        """Whether a child is to be kept in the container in place of the value."""


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
        return _members(self)

    def __getitem__(self, index: Any) -> Any:
        return _member(self, index)

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


RecordingList.__name__ = "list"
"""As code shows it that prints the type of what it is given."""


def recording_list(values: "Iterable[Any]", tracker: Tracker) -> RecordingList:
    """A list of these values that tells `tracker` what is read."""
    made = RecordingList()
    list.extend(made, values)
    made._tracker = tracker
    return made


def _note(tracker: "Tracker | None", kind: str) -> None:
    if tracker is not None:
        tracker.note((kind, None))


def _note_member(tracker: "Tracker | None", value: Any) -> None:
    if tracker is not None:
        tracker.note(("has", value) if type(value) in _SCALARS else ("whole", None))


def _member(sequence: RecordingList, index: Any) -> Any:
    tracker = sequence._tracker
    if tracker is None:
        return list.__getitem__(sequence, index)
    if not isinstance(index, int):
        _note(tracker, "whole")
        return list.__getitem__(sequence, index)
    tracker.note(("item", index))
    value = list.__getitem__(sequence, index)
    child = tracker.child(("item", index), value)
    if child is not value and tracker.replaces(child):
        list.__setitem__(sequence, index, child)
    return child


def _members(sequence: RecordingList) -> "Iterator[Any]":
    tracker = sequence._tracker
    if tracker is None or all(type(each) in _SCALARS for each in list.__iter__(sequence)):
        _note(tracker, "whole")
        return list.__iter__(sequence)
    return (_member(sequence, index) for index in range(len(sequence)))


def _whole(name: str) -> "Callable[..., Any]":
    method = getattr(list, name)

    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        for each in (self, *args):
            if isinstance(each, RecordingList):
                _note(each._tracker, "whole")
        return method(self, *args, **kwargs)

    call.__name__ = name
    return call


_WHOLE: "tuple[str, ...]" = (
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
    "__reversed__",
    "__setitem__",
    "__delitem__",
    "__iadd__",
    "__imul__",
)
_WHOLE += (
    "count",
    "index",
    "copy",
    "append",
    "extend",
    "insert",
    "remove",
    "pop",
    "clear",
    "sort",
    "reverse",
)
for _name in _WHOLE:
    setattr(RecordingList, _name, _whole(_name))
