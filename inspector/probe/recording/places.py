"""Where in a context something stands that can be read, and what stands there in another context."""

from typing import Any

from ..plain import short_repr, text

Step = tuple[str, Any]
"""(`attr`, `item`, `has`, `keys`, `len` or `whole`; name, key or None)."""


class Mark:
    """What takes the place of a value that isn't there."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return self._name


_CONTAINERS: "tuple[Any, ...]" = (dict, list, tuple, set, frozenset)
ABSENT = Mark("ABSENT")
"""The object has no such attribute, the mapping no such key."""
UNREACHABLE = Mark("UNREACHABLE")
"""What it would be read from isn't there, or is something else."""


class Place:
    """Shared by all contexts of a root; `learnt` is what its value depends on once that is known."""

    __slots__ = ("children", "learnt", "parent", "step", "steps")

    def __init__(self, parent: "Place | None", step: "Step | None") -> None:
        self.parent = parent
        self.step = step
        self.steps: tuple[Step, ...] = () if parent is None or step is None else (*parent.steps, step)
        self.children: dict[Step, Place] = {}
        self.learnt: tuple[tuple[int, ...], str] | None = None
        """(variables, doubt)."""

    def at(self, step: Step) -> "Place":
        """The place that a step leads to from here."""
        found = self.children.get(step)
        if found is None:
            found = self.children[step] = Place(self, step)
        return found

    def __str__(self) -> str:
        shown = "ctx"
        for kind, key in self.steps:
            if kind == "attr":
                shown += f".{text(key)}"
            elif kind == "item":
                shown += f"[{short_repr(key, 40)}]"
            elif kind == "has":
                shown = f"{short_repr(key, 40)} in {shown}"
        return shown


def follow(context: Any, steps: "tuple[Step, ...]") -> Any:
    """What stands there in a context; ABSENT or UNREACHABLE where nothing does."""
    value = context
    for kind, key in steps:
        if value is ABSENT or value is UNREACHABLE:
            return UNREACHABLE
        value = _STEPS[kind](value, key)
    return value


def _attribute(holder: Any, name: Any) -> Any:
    """As it is stored: no `__getattr__` of the class is asked."""
    try:
        kind: Any = type(holder)
        return kind.__getattribute__(holder, name)
    except AttributeError:
        return ABSENT


def _item(holder: Any, key: Any) -> Any:
    try:
        if isinstance(holder, dict):
            return dict.get(holder, key, ABSENT)
        if isinstance(holder, list):
            return list.__getitem__(holder, key)
        if isinstance(holder, tuple):
            return tuple.__getitem__(holder, key)
    except (LookupError, TypeError):
        return ABSENT
    return UNREACHABLE


def _has(holder: Any, key: Any) -> Any:
    for kind in _CONTAINERS:
        if isinstance(holder, kind):
            return kind.__contains__(holder, key)
    return UNREACHABLE


def _keys(holder: Any, key: Any) -> Any:
    return tuple(dict.keys(holder)) if isinstance(holder, dict) else UNREACHABLE


def _length(holder: Any, key: Any) -> Any:
    for kind in _CONTAINERS:
        if isinstance(holder, kind):
            return kind.__len__(holder)
    return UNREACHABLE


def _whole(holder: Any, key: Any) -> Any:
    return holder


_STEPS = {
    "attr": _attribute,
    "item": _item,
    "has": _has,
    "keys": _keys,
    "len": _length,
    "whole": _whole,
}
