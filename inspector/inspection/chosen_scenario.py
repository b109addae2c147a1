"""The scenario that `--tenant` and `--set` ask for, held against the flags of the config."""

from collections.abc import Iterable, Mapping, Sequence

from inspector.config import Config
from inspector.config.fault import instead, shown
from inspector.config.likeness import most_like
from inspector.flags.space import position, scenario_at
from inspector.inspection.errors import TargetError
from inspector.model import FlagValue, Scenario, Space
from inspector.model.condition import one_of

TENANT, SET = "--tenant", "--set"


def chosen(config: Config, space: Space | None, tenant: str | None, assignments: Sequence[str]) -> Scenario:
    """The scenario of a tenant, or the first values of all flags but those that are set.

    Raises TargetError for a flag, value or tenant that the config doesn't have, and for values that can't
    occur together.
    """
    if space is None:
        if tenant is not None or assignments:
            where = TENANT if tenant is not None else SET
            raise TargetError(
                "the config declares no flags",
                where=where,
                do="Declare them in `[tool.toolinspect.flags]`, each with its values",
            )
        return Scenario()
    values = dict(_assigned(one, config) for one in assignments)
    if tenant is not None:
        return _of_tenant(tenant, values, config)
    return _with_values(values, config, space)


def _assigned(text: str, config: Config) -> tuple[str, FlagValue]:
    flag, equals, written = (part.strip() for part in text.partition("="))
    if not equals or not flag:
        raise TargetError(f"`{text}` is no assignment", where=SET, do="Write `flag=value`, as `plan=pro`")
    if flag not in config.flags:
        hint = instead(flag, config.flags, among="declared under `flags`")
        raise TargetError(f"there is no flag `{flag}`; {hint}", where=SET)
    values = config.flags[flag]
    for value in values:
        if written == shown(value) or written == _plain(value):
            return flag, value
    nearest = most_like(written, [_plain(value) for value in values])
    hint = f"; did you mean `{nearest}`?" if nearest else ""
    raise TargetError(
        f"`{flag}` can't be `{written}`; its values are {', '.join(map(_plain, values))}{hint}", where=SET
    )


def _plain(value: FlagValue) -> str:
    return value if isinstance(value, str) else shown(value)


def _of_tenant(tenant: str, values: Mapping[str, FlagValue], config: Config) -> Scenario:
    if tenant not in config.tenants:
        hint = instead(tenant, config.tenants, among="declared under `tenants`")
        raise TargetError(f"there is no tenant `{tenant}`; {hint}", where=TENANT)
    own = {flag: config.tenants[tenant].get(flag, held[0]) for flag, held in config.flags.items()}
    for flag, value in values.items():
        if not _same(own[flag], value):
            raise TargetError(
                f"`{flag}={_plain(value)}` isn't what tenant `{tenant}` has, which is `{_plain(own[flag])}`",
                where=SET,
                do=f"Leave out {SET} or {TENANT}",
            )
    return Scenario(values=own, tenant=tenant)


def _with_values(values: Mapping[str, FlagValue], config: Config, space: Space) -> Scenario:
    wanted = {flag: values.get(flag, held[0]) for flag, held in config.flags.items()}
    broken = [one for one in config.forbidden if all(_same(wanted[flag], one[flag]) for flag in one)]
    for forbidden in broken:
        if any(flag in values for flag in forbidden):
            raise _forbidden(forbidden, values, config)
    if not broken:
        return Scenario(values=wanted)
    # The first values alone can't occur together: then it is the first combination that can.
    placed = position(space, Scenario(values=dict(values)))
    levels = (level for level, variable in enumerate(space.variables) if variable.name in values)
    found = _first(space, {level: placed[level] for level in levels})
    if found is None:
        raise TargetError(
            f"{_listed(values)} can't occur: `forbidden` rules every such combination out", where=SET
        )
    return scenario_at(space, found)


def _first(space: Space, fixed: Mapping[int, int]) -> Sequence[int] | None:
    """The first legal scenario without a tenant that has these values."""
    legal = space.legal
    last = len(space.variables) - 1
    found: list[int] = []
    for level, variable in enumerate(space.variables):
        positions: Iterable[int] = range(len(variable.values))
        if level in fixed or (space.has_tenant and level == last):
            positions = (fixed.get(level, 0),)
        for at in positions:
            narrowed = legal & one_of(level, len(variable.values), (at,))
            if narrowed.possible:
                legal = narrowed
                found.append(at)
                break
        else:
            return None
    return found


def _forbidden(
    forbidden: Mapping[str, FlagValue], values: Mapping[str, FlagValue], config: Config
) -> TargetError:
    free = [flag for flag in forbidden if flag not in values]
    ways = [
        f"{SET} {flag}={_plain(other)}"
        for flag in free
        for other in config.flags[flag]
        if not _same(other, forbidden[flag])
    ]
    return TargetError(
        f"{_listed(forbidden)} can't occur together: `forbidden` rules it out",
        where=SET,
        do=f"Add {' or '.join(f'`{way}`' for way in ways[:3])}" if ways else "Choose another combination",
    )


def _listed(values: Mapping[str, FlagValue]) -> str:
    return " and ".join(f"`{flag}={_plain(value)}`" for flag, value in values.items())


def _same(one: FlagValue, other: FlagValue) -> bool:
    """TOML tells `true` from `1`, which Python doesn't."""
    return type(one) is type(other) and one == other
