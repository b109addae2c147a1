"""A condition as few, short combinations of values: each an "and" over flags, all together an "or"."""

from collections.abc import Iterable, Sequence

from inspector.model import ALWAYS, NEVER, Condition

Cube = dict[int, frozenset[int]]
"""Positions of the values that a flag may have; a flag that isn't in it may have any."""


def prime(scenario: Sequence[int], outside: Condition) -> Cube:
    """A combination around a scenario that can't be made wider without reaching `outside`.

    Flags late in the space are dropped first. The scenario itself must not be in `outside`.
    """
    return _Widening(scenario, outside).cube()


class _Widening:
    """One pass over the diagram of what must not be reached, from the last flag to the first."""

    def __init__(self, scenario: Sequence[int], outside: Condition) -> None:
        self._scenario = scenario
        self._reaching: dict[Condition, bool] = {ALWAYS: True, NEVER: False}
        """By node, whether the scenario's own values lead from there to what must not be reached."""
        self._pending: dict[int, set[Condition]] = {}
        """By level, the nodes that the combination made so far can lead to."""
        self._add(outside)

    def cube(self) -> Cube:
        found: Cube = {}
        while self._pending:
            level = max(self._pending)
            nodes = self._pending.pop(level)
            size = len(next(iter(nodes)).branches)
            free = [at for at in range(size) if not any(self._reaches(one.branches[at]) for one in nodes)]
            if len(free) < size:
                found[level] = frozenset(free)
            for one in nodes:
                for at in free:
                    self._add(one.branches[at])
        return found

    def _add(self, node: Condition) -> None:
        if node is not NEVER:
            self._pending.setdefault(node.level, set()).add(node)

    def _reaches(self, node: Condition) -> bool:
        passed = []
        while (known := self._reaching.get(node)) is None:
            passed.append(node)
            node = node.branches[self._scenario[node.level]]
        for each in passed:
            self._reaching[each] = known
        return known


def reaches(cube: Cube, outside: Condition) -> bool:
    """Whether a scenario of the cube is in `outside`."""
    seen = {outside}
    pending = [outside]
    while pending:
        node = pending.pop()
        if node is ALWAYS:
            return True
        positions = cube.get(node.level)
        for at, each in enumerate(node.branches):
            if each not in seen and (positions is None or at in positions):
                seen.add(each)
                pending.append(each)
    return False


class OutOfSteps(Exception):
    """A search takes longer than it may."""


class Open:
    """What no case covers yet of a condition: searched depth first from the last flag on.

    The cases that may still cover a scenario are bits of a number. `steps` is what all searches may take.
    """

    def __init__(self, sizes: Sequence[int], inside: Condition, levels: Iterable[int], steps: int) -> None:
        """`levels`: of the flags that the condition or any case depends on."""
        self._inside = inside
        self._levels = sorted(levels, reverse=True)
        self._steps = steps
        self._allowing = [[0] * sizes[level] for level in self._levels]
        """By index of a level and value, the cases that allow it."""
        self._saying = [0] * len(self._levels)
        """By index of a level, the cases that don't allow each of its values."""
        self._to_say = [0] * (len(self._levels) + 1)
        """By index of a level, the cases that say something of it or of an earlier flag."""
        self._all = 0
        self._count = 0

    def cover(self, cube: Cube) -> int:
        """Add a case; its bit."""
        bit = 1 << self._count
        self._count += 1
        self._all |= bit
        for index, level in enumerate(self._levels):
            positions = cube.get(level)
            for at in range(len(self._allowing[index])) if positions is None else positions:
                self._allowing[index][at] |= bit
            if positions is not None:
                self._saying[index] |= bit
        deepest = max((index for index, level in enumerate(self._levels) if level in cube), default=-1)
        for index in range(deepest + 1):
            self._to_say[index] |= bit
        return bit

    def covering(self, scenario: Sequence[int]) -> int:
        """Bits of the cases that a scenario is in."""
        found = self._all
        for index, level in enumerate(self._levels):
            found &= self._allowing[index][scenario[level]]
        return found

    def scenario(self, near: Sequence[int], without: int = 0, within: Cube | None = None) -> list[int] | None:
        """One that no case covers, those of the bits `without` left out; None where all is covered.

        Of the values of a flag that of `near` is tried first; `within` leaves only some. Raises OutOfSteps.
        """
        self._near = list(near)
        self._values = [
            sorted((within or {}).get(level) or range(len(allowing)), key=near[level].__ne__)
            for level, allowing in zip(self._levels, self._allowing, strict=True)
        ]
        self._covered: set[tuple[int, Condition, int]] = set()
        return self._near if self._descend(0, self._inside, self._all & ~without) else None

    def _descend(self, index: int, node: Condition, alive: int) -> bool:
        if node is NEVER:
            return False
        while not alive & ~self._to_say[index]:
            if node is ALWAYS and not alive:
                return True
            if node.level == self._levels[index] or alive & self._saying[index]:
                return self._branches(index, node, alive)
            index += 1
        return False

    def _branches(self, index: int, node: Condition, alive: int) -> bool:
        state = (index, node, alive)
        if state in self._covered:
            return False
        self._steps -= 1
        if self._steps < 0:
            raise OutOfSteps
        level = self._levels[index]
        decides = node.level == level
        near = self._near[level]
        for at in self._values[index]:
            self._near[level] = at
            below = node.branches[at] if decides else node
            if self._descend(index + 1, below, alive & self._allowing[index][at]):
                return True
        self._near[level] = near
        self._covered.add(state)
        return False
