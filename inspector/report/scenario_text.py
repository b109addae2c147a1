"""Scenarios, flags and their values in words."""

from collections.abc import Mapping

from inspector.flags.space import default, position
from inspector.model import FlagValue, Scenario, Space, Variable

DEFAULT = "default"
"""What the scenario is called in which each flag has its first value."""
FIRST_VALUES = "each flag's first value"
"""What there is to say of a scenario without any other value."""
NO_TENANT = "no tenant"
"""What the default scenario is called where only tenants make scenarios."""
_MOST = 12
"""Flags that one scenario names; JSON has all of them."""


def flags_of(space: Space) -> tuple[Variable, ...]:
    """The variables without the tenant's name."""
    return space.variables[:-1] if space.has_tenant else space.variables


def value_text(value: FlagValue) -> str:
    """As the config writes it; a word stands without quotes."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str) and (not value or value != value.strip() or " " in value):
        return f'"{value}"'
    return str(value)


def setting_text(flag: str, value: FlagValue) -> str:
    """`beta_refunds`, `not sso` or `plan pro`."""
    if isinstance(value, bool):
        return flag if value else f"not {flag}"
    return f"{flag} {value_text(value)}"


def settings_text(values: Mapping[str, FlagValue]) -> str:
    """Several of them, in order."""
    told = [setting_text(flag, value) for flag, value in list(values.items())[:_MOST]]
    if len(values) > _MOST:
        told.append(f"{len(values) - _MOST} more")
    return ", ".join(told)


def departures(space: Space, values: Mapping[str, FlagValue]) -> dict[str, FlagValue]:
    """The values that aren't their flags' first ones."""
    return {
        flag.name: values[flag.name]
        for flag in flags_of(space)
        if flag.name in values and not _same(values[flag.name], flag.values[0])
    }


def default_name(space: Space) -> str:
    """What the default scenario is called."""
    return DEFAULT if flags_of(space) else NO_TENANT


def scenario_text(space: Space, scenario: Scenario) -> str:
    """As `acme (beta_refunds, plan pro)`, `default (each flag's first value)`, or `sso, plan pro`.

    Where there are tenants and no flags, as `acme` or `no tenant`.
    """
    if not flags_of(space):
        return scenario.tenant or NO_TENANT
    told = settings_text(departures(space, scenario.values)) or FIRST_VALUES
    usual = position(space, scenario) == default(space)
    name = scenario.tenant or (DEFAULT if usual else "")
    return f"{name} ({told})" if name else told


def _same(one: FlagValue, other: FlagValue | None) -> bool:
    return type(one) is type(other) and one == other
