"""Combinations of values that no chosen scenario holds yet, as bits over literals.

A literal is one value of one variable; literals are numbered through, variable by variable.
"""

import itertools
from collections.abc import Iterator, Sequence
from random import Random


class Missing:
    """All combinations of `strength` variables, or of as many as there are; one to three."""

    def __init__(self, sizes: Sequence[int], strength: int) -> None:
        self._sizes = sizes
        self._starts = [0, *itertools.accumulate(sizes)]
        self.count = self._starts[-1]
        """Of literals."""
        self._place = [place for place, size in enumerate(sizes) for _ in range(size)]
        strength = min(strength, len(sizes))
        self._mark = self.count
        """A literal that every scenario has: with it two, or one, are handled as three."""
        self._links: list[dict[int, int]] = [self._all_with(one, strength) for one in range(self.count)]
        """For a literal and another one the set of those that are still missing with both of them."""
        self.effort = self.count * (len(sizes) if strength > 2 else 1)

    def _all_with(self, one: int, strength: int) -> dict[int, int]:
        if strength == 1:
            return {self._mark: 1 << self._mark}
        others = self.others(one)
        if strength == 2:
            return {self._mark: others}
        return {other: others & self.others(other) for other in ones(others)}

    def others(self, one: int) -> int:
        """The set of the literals of all other variables."""
        place = self._place[one]
        own = (1 << self._starts[place + 1]) - (1 << self._starts[place])
        return ((1 << self.count) - 1) & ~own

    def literal(self, place: int, value: int) -> int:
        """Of the variable at `place`."""
        return self._starts[place] + value

    def values(self, literals: Sequence[int]) -> dict[int, int]:
        """Value by place."""
        places = self._place
        return {places[each]: each - self._starts[places[each]] for each in literals if each != self._mark}

    def heaviest(self) -> int | None:
        """The literal that most is missing with; None when nothing is."""
        best, most = None, 0
        for one, links in enumerate(self._links):
            weight = sum(map(int.bit_count, links.values()))
            if weight > most:
                best, most = one, weight
        return best

    def one_with(self, one: int, random: Random) -> tuple[int, ...]:
        """Some combination that is missing, as literals."""
        other, mask = random.choice([(other, mask) for other, mask in self._links[one].items() if mask])
        return one, other, random.choice(list(ones(mask)))

    def greedy(self, combination: Sequence[int], random: Random) -> list[int]:
        """Literals of a whole scenario that holds the combination, and much else that is missing."""
        chosen = [each for each in combination if each != self._mark]
        taken = {self._place[each] for each in chosen}
        rest = [place for place in range(len(self._sizes)) if place not in taken]
        random.shuffle(rest)
        mask = sum(1 << each for each in chosen) | 1 << self._mark
        keys = [*chosen, self._mark]
        for place in rest:
            options = list(range(self._starts[place], self._starts[place + 1]))
            random.shuffle(options)
            best = max(options, key=lambda option: self._weight(option, keys, mask))
            chosen.append(best)
            keys.append(best)
            mask |= 1 << best
        return chosen

    def gain(self, literals: Sequence[int]) -> int:
        """How much a scenario holds of what is missing; to be compared only."""
        keys = [*literals, self._mark]
        mask = sum(1 << each for each in keys)
        return sum(self._weight(each, keys, mask) for each in literals)

    def _weight(self, one: int, keys: Sequence[int], mask: int) -> int:
        links = self._links[one]
        return sum((links.get(key, 0) & mask).bit_count() for key in keys)

    def take(self, literals: Sequence[int]) -> None:
        """What a scenario holds is missing no more."""
        keys = [*literals, self._mark]
        mask = ~sum(1 << each for each in keys)
        for one in literals:
            links = self._links[one]
            for key in keys:
                if key in links:
                    links[key] &= mask

    def drop(self, combination: Sequence[int]) -> None:
        """One that can't be, with all that contain it."""
        wanted = [each for each in combination if each != self._mark]
        if len(wanted) == 3 or self._mark in self._links[wanted[0]]:
            self._drop_whole(wanted)
            return
        one, other = wanted
        self._links[one].pop(other, None)
        self._links[other].pop(one, None)
        for third, links in enumerate(self._links):
            if third not in wanted:
                for key, gone in ((one, other), (other, one)):
                    if key in links:
                        links[key] &= ~(1 << gone)
        for key, gone in ((one, other), (other, one)):
            for each in self._links[key]:
                self._links[key][each] &= ~(1 << gone)

    def _drop_whole(self, wanted: Sequence[int]) -> None:
        keys = [*wanted, self._mark]
        mask = ~sum(1 << each for each in keys)
        for one in wanted:
            for key in keys:
                if key != one and key in self._links[one]:
                    self._links[one][key] &= mask


def ones(mask: int) -> Iterator[int]:
    """Positions of the bits that are set, from the lowest."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
