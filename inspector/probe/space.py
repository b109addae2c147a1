"""The flags that a project is explored over, and which of their combinations are legal."""

import functools
from collections.abc import Mapping, Sequence
from operator import getitem
from typing import Any

Scenario = tuple[int, ...]
"""Position of each variable's value."""
_Literals = tuple[tuple[int, int], ...]
"""(variable, position of its value) of what can't occur together, by ascending variable."""
_NEAREST = 3
"""Repairs up to which the nearest legal scenario is looked for; beyond that, the first that is found."""


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
        """The legal scenario with the values of `partial` that differs least from `near`, or None."""
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
        for limit in (*range(1, _NEAREST + 1), len(start)):
            found = self._repaired(start, frozenset(partial), limit)
            if found is not None:
                return found
        return None

    @functools.cached_property
    def total(self) -> int:
        """How many legal scenarios there are."""
        last = {literals: literals[-1][0] for literals in self._forbidden}
        begun: dict[frozenset[_Literals], int] = {frozenset(): 1}
        for variable in range(len(self.flag_names)):
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
        return sum(begun.values()) + sum(map(self.is_legal, self._tenant_scenarios))

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
        if tenant in self.tenants and (self.tenants[tenant][:-1] == flags or not given):
            return self.tenants[tenant]
        near = flags if self.tenant_at is None else (*flags, 0)
        if self.is_legal(near):
            return near
        named = {at: flags[at] for at, name in enumerate(self.flag_names) if name in given}
        return self.complete(named, self.default) or self.default

    def _first(self) -> Scenario:
        start: list[int] = [0] * len(self.names)
        if self._violated(start) is None:
            return tuple(start)
        found = self._first_from([], 0)
        return tuple(start) if found is None else (*found, *start[len(self.flag_names) :])

    def _first_from(self, chosen: "list[int]", variable: int) -> "list[int] | None":
        if variable == len(self.flag_names):
            return chosen
        for position in range(len(self.values[variable])):
            now = [*chosen, position]
            ended = (each for each in self._by_variable.get(variable, ()) if each[-1][0] == variable)
            if not any(_holds(each, now) for each in ended):
                found = self._first_from(now, variable + 1)
                if found is not None:
                    return found
        return None

    def _violated(self, scenario: Sequence[int]) -> "_Literals | None":
        """A forbidden combination that holds in it."""
        for literals in self._forbidden:
            if _holds(literals, scenario):
                return literals
        return None

    def _repaired(self, scenario: "list[int]", fixed: "frozenset[int]", limit: int) -> "Scenario | None":
        """A legal one that differs in at most `limit` variables, none of them `fixed`."""
        violated = self._violated(scenario)
        if violated is None:
            return tuple(scenario)
        if not limit:
            return None
        for variable, position in violated:
            if variable in fixed:
                continue
            # What keeps an earlier variable's value is all that is left to try once its others are tried.
            fixed |= {variable}
            for other in range(len(self.values[variable])):
                if other != position:
                    changed = [*scenario[:variable], other, *scenario[variable + 1 :]]
                    found = self._repaired(changed, fixed, limit - 1)
                    if found is not None:
                        return found
        return None

    @staticmethod
    def _goes_on(literals: _Literals, variable: int, position: int, met: "frozenset[_Literals]") -> bool:
        """Whether all of a forbidden combination holds up to this variable."""
        return (variable, position) in literals and (literals[0][0] == variable or literals in met)


def _holds(literals: _Literals, scenario: Sequence[int]) -> bool:
    return all(scenario[variable] == position for variable, position in literals)
