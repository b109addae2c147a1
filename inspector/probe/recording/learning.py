"""Learns which flags decide what stands at a place of the context."""

from collections.abc import Iterator
from typing import Any

from ..space import Scenario
from .comparing import Unsettled, alike, same
from .contexts import Contexts, standing
from .places import UNREACHABLE, Place

_PARTNERS = 8
"""Random scenarios that agree in what was learnt with one that is known, to verify it with."""
_SHALLOW = frozenset({"attr", "item"})


class Learning:
    """Learns places of one root's contexts, each once, by comparing contexts of other scenarios."""

    def __init__(self, contexts: Contexts) -> None:
        self._contexts = contexts

    def of(self, place: Place, scenario: Scenario) -> "tuple[tuple[int, ...], str]":
        """(variables in their order, doubt) of a place that was read in a scenario."""
        if place.learnt is None:
            place.learnt = self._learn(place, scenario)
        return place.learnt

    def give_up(self, place: Place, found: "set[int] | None" = None) -> "tuple[tuple[int, ...], str]":
        """Take a place for dependent on all that making a context was seen to read."""
        variables = tuple(sorted(self._contexts.read | (found or set())))
        place.learnt = (variables, f"which flags `{place}` depends on could not be settled")
        return place.learnt

    def _learn(self, place: Place, scenario: Scenario) -> "tuple[tuple[int, ...], str]":
        contexts = self._contexts
        contexts.explore()
        cell = _Cell(place, contexts)
        try:
            if cell.value(contexts.space.default) is UNREACHABLE:
                contexts.explore(scenario)
            else:
                scenario = contexts.space.default
            if cell.differs_by_itself(scenario):
                return (), f"reads `{place}`, which differs each time it is made"
            cell.look_at_once()
            found = cell.variables()
        except Unsettled:
            found = None
        if found is not None and not contexts.exhausted:
            return tuple(sorted(found)), ""
        return self.give_up(place, found)


class _Cell:
    """The values at one place by scenario, and the variables that were found to decide them."""

    def __init__(self, place: Place, contexts: Contexts) -> None:
        self._place = place
        self._contexts = contexts
        self._values: dict[Scenario, Any] = {}
        self._at_once = False
        self._found: set[int] = set()
        self._same = alike if place.step is None or place.step[0] in _SHALLOW else same

    def value(self, scenario: Scenario) -> Any:
        """What stands there in a scenario."""
        found = self._values.get(scenario, self)
        if found is self:
            contexts = self._contexts
            raw = contexts.anew(scenario) if self._at_once else contexts.at(scenario)
            found = self._values[scenario] = standing(raw, self._place)
        return found

    def differs_by_itself(self, scenario: Scenario) -> bool:
        """Whether two contexts of one scenario differ there."""
        contexts = self._contexts
        first, second = contexts.at(scenario), contexts.again(scenario)
        return not self._same(standing(first, self._place), standing(second, self._place))

    def look_at_once(self) -> None:
        """Look at each context before the next is made, where all of them hold one object."""
        parent = self._place.parent
        if parent is not None and self._is_one_object(parent):
            self._at_once = True
            self._values.clear()

    def _is_one_object(self, place: Place) -> bool:
        """Whether two scenarios' contexts have the same object there, not only an equal one."""
        contexts = self._contexts
        some = standing(contexts.at(contexts.space.default), place)
        again = standing(contexts.again(contexts.space.default), place)
        return some is again and some is not UNREACHABLE

    def variables(self) -> "set[int]":
        """All that decide; raises Unsettled where values can't be compared."""
        for one, other in self._contexts.pairs:
            if self._differ(one, other):
                self._blame(one, other)
        while not self._contexts.exhausted:
            counterexample = next(self._counterexamples(), None)
            if counterexample is None:
                break
            self._blame(*counterexample)
        return self._found

    def _differ(self, one: Scenario, other: Scenario) -> bool:
        first, second = self.value(one), self.value(other)
        if first is UNREACHABLE or second is UNREACHABLE:
            return False
        return not self._same(first, second)

    def _counterexamples(self) -> "Iterator[tuple[Scenario, Scenario]]":
        """Two scenarios each that agree in what was found and nevertheless differ."""
        order = sorted(self._found)
        groups: dict[Scenario, Scenario] = {}
        for scenario in self._contexts.scenarios:
            if self.value(scenario) is UNREACHABLE:
                continue
            first = groups.setdefault(tuple(scenario[each] for each in order), scenario)
            if first is not scenario and self._differ(first, scenario):
                yield first, scenario
        known = list(groups.values())
        for at in range(_PARTNERS if known and not self._contexts.complete else 0):
            scenario = known[at % len(known)]
            partner = self._contexts.random({each: scenario[each] for each in order})
            if partner is not None and self._differ(scenario, partner):
                yield scenario, partner

    def _blame(self, one: Scenario, other: Scenario) -> None:
        """Walk from one scenario to the other; what is changed where the value changes is found."""
        before, value = one, self.value(one)
        for scenario in self._walk(one, other):
            now = self.value(scenario)
            changed = {at for at, position in enumerate(scenario) if position != before[at]}
            if now is UNREACHABLE or not self._same(value, now):
                self._found |= changed
            before, value = scenario, now

    def _walk(self, one: Scenario, other: Scenario) -> "Iterator[Scenario]":
        """Legal scenarios up to `other`, each with one more of its values, or all where there is no way."""
        space = self._contexts.space
        current = one
        if space.tenant_at is not None and current[-1] and current[-1] != other[-1]:
            current = (*current[:-1], 0)
            yield current
        left = [at for at, position in enumerate(other) if position != current[at]]
        while left:
            for at in left:
                step = (*current[:at], other[at], *current[at + 1 :])
                if space.is_legal(step):
                    current = step
                    left.remove(at)
                    break
            else:
                current, left = other, []
            yield current
