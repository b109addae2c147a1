"""Which scenario a key leads to: the next tenant, or a flag with another value."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inspector.flags.space import default, example, position, scenario_at
from inspector.model import Condition, FlagValue, Scenario, Space, Variable
from inspector.model.condition import one_of
from inspector.report.scenario_text import flags_of, setting_text, value_text


@dataclass(frozen=True, slots=True)
class Choice:
    """A scenario to show, and what to tell the user of it."""

    scenario: Scenario | None
    """None where there is no legal one."""
    note: str = ""
    """Raw text; empty where nothing else changed than what was asked for."""


def default_scenario(space: Space) -> Scenario:
    """The one that is shown when none is asked for."""
    return scenario_at(space, default(space))


def tenant_beside(space: Space, scenario: Scenario, by: int) -> Scenario:
    """That of the next tenant, or of the one before; the default one stands between last and first."""
    names = ["", *space.tenants]
    at = names.index(scenario.tenant) if scenario.tenant in names else 0
    return tenant_scenario(space, names[(at + by) % len(names)])


def tenant_scenario(space: Space, tenant: str) -> Scenario:
    """That of a tenant by name; the default one for no name."""
    return scenario_at(space, space.tenants[tenant]) if tenant else default_scenario(space)


def with_value(
    space: Space,
    scenario: Scenario,
    flag: str,
    value: FlagValue,
    forbidden: Sequence[tuple[Mapping[str, FlagValue], str]] = (),
) -> Choice:
    """The scenario with another value of a flag, and what else has to change for it to be legal.

    `forbidden` are the combinations that can't occur, each with where the config says so. A named tenant has
    its own flags, so one whose flag is changed is left.
    """
    flags = flags_of(space)
    level = next(index for index, one in enumerate(flags) if one.name == flag)
    wanted = space.legal & _literal(space, level, _at(flags[level], value) or 0)
    if space.has_tenant:
        wanted &= _literal(space, len(flags), 0)
    asked = setting_text(flag, value)
    blocking = _blocking({**scenario.values, flag: value}, forbidden)
    found = nearest(space, wanted, Scenario(values=scenario.values))
    if found is None:
        return Choice(None, f"{asked} is in no legal combination{_because(blocking)}")
    also = [
        setting_text(one.name, found.values[one.name])
        for one in flags
        if one.name != flag and not same(found.values[one.name], scenario.values[one.name])
    ]
    if also:
        return Choice(found, f"{asked} goes with {', '.join(also)}{_because(blocking)}")
    return Choice(found)


def next_value(variable: Variable, value: FlagValue, by: int = 1) -> FlagValue:
    """The value after one of a flag's, or before; after the last comes the first."""
    values = [one for one in variable.values if one is not None]
    return values[((_at(variable, value) or 0) + by) % len(values)]


def same(one: FlagValue | None, other: FlagValue | None) -> bool:
    """TOML tells `true` from `1`, which Python doesn't."""
    return type(one) is type(other) and one == other


def _at(variable: Variable, value: FlagValue) -> int | None:
    return next((index for index, one in enumerate(variable.values) if same(one, value)), None)


def _literal(space: Space, level: int, at: int) -> Condition:
    """One variable has one value."""
    return one_of(level, len(space.variables[level].values), (at,))


def scenario_of(space: Space, values: Mapping[str, FlagValue]) -> Scenario:
    """The scenario that an example names: a flag that it leaves out has its first value."""
    kept = {one.name: values.get(one.name, _first(one)) for one in flags_of(space)}
    tenant = values.get(space.variables[-1].name) if space.has_tenant else None
    return Scenario(values=kept, tenant=str(tenant) if tenant is not None else "")


def nearest(space: Space, condition: Condition, scenario: Scenario) -> Scenario | None:
    """The scenario of a condition with the fewest flags changed; None where it never holds."""
    if not condition.possible:
        return None
    return scenario_of(space, example(space, condition, position(space, scenario)))


def _first(variable: Variable) -> FlagValue:
    return next(one for one in variable.values if one is not None)


def _blocking(
    values: Mapping[str, FlagValue], forbidden: Sequence[tuple[Mapping[str, FlagValue], str]]
) -> tuple[Mapping[str, FlagValue], str] | None:
    """The first combination that rules these values out."""
    return next(
        (one for one in forbidden if all(same(values.get(flag), value) for flag, value in one[0].items())),
        None,
    )


def _because(blocking: tuple[Mapping[str, FlagValue], str] | None) -> str:
    if blocking is None:
        return ""
    those = " and ".join(f"{flag} = {value_text(value)}" for flag, value in blocking[0].items())
    return f": {blocking[1]} forbids {those}"
