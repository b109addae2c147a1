"""What the types can't say of a config: which codes exist, which flags are declared, with which values."""

from collections.abc import Iterator

from inspector.config.fault import Fault, Place, dotted, instead, shown
from inspector.config.likeness import most_like
from inspector.config.references import data_suffix
from inspector.config.schema import Assignment, Config
from inspector.model import CODES, FlagValue


def check(config: Config) -> None:
    """Raise Fault for the first thing that is wrong."""
    for place, code in _codes(config):
        _check_code(place, code)
    for name, values in config.flags.items():
        _check_flag(("flags", name), values)
    for index, forbidden in enumerate(config.forbidden):
        if not forbidden:
            raise Fault(("forbidden", index), "an empty combination forbids everything; name flags")
        _check_assignment(config, ("forbidden", index), forbidden)
    for name, assignment in config.tenants.items():
        _check_assignment(config, ("tenants", name), assignment)
        _check_possible(config, ("tenants", name), assignment)
    _check_ids(config)


def _codes(config: Config) -> Iterator[tuple[Place, str]]:
    for index, code in enumerate(config.ignore):
        yield ("ignore", index), code
    for consumer, codes in config.per_consumer_ignores.items():
        for index, code in enumerate(codes):
            yield ("per-consumer-ignores", consumer, index), code
    for code in config.severity:
        yield ("severity", code), code


def _check_code(place: Place, code: str) -> None:
    """A code that doesn't exist would silence or regrade nothing, without a word."""
    if code not in CODES:
        nearest = most_like(code, CODES)
        hint = f"; did you mean {nearest}?" if nearest else ""
        raise Fault(place, f"there is no finding {code}{hint}")


def _check_flag(place: Place, values: tuple[FlagValue, ...]) -> None:
    if not values:
        raise Fault(place, "a flag needs at least one value, the default first, as `[false, true]`")
    for index, value in enumerate(values):
        if any(_same(value, other) for other in values[:index]):
            raise Fault((*place, index), f"{shown(value)} is listed twice")


def _check_assignment(config: Config, place: Place, assignment: Assignment) -> None:
    for flag, value in assignment.items():
        if flag not in config.flags:
            hint = instead(flag, config.flags, among="declared under `flags`")
            raise Fault((*place, flag), f"there is no flag `{flag}`; {hint}")
        values = config.flags[flag]
        if not any(_same(value, one) for one in values):
            raise Fault((*place, flag), f"`{flag}` can't be {shown(value)}; {_choices(value, values)}")


def _choices(wrong: FlagValue, values: tuple[FlagValue, ...]) -> str:
    nearest = most_like(shown(wrong).strip('"'), [shown(value).strip('"') for value in values])
    hint = f"; did you mean {nearest}?" if nearest else ""
    return f"its values are {', '.join(map(shown, values))}{hint}"


def _check_possible(config: Config, place: Place, assignment: Assignment) -> None:
    scenario = {flag: assignment.get(flag, values[0]) for flag, values in config.flags.items()}
    for index, forbidden in enumerate(config.forbidden):
        if all(_same(scenario[flag], value) for flag, value in forbidden.items()):
            those = " and ".join(f"{flag} = {shown(value)}" for flag, value in forbidden.items())
            raise Fault(
                place,
                f"has a combination that `forbidden` rules out: {those}",
                line_at=place if set(forbidden) <= set(assignment) else ("forbidden", index),
            )


def _same(one: FlagValue, other: FlagValue) -> bool:
    """TOML tells `true` from `1`, which Python doesn't."""
    return type(one) is type(other) and one == other


def _check_ids(config: Config) -> None:
    table = config.ids.get("file", "")
    if len(config.ids) > 1 and ("#" in table or data_suffix(table) is not None):
        raise Fault(("ids", "file"), "stands beside other ids; keep all of them in the file, or all here")
    for function, business_id in config.ids.items():
        if not business_id.strip():
            raise Fault(("ids", function), f"the business id of {dotted((function,))} is empty")
