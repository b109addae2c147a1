"""The flags that a project is explored over, and which of their combinations are legal."""

import functools
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from operator import getitem
from typing import Any

Scenario = tuple[int, ...]
"""Position of each variable's value."""
_Literals = tuple[tuple[int, int], ...]
"""(variable, position of its value) of what can't occur together, by ascending variable."""
_NEAREST = 3
"""Repairs up to which the nearest legal scenario is looked for; beyond that, the first that is found."""
_MOST_STEPS = 3000
"""Repairs that are tried for one scenario."""
_MOST_STATES = 20_000
"""Ways to have begun forbidden combinations that are told apart to count legal ones."""


class Space:
    """Every scenario there can be: the flags in the order of the config, last the tenant if some are named.

    A named tenant is legal with its own flags alone; without one, whatever isn't forbidden is.
    """

    def __init__(
        self,
        flags: Sequence[tuple[str, Sequence[Any]]],
        forbidden: Sequence[Mapping[str, Any]] = (),
        tenants: "Mapping[str, Mapping[str, Any]] | None" = None,
    ) -> None:
        """As the fields of a `LoadRequest`: flags with their values, the default first."""
        tenants = tenants or {}
        self.flag_names: tuple[str, ...] = tuple(name for name, _ in flags)
        self.tenant_at: int | None = len(self.flag_names) if tenants else None
        """Position of the variable that is the tenant's name; None where no tenants are named."""
        self.names: tuple[str, ...] = (*self.flag_names, *(["tenant"] if tenants else []))
        named: list[tuple[Any, ...]] = [(None, *tenants)] if tenants else []
        self.values: tuple[tuple[Any, ...], ...] = (*(tuple(values) for _, values in flags), *named)
        self._forbidden = [literals for each in forbidden if (literals := self._literals(each)) is not None]
        self._by_variable: dict[int, list[_Literals]] = {}
        for literals in self._forbidden:
            for variable, _ in literals:
                self._by_variable.setdefault(variable, []).append(literals)
        self.tenants: dict[str, Scenario] = {
            name: (*self._positions(given), at) for at, (name, given) in enumerate(tenants.items(), 1)
        }
        """The scenario of each named tenant."""
        self._tenant_scenarios = tuple(self.tenants.values())
        self.given_up = False
        """Whether a legal scenario was looked for in vain that may exist."""
        self.default: Scenario = self._first()
        """Each flag's first value and no named tenant, or the first legal scenario in lexicographic order.

        Where everything is forbidden it isn't legal; `total` is 0 then.
        """
        self.requested: Scenario = self.default
        """What the request asks to load with."""

    @classmethod
    def of(cls, request: Mapping[str, Any]) -> "Space":
        """The one of a request; without flags and tenants its only scenario is ()."""
        space = cls(request.get("flags") or (), request.get("forbidden") or (), request.get("tenants") or {})
        space.requested = space._asked(request.get("scenario") or {}, request.get("tenant") or "")
        return space

    def is_legal(self, scenario: Scenario) -> bool:
        """Whether a project can ever meet it."""
        if self._violated(scenario) is not None:
            return False
        if self.tenant_at is None or not scenario[-1]:
            return True
        return scenario == self._tenant_scenarios[scenario[-1] - 1]

    def complete(self, partial: Mapping[int, int], near: Scenario) -> "Scenario | None":
        """The legal scenario with the values of `partial` that differs least from `near`, or None.

        None also where it takes too many steps to find one, which sets `given_up`.
        """
        tenant = self.tenant_at
        if tenant is not None:
            named = partial.get(tenant, near[tenant])
            if named:
                own = self._tenant_scenarios[named - 1]
                agrees = all(own[at] == value for at, value in partial.items()) and self.is_legal(own)
                if tenant in partial or (agrees and own == near):
                    return own if agrees else None
            near = (*near[:tenant], 0)
        start = list(near)
        for variable, position in partial.items():
            start[variable] = position
        if not self._forbidden or self._violated(start) is None:
            return tuple(start)
        steps = itertools.count()
        for limit in (*range(1, _NEAREST + 1), len(start)):
            found = self._repaired(start, frozenset(partial), limit, steps)
            if found is not None:
                return found
        return None

    @functools.cached_property
    def total(self) -> int:
        """How many legal scenarios there are; no more than that, where it takes too many steps to count."""
        found = math.prod(map(self._counted, self._connected()))
        return found + sum(map(self.is_legal, self._tenant_scenarios))

    def _connected(self) -> "list[list[int]]":
        """The flags, in groups that no forbidden combination links with one another."""
        groups = [{variable} for variable in range(len(self.flag_names))]
        for literals in self._forbidden:
            linked = [group for group in groups if any(variable in group for variable, _ in literals)]
            groups = [group for group in groups if group not in linked]
            groups.append(set().union(*linked))
        return [sorted(group) for group in groups]

    def _counted(self, variables: "list[int]") -> int:
        """How many legal combinations the variables of a group have."""
        last = {literals: literals[-1][0] for literals in self._forbidden}
        begun: dict[frozenset[_Literals], int] = {frozenset(): 1}
        for variable in variables:
            here = self._by_variable.get(variable, [])
            following: dict[frozenset[_Literals], int] = {}
            for met, count in begun.items():
                for position in range(len(self.values[variable])):
                    hit = {each for each in here if self._goes_on(each, variable, position, met)}
                    if any(last[each] == variable for each in hit):
                        continue
                    state = (met - set(here)) | hit
                    following[state] = following.get(state, 0) + count
            begun = following
            if len(begun) > _MOST_STATES:
                return math.prod(len(self.values[each]) for each in variables) - 1
        return sum(begun.values())

    def combinations(self, variables: "Sequence[int]", most: int) -> "list[Scenario] | None":
        """A legal scenario for each legal combination of values of these variables, near the default.

        None where there are more than `most`, or it takes too many steps to find out.
        """
        tenant = self.tenant_at
        partials: list[dict[int, int]] = [{} if tenant is None else {tenant: 0}]
        for variable in variables:
            if variable != tenant:
                sizes = range(len(self.values[variable]))
                grown = ({**partial, variable: position} for partial in partials for position in sizes)
                partials = list(itertools.islice((each for each in grown if self._may_hold(each)), most + 1))
            if len(partials) > most:
                return None
        found = [self.complete(partial, self.default) for partial in partials]
        if tenant in variables:
            found += [each for each in self._tenant_scenarios if self.is_legal(each)]
        legal = [each for each in found if each is not None]
        return legal if len(legal) <= most and not self.given_up else None

    def _may_hold(self, partial: "Mapping[int, int]") -> bool:
        return not any(
            all(partial.get(variable) == position for variable, position in literals)
            for literals in self._forbidden
        )

    def flags(self, scenario: Scenario) -> "dict[str, Any]":
        """Value of every flag."""
        return dict(zip(self.flag_names, map(getitem, self.values, scenario), strict=False))

    def tenant(self, scenario: Scenario) -> "str | None":
        """Name of the tenant; None for one without a name."""
        if self.tenant_at is None:
            return None
        name: str | None = self.values[-1][scenario[-1]]
        return name

    def position(self, variable: int, value: Any) -> "int | None":
        """Where a value stands among those of a variable, `true` apart from 1; None where it doesn't."""
        for at, known in enumerate(self.values[variable]):
            if type(known) is type(value) and known == value:
                return at
        return None

    def _literals(self, combination: Mapping[str, Any]) -> "_Literals | None":
        """None for a combination that can't occur anyway."""
        found = []
        for name, value in combination.items():
            at = self.flag_names.index(name) if name in self.flag_names else None
            position = None if at is None else self.position(at, value)
            if at is None or position is None:
                return None
            found.append((at, position))
        return tuple(sorted(found))

    def _positions(self, given: Mapping[str, Any]) -> Scenario:
        """Of the flags; the first value where none is given, or one that the flag doesn't have."""
        return tuple(
            (self.position(at, given[name]) or 0) if name in given else 0
            for at, name in enumerate(self.flag_names)
        )

    def _asked(self, given: Mapping[str, Any], tenant: str) -> Scenario:
        flags = self._positions(given)
        named_tenant = self.tenants.get(tenant)
        if named_tenant is not None and (named_tenant[:-1] == flags or not given):
            return named_tenant if self.is_legal(named_tenant) else self.default
        near = flags if self.tenant_at is None else (*flags, 0)
        if self.is_legal(near):
            return near
        named = {at: flags[at] for at, name in enumerate(self.flag_names) if name in given}
        return self.complete(named, self.default) or self.default

    def _first(self) -> Scenario:
        start: Scenario = (0,) * len(self.names)
        found = self.complete({}, start)
        if found is None:
            return start
        for variable in range(len(self.flag_names)):
            for position in range(found[variable]):
                held = {**dict(enumerate(found[:variable])), variable: position}
                earlier = self.complete(held, found)
                if earlier is not None:
                    found = earlier
                    break
        return found

    def _violated(self, scenario: Sequence[int]) -> "_Literals | None":
        """A forbidden combination that holds in it."""
        for literals in self._forbidden:
            if _holds(literals, scenario):
                return literals
        return None

    def _repaired(
        self, scenario: "list[int]", fixed: "frozenset[int]", limit: int, steps: "Iterator[int]"
    ) -> "Scenario | None":
        """A legal one that differs in at most `limit` variables, none of them `fixed`."""
        violated = self._violated(scenario)
        if violated is None:
            return tuple(scenario)
        if not limit:
            return None
        if next(steps) >= _MOST_STEPS:
            self.given_up = True
            return None
        for variable, position in violated:
            if variable in fixed:
                continue
            # What keeps an earlier variable's value is all that is left to try once its others are tried.
            fixed |= {variable}
            for other in range(len(self.values[variable])):
                if other != position:
                    changed = [*scenario[:variable], other, *scenario[variable + 1 :]]
                    found = self._repaired(changed, fixed, limit - 1, steps)
                    if found is not None:
                        return found
        return None

    @staticmethod
    def _goes_on(literals: _Literals, variable: int, position: int, met: "frozenset[_Literals]") -> bool:
        """Whether all of a forbidden combination holds up to this variable."""
        return (variable, position) in literals and (literals[0][0] == variable or literals in met)


def _holds(literals: _Literals, scenario: Sequence[int]) -> bool:
    return all(scenario[variable] == position for variable, position in literals)
