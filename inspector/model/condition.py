"""The set of scenarios in which something holds, as a decision diagram over flags with several values."""

from collections.abc import Iterator, Sequence
from typing import Final
from weakref import WeakValueDictionary

_Pairs = dict[tuple[int, int], "Condition"]


class Condition:
    """A node of a reduced, ordered diagram; two of them are equal exactly when they are the same object.

    `level` is the position of a flag in its space, `branches` what holds for each of its values in their
    order. Below a node only greater levels stand; a flag that decides nothing has no node. Conditions are put
    together by one thread at a time.
    """

    __slots__ = ("__weakref__", "branches", "level")

    def __init__(self, level: int, branches: "tuple[Condition, ...]") -> None:
        """For `branch` alone, which shares nodes."""
        self.level: Final = level
        self.branches: Final = branches

    def __and__(self, other: "Condition") -> "Condition":
        return _joined(self, other, NEVER, ALWAYS, {})

    def __or__(self, other: "Condition") -> "Condition":
        return _joined(self, other, ALWAYS, NEVER, {})

    def __invert__(self) -> "Condition":
        return _inverted(self, {})

    def __sub__(self, other: "Condition") -> "Condition":
        return self & ~other

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
        seen: set[int] = set()
        pending = [self]
        while pending:
            node = pending.pop()
            if node.branches and id(node) not in seen:
                seen.add(id(node))
                yield node
                pending.extend(node.branches)

    def holds(self, scenario: Sequence[int]) -> bool:
        """In a scenario, given by the position of each flag's value."""
        node = self
        while node.branches:
            node = node.branches[scenario[node.level]]
        return node is ALWAYS

    def __repr__(self) -> str:
        if not self.branches:
            return "ALWAYS" if self is ALWAYS else "NEVER"
        return f"Condition({self.level}, {self.branches!r})"


NEVER: Final = Condition(-1, ())
ALWAYS: Final = Condition(-1, ())
_nodes: "WeakValueDictionary[tuple[int, ...], Condition]" = WeakValueDictionary()
"""Every living node by its level and the identities of its branches, which it keeps alive."""


def branch(level: int, branches: Sequence[Condition]) -> Condition:
    """What holds by the value of one flag; conditions below it are about later flags."""
    first = branches[0]
    if all(each is first for each in branches):
        return first
    key = (level, *map(id, branches))
    node = _nodes.get(key)
    if node is None:
        node = _nodes[key] = Condition(level, tuple(branches))
    return node


def _joined(
    one: Condition, other: Condition, absorbing: Condition, neutral: Condition, known: _Pairs
) -> Condition:
    """Both of two conditions, or either of them, by which end absorbs and which one changes nothing."""
    if one is other or other is neutral:
        return one
    if one is neutral:
        return other
    if absorbing in (one, other):
        return absorbing
    key = (id(one), id(other)) if id(one) < id(other) else (id(other), id(one))
    found = known.get(key)
    if found is None:
        if one.level == other.level:
            pairs = zip(one.branches, other.branches, strict=True)
            parts = [_joined(left, right, absorbing, neutral, known) for left, right in pairs]
            found = branch(one.level, parts)
        else:
            first, second = (one, other) if one.level < other.level else (other, one)
            parts = [_joined(left, second, absorbing, neutral, known) for left in first.branches]
            found = branch(first.level, parts)
        known[key] = found
    return found


def _inverted(one: Condition, known: dict[int, Condition]) -> Condition:
    if not one.branches:
        return NEVER if one is ALWAYS else ALWAYS
    found = known.get(id(one))
    if found is None:
        found = known[id(one)] = branch(one.level, [_inverted(each, known) for each in one.branches])
    return found
