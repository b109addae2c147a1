"""The objects of contexts that are being recorded, each with where it stands in its context."""

import sys
import types
from typing import Any

from ..space import Scenario
from .log import Log
from .mappings import RecordingContext, RecordingDict, fill
from .ownership import is_watchable
from .places import Place, Step
from .sequences import LARGEST, RecordingList, recording_list
from .sets import RecordingFrozenSet, RecordingSet, read_past_methods, recording_set
from .watching import own_fields, watch

_CONTAINERS = frozenset({dict, list, set, frozenset})
_FEWEST = 2048
_ALONE = 2
"""References to an object that nobody but its node holds, as `getrefcount` counts them."""


class RecordingNamespace(types.SimpleNamespace):
    """In place of `types.SimpleNamespace`, a class that can't be watched; looks like one of those."""

    def __repr__(self) -> str:
        return f"namespace({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, types.SimpleNamespace):
            return NotImplemented
        return bool(vars(self) == vars(other))

    __hash__ = None

    def __reduce_ex__(self, protocol: Any) -> Any:
        return types.SimpleNamespace, (), dict(vars(self))


RecordingNamespace.__name__ = "SimpleNamespace"
_RECORDING = frozenset({RecordingContext, RecordingList, RecordingSet, RecordingFrozenSet})
_REPLACING = (RecordingDict, RecordingList, RecordingNamespace, RecordingSet)

nodes: "dict[int, Node]" = {}
"""By the id of the object, which its node keeps alive."""
_limit = _FEWEST


class Node:
    """An object or container of a context; it is where reads of its parts are told."""

    __slots__ = ("_children", "_evaluation", "_made", "holder", "log", "places", "scenario")

    def __init__(self, holder: Any, place: Place, log: Log, scenario: Scenario) -> None:
        self.holder = holder
        """None for a container, which knows its node itself."""
        self.places: tuple[Place, ...] = (place,)
        """Where it was come by; several where a context holds it twice."""
        self.log = log
        self.scenario = scenario
        self._made = own_fields(holder).copy()
        """Fields as the factory made them, which may give an object of another evaluation again."""
        self._evaluation = log.evaluation
        self._children: dict[Step, tuple[Any, Any]] = {}
        """Step to (value, what is handed out for it), for values that can't be replaced where they are."""

    def note(self, step: Step) -> None:
        """What a step from here leads to is read."""
        for place in self.places:
            self.log.note(place.at(step), self.scenario)

    def child(self, step: Step, value: Any) -> Any:
        """What to hand out for a value, so that reads of it are recorded too."""
        known = self._children.get(step)
        if known is not None and known[0] is value:
            return known[1]
        for place in self.places:
            handed = recorded(value, place.at(step), self.log, self.scenario)
        if handed is not value and not self.replaces(handed):
            self._children[step] = (value, handed)
        return handed

    def replaces(self, child: Any) -> bool:
        """Whether it is kept in place of the value: what is written into it must not be lost."""
        return isinstance(child, _REPLACING)

    def reached(self, place: Place, log: Log, scenario: Scenario) -> None:
        """Come by once more."""
        self.log, self.scenario = log, scenario
        if place not in self.places:
            self.places = (*self.places, place)

    def item(self, key: Any, mapping: RecordingDict) -> None:
        """As a `Source`."""
        self.note(("item", key))

    def wrote(self, name: str, value: Any) -> bool:
        """Whether user code has given the holder this field, or changed it."""
        if self._evaluation != self.log.evaluation:
            self._evaluation, self._made = self.log.evaluation, own_fields(self.holder).copy()
        return self._made.get(name, self) is not value

    def replaced(self, name: str, child: Any) -> None:
        """A field holds what records in place of its value."""
        if name in self._made:
            self._made[name] = child

    def owned(self) -> bool:
        """As a `Source`: what a factory writes into an object that several contexts share is nobody's own."""
        return self.log.trace is None

    def key(self, key: Any) -> None:
        """As a `Source`."""
        self.note(("has", key))

    def keys(self) -> None:
        """As a `Source`."""
        self.note(("keys", None))

    def handed(self, key: Any, mapping: RecordingDict) -> Any:
        """As a `Source`."""
        value = dict.__getitem__(mapping, key)
        child = self.child(("item", key), value)
        if child is not value and self.replaces(child):
            dict.__setitem__(mapping, key, child)
        return child


def recorded(value: Any, place: Place, log: Log, scenario: Scenario) -> Any:
    """The value or what takes its place, recording; one that can't be is returned as it is."""
    kind = type(value)
    if kind in _CONTAINERS:
        return value if kind.__len__(value) > LARGEST else _container(value, place, log, scenario)
    if kind is types.SimpleNamespace:
        value = RecordingNamespace(**vars(value))
        kind = RecordingNamespace
    if kind is RecordingNamespace or is_watchable(kind):
        _register(value, place, log, scenario)
    elif kind in _RECORDING:
        known = value._source if kind is RecordingContext else value._tracker
        if isinstance(known, Node):
            known.reached(place, log, scenario)
            if isinstance(value, (set, frozenset)) and read_past_methods():
                known.note(("whole", None))
    return value


def _container(value: Any, place: Place, log: Log, scenario: Scenario) -> Any:
    kind = type(value)
    node = Node(None, place, log, scenario)
    if kind is dict:
        made = RecordingContext()
        fill(made, value, node)
        if not value:
            node.keys()  # C code of `json` asks for the size of a dict without its methods
        return made
    if kind is list:
        return recording_list(value, node)
    if read_past_methods():
        node.note(("whole", None))
    return recording_set(value, node)


def _register(value: Any, place: Place, log: Log, scenario: Scenario) -> None:
    known = nodes.get(id(value))
    if known is not None:
        known.reached(place, log, scenario)
    elif watch(type(value), nodes):
        if len(nodes) >= _limit:
            _sweep()
        nodes[id(value)] = Node(value, place, log, scenario)


def _sweep() -> None:
    """Let go of the objects that nobody else holds any more; holders stand before what they hold."""
    global _limit
    for key, node in list(nodes.items()):
        if sys.getrefcount(node.holder) <= _ALONE:
            del nodes[key]
            node.holder = None
    _limit = max(_FEWEST, 2 * len(nodes))
