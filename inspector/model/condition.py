"""The set of scenarios in which something holds, as a decision diagram over flags with several values."""

import threading
import weakref
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

_Pairs = dict[tuple[int, int], "Condition"]


class TooLarge(Exception):
    """Putting conditions together takes more than it may."""


class Room:
    """Steps that several operations may take together; the one that takes more raises TooLarge."""

    def __init__(self, steps: int) -> None:
        self._left = steps

    def step(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise TooLarge


class _Limited(_Pairs):
    """What is known of pairs, each of which takes a step."""

    def __init__(self, room: Room) -> None:
        super().__init__()
        self._room = room

    def __setitem__(self, pair: tuple[int, int], found: "Condition") -> None:
        self._room.step()
        super().__setitem__(pair, found)


class Condition:
    """A node of a reduced, ordered diagram; two of them are equal exactly when they are the same object.

    `level` is the position of a flag in its space, `branches` what holds for each of its values in their
    order. Below a node only smaller levels stand: the tenant, last in a space, decides at the top, and what
    follows from its name is shared by all conditions. A flag that decides nothing has no node. Several
    threads may put conditions together, of up to about 800 flags.
    """

    __slots__ = ("__weakref__", "branches", "level")

    def __init__(self, level: int, branches: "tuple[Condition, ...]") -> None:
        """For `branch` alone, which shares nodes."""
        self.level: Final = level
        self.branches: Final = branches

    def __and__(self, other: "Condition") -> "Condition":
        return _both(self, other, {})

    def __or__(self, other: "Condition") -> "Condition":
        return _either(self, other, {})

    def __sub__(self, other: "Condition") -> "Condition":
        return _without(self, other, {})

    def __invert__(self) -> "Condition":
        return _without(ALWAYS, self, {})

    @property
    def possible(self) -> bool:
        """Whether it holds in any scenario at all."""
        return self is not NEVER

    @property
    def levels(self) -> tuple[int, ...]:
        """Of the flags that it depends on, in order."""
        return tuple(sorted({node.level for node in self.nodes()}))

    def nodes(self) -> "Iterator[Condition]":
        """Every node once, the two ends left out."""
        seen = {self}
        pending = [self]
        while pending:
            node = pending.pop()
            if node.branches:
                yield node
                for each in node.branches:
                    if each not in seen:
                        seen.add(each)
                        pending.append(each)

    def holds(self, scenario: Sequence[int]) -> bool:
        """In a scenario, given by the position of each flag's value."""
        node = self
        while node.branches:
            node = node.branches[scenario[node.level]]
        return node is ALWAYS

    def meets(self, other: "Condition") -> bool:
        """Whether both hold in some scenario: `(self & other).possible`, without making that."""
        return _meet(self, other, set())

    def both(self, other: "Condition", room: Room) -> "Condition":
        """As `&`; raises TooLarge where that takes more room."""
        return _both(self, other, _Limited(room))

    def either(self, other: "Condition", room: Room) -> "Condition":
        """As `|`; raises TooLarge where that takes more room."""
        return _either(self, other, _Limited(room))

    def without(self, other: "Condition", room: Room) -> "Condition":
        """As `-`; raises TooLarge where that takes more room."""
        return _without(self, other, _Limited(room))

    def __repr__(self) -> str:
        if not self.branches:
            return "ALWAYS" if self is ALWAYS else "NEVER"
        return f"Condition({self.level}, {self.branches!r})"


NEVER: Final = Condition(-1, ())
ALWAYS: Final = Condition(-1, ())


class _Nodes:
    """Every living node by its level and the identities of its branches, which it keeps alive."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, ...], weakref.ref[Condition]] = {}
        self._lock = threading.Lock()
        self._room = 1 << 16

    def node(self, level: int, branches: tuple[Condition, ...]) -> Condition:
        """The one node of these branches, or what they all are."""
        first = branches[0]
        if branches.count(first) == len(branches):
            return first
        key = (level, *map(id, branches))
        reference = self._known.get(key)
        found = reference() if reference is not None else None
        return found if found is not None else self._made(key, level, branches)

    def _made(self, key: tuple[int, ...], level: int, branches: tuple[Condition, ...]) -> Condition:
        with self._lock:
            reference = self._known.get(key)
            found = reference() if reference is not None else None
            if found is None:
                if len(self._known) >= self._room:
                    self._forget_dead()
                found = Condition(level, branches)
                self._known[key] = weakref.ref(found)
            return found

    def _forget_dead(self) -> None:
        self._known = {key: reference for key, reference in self._known.items() if reference() is not None}
        self._room = max(1 << 16, 2 * len(self._known))


_nodes: Final = _Nodes()
_node: Final = _nodes.node


def branch(level: int, branches: Sequence[Condition]) -> Condition:
    """What holds by the value of one flag; the conditions for its values may be about any flags."""
    if all(each.level < level for each in branches):
        return _node(level, tuple(branches))
    return _chosen(level, tuple(branches), {})


def one_of(level: int, size: int, positions: Sequence[int] | frozenset[int]) -> Condition:
    """That a flag of `size` values has one of those at `positions`."""
    return _node(level, tuple(ALWAYS if each in positions else NEVER for each in range(size)))


def all_of(conditions: Iterable[Condition]) -> Condition:
    """Where every one of them holds."""
    found = ALWAYS
    for one in conditions:
        found = found & one
    return found


def _both(one: Condition, other: Condition, known: _Pairs) -> Condition:
    if one is other or other is ALWAYS:
        return one
    if one is ALWAYS:
        return other
    if one is NEVER or other is NEVER:
        return NEVER
    key = (id(one), id(other)) if id(one) < id(other) else (id(other), id(one))
    found = known.get(key)
    if found is None:
        parts = []
        if one.level == other.level:
            for left, right in zip(one.branches, other.branches, strict=True):
                parts.append(_both(left, right, known))
        else:
            upper, lower = (one, other) if one.level > other.level else (other, one)
            for each in upper.branches:
                parts.append(_both(each, lower, known))
        found = known[key] = _node(max(one.level, other.level), tuple(parts))
    return found


def _either(one: Condition, other: Condition, known: _Pairs) -> Condition:
    if one is other or other is NEVER:
        return one
    if one is NEVER:
        return other
    if one is ALWAYS or other is ALWAYS:
        return ALWAYS
    key = (id(one), id(other)) if id(one) < id(other) else (id(other), id(one))
    found = known.get(key)
    if found is None:
        parts = []
        if one.level == other.level:
            for left, right in zip(one.branches, other.branches, strict=True):
                parts.append(_either(left, right, known))
        else:
            upper, lower = (one, other) if one.level > other.level else (other, one)
            for each in upper.branches:
                parts.append(_either(each, lower, known))
        found = known[key] = _node(max(one.level, other.level), tuple(parts))
    return found


def _without(one: Condition, other: Condition, known: _Pairs) -> Condition:
    if one is NEVER or one is other or other is ALWAYS:
        return NEVER
    if other is NEVER:
        return one
    key = (id(one), id(other))
    found = known.get(key)
    if found is None:
        parts = []
        if one.level == other.level:
            for left, right in zip(one.branches, other.branches, strict=True):
                parts.append(_without(left, right, known))
        elif one.level > other.level:
            for each in one.branches:
                parts.append(_without(each, other, known))
        else:
            for each in other.branches:
                parts.append(_without(one, each, known))
        found = known[key] = _node(max(one.level, other.level), tuple(parts))
    return found


def _meet(one: Condition, other: Condition, apart: set[tuple[int, int]]) -> bool:
    """Whether both hold somewhere; `apart` gathers pairs that don't."""
    if one is NEVER or other is NEVER:
        return False
    if one is other or one is ALWAYS or other is ALWAYS:
        return True
    key = (id(one), id(other))
    if key in apart:
        return False
    if one.level == other.level:
        for left, right in zip(one.branches, other.branches, strict=True):
            if _meet(left, right, apart):
                return True
    elif one.level > other.level:
        for each in one.branches:
            if _meet(each, other, apart):
                return True
    else:
        for each in other.branches:
            if _meet(one, each, apart):
                return True
    apart.add(key)
    return False


def _chosen(
    level: int, among: tuple[Condition, ...], known: dict[tuple[Condition, ...], Condition]
) -> Condition:
    """Of conditions that may be about flags above `level`, the one that the flag's value picks."""
    top = max(each.level for each in among)
    if top < level:
        return _node(level, among)
    found = known.get(among)
    if found is None:
        if top == level:
            picked = [each.branches[at] if each.level == level else each for at, each in enumerate(among)]
            found = _node(level, tuple(picked))
        else:
            size = next(len(each.branches) for each in among if each.level == top)
            parts = []
            for at in range(size):
                below = tuple([each.branches[at] if each.level == top else each for each in among])
                parts.append(_chosen(level, below, known))
            found = _node(top, tuple(parts))
        known[among] = found
    return found
