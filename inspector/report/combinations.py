"""Combinations of flags, counted and told apart from the tenants that have them."""

from inspector.flags.space import count
from inspector.flags.wording import words
from inspector.model import ALWAYS, Condition, Space
from inspector.report.scenario_text import flags_of

_TOLD_IN_FULL = 10_000
"""Combinations up to which a share is told as a count, not in percent."""


def flag_space(space: Space) -> Space:
    """The same space without tenants: its scenarios are the legal combinations of flags."""
    return Space(variables=flags_of(space), legal=_unnamed(space, space.legal))


def hit(space: Space, condition: Condition) -> int:
    """Legal combinations of flags in which it holds for a tenant without a name."""
    flags = flag_space(space)
    return count(flags, _unnamed(space, condition) & flags.legal)


def legal(space: Space) -> int:
    """Legal combinations of flags."""
    return hit(space, ALWAYS)


def written(space: Space) -> int:
    """All combinations of flags, forbidden ones too."""
    total = 1
    for flag in flags_of(space):
        total *= len(flag.values)
    return total


def forbidden(space: Space) -> str:
    """The forbidden combinations in words, apart where they have no flag in common; empty for none."""
    flags = flag_space(space)
    free = Space(variables=flags.variables, legal=ALWAYS)
    parts = [tie.allowed for tie in space.ties] or [flags.legal]
    return "; ".join(words(free, ~allowed) for allowed in parts if allowed is not ALWAYS)


def share_text(space: Space, condition: Condition) -> str:
    """As `2 of 6 combinations`, of very many in percent; empty where only the tenant's name decides."""
    held, total = hit(space, condition), legal(space)
    if not held or total < 2:
        return ""
    if total <= _TOLD_IN_FULL:
        return f"{held} of {total:,} combinations"
    percent = 100 * held / total
    return (
        f"{percent:.3g}% of {total:,} combinations"
        if percent >= 0.001
        else f"{held:,} of {total:,} combinations"
    )


def _unnamed(space: Space, condition: Condition) -> Condition:
    """What holds of it where the tenant has no name: the tenant decides at the top of a condition."""
    is_tenants = space.has_tenant and condition.level == len(space.variables) - 1
    return condition.branches[0] if is_tenants else condition
