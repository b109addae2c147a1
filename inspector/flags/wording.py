"""Conditions in words, as short as they can be."""

import re
from collections.abc import Sequence

from inspector.flags.cover import Cover, cover
from inspector.flags.cubes import Cube
from inspector.flags.judging import judged
from inspector.flags.space import default, sizes
from inspector.model import Condition, FlagValue, Space, Variable

NEVER_WORDS = "never"
_BARE = re.compile(r"\w[\w.:/@+-]*")
_RESERVED = frozenset({"and", "or", "not", "in", "is", "no", "any", "true", "false", "never"})
"""Mean something in a condition; as a name or a value they are quoted."""
_CASES, _LENGTH, _LISTED = 6, 300, 8
"""Cases, characters and values of one flag that are told; a single name or value may take more."""


def words(space: Space, condition: Condition) -> str:
    """The smallest readable form, forbidden combinations left open; empty for always, "never" for nowhere.

    Flags of a case join with "and", cases with "or": "beta_refunds and plan in {pro, enterprise}", "not sso",
    "plan is free", "tenant is acme", "sso or (beta and plan is free)", "beta and (sso or plan is pro)"; many
    end in "… or 12 more cases". Names and values are quoted where they could be misread, never escaped: that
    is for whoever shows them.
    """
    seen = judged(space, condition)
    if not seen.inside.possible:
        return NEVER_WORDS
    if seen.inside is seen.whole:
        return ""
    return _told(space, cover(sizes(space), seen, default(space)))


def _told(space: Space, found: Cover) -> str:
    if found.complete and len(found.cubes) <= _CASES:
        ways = [_factored(space, cubes) for cubes in (found.parted, found.cubes) if cubes]
        text = min(ways, key=len)
        if len(text) <= _LENGTH:
            return text
    return _listed(space, found)


def _factored(space: Space, cubes: Sequence[Cube]) -> str:
    """In full, with what all cases have in common before them."""
    if len(cubes) == 1:
        return _case(space, cubes[0])
    first, *others = cubes
    shared = {level: here for level, here in first.items() if all(one.get(level) == here for one in others)}
    apart = [{level: here for level, here in cube.items() if level not in shared} for cube in cubes]
    cases = " or ".join(_bracketed(space, cube) for cube in apart)
    return f"{_case(space, shared)} and ({cases})" if shared else cases


def _listed(space: Space, found: Cover) -> str:
    """The first cases, and how many more there are."""
    if len(found.cubes) == 1:
        return _shortened(space, found.cubes[0])
    told = [_bracketed(space, cube) for cube in found.cubes[:_CASES]]
    while len(told) > 1 and len(" or ".join(told)) > _LENGTH - 30:
        told.pop()
    if len(told[0]) > _LENGTH:
        told = [f"({_shortened(space, found.cubes[0])})"]
    more = len(found.cubes) - len(told)
    text = " or ".join(told)
    if not found.complete:
        return f"{text} … or more cases"
    return f"{text} … or {more} more case{'s' if more > 1 else ''}" if more else text


def _shortened(space: Space, cube: Cube) -> str:
    told = _literals(space, cube)
    while len(told) > 1 and len(" and ".join(told)) > _LENGTH - 20:
        told.pop()
    more = len(cube) - len(told)
    return " and ".join(told) + (f" … and {more} more" if more else "")


def _bracketed(space: Space, cube: Cube) -> str:
    return f"({_case(space, cube)})" if len(cube) > 1 else _case(space, cube)


def _case(space: Space, cube: Cube) -> str:
    return " and ".join(_literals(space, cube))


def _literals(space: Space, cube: Cube) -> list[str]:
    tenant = len(space.variables) - 1 if space.has_tenant else None
    return [
        (_of_tenant if level == tenant else _of_flag)(space.variables[level], cube[level])
        for level in sorted(cube)
    ]


def _of_flag(flag: Variable, positions: frozenset[int]) -> str:
    name, values = _name(flag.name), flag.values
    here = [value for at, value in enumerate(values) if at in positions]
    rest = [value for at, value in enumerate(values) if at not in positions]
    if len(values) == 2 and all(isinstance(value, bool) for value in values):
        return name if here[0] else f"not {name}"
    if len(here) == 1:
        return f"{name} is {_value(here[0])}"
    if len(values) > 3 and len(rest) < len(here):
        return f"{name} is not {_value(rest[0])}" if len(rest) == 1 else f"{name} not in {_values(rest)}"
    return f"{name} in {_values(here)}"


def _of_tenant(tenant: Variable, positions: frozenset[int]) -> str:
    """Told by the named ones, which are those with a place after the first."""
    here = [value for at, value in enumerate(tenant.values) if at in positions and at]
    rest = [value for at, value in enumerate(tenant.values) if at not in positions and at]
    if 0 not in positions:
        if not rest and len(here) > 1:
            return f"any {tenant.name}"
        return (
            f"{tenant.name} is {_value(here[0])}" if len(here) == 1 else f"{tenant.name} in {_values(here)}"
        )
    if not here:
        return f"no {tenant.name}"
    return (
        f"{tenant.name} is not {_value(rest[0])}"
        if len(rest) == 1
        else f"{tenant.name} not in {_values(rest)}"
    )


def _values(values: Sequence[FlagValue | None]) -> str:
    more = len(values) - _LISTED
    told = [_value(value) for value in (values[: _LISTED - 1] if more > 0 else values)]
    return f"{{{', '.join(told)}{f', … {more + 1} more' if more > 0 else ''}}}"


def _value(value: FlagValue | None) -> str:
    if isinstance(value, str):
        return _name(value)
    return str(value).lower()


def _name(text: str) -> str:
    """In quotes where it has spaces or signs, or could be taken for a number or a word of the condition."""
    bare = _BARE.fullmatch(text) and text.lower() not in _RESERVED and not _is_number(text)
    if bare:
        return text
    quote = "'" if '"' in text else '"'
    return f"{quote}{text}{quote}"


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
