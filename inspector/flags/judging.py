"""A condition as legal scenarios see it, without the tenant's name where that decides nothing."""

from functools import cached_property, lru_cache
from typing import Final

from inspector.model import ALWAYS, Condition, Space, Tie, all_of, branch


class Judged:
    """What a condition says of legal scenarios; the rest of the space is left open.

    Where the flags of a tenant decide and not its name, a scenario is here a combination of flags: the last
    position of the space doesn't occur in any of its conditions. Forbidden combinations of flags that have
    nothing to do with the condition are left out as well.
    """

    def __init__(self, space: Space, condition: Condition) -> None:
        unnamed = by_flags(space, condition)
        self.needs_tenant: Final = unnamed is None
        flags = condition if unnamed is None else unnamed
        self.whole: Final = around(space, flags)
        """All legal scenarios."""
        self.inside: Final = flags & self.whole
        """Those in which it holds."""

    @cached_property
    def outside(self) -> Condition:
        """Legal scenarios in which it doesn't hold."""
        return self.whole - self.inside


@lru_cache(maxsize=256)
def judged(space: Space, condition: Condition) -> Judged:
    """The same each time, since words, example and share of a condition are asked one after the other."""
    return Judged(space, condition)


def always(space: Space, condition: Condition) -> bool:
    """Whether it holds in every legal scenario."""
    return not space.legal.meets(~condition)


def within(space: Space, condition: Condition) -> Condition:
    """The condition without what is forbidden of its flags; ALWAYS where it holds in every legal scenario.

    Forbidden combinations of other flags aren't in it: it would grow by all of them. Such conditions are
    possible exactly when they hold in a legal scenario, also after `&` and `|`, not after `-` and `~`.
    """
    whole = around(space, condition)
    held = condition & whole
    return ALWAYS if held is whole else held


def legal_flags(space: Space) -> Condition:
    """The legal combinations of flags, whoever has them."""
    return _of_tenants(space)[0] if space.has_tenant else space.legal


def _of_tenants(space: Space) -> tuple[Condition, ...]:
    """What is legal without a tenant, and for each named one."""
    legal = space.legal
    tenant = len(space.variables) - 1
    return legal.branches if legal.level == tenant else (legal,) * len(space.variables[tenant].values)


def around(space: Space, condition: Condition) -> Condition:
    """What is legal for the flags that a condition depends on, and for those that are tied to them.

    A condition within it holds in a legal scenario exactly when it holds in any.
    """
    tenant = len(space.variables) - 1
    named = space.has_tenant and condition.level == tenant
    levels = set((condition.branches[0] if named else condition).levels)
    flags = all_of(tie.allowed for tie in _ties(space) if not tie.levels.isdisjoint(levels))
    return branch(tenant, [flags, *_of_tenants(space)[1:]]) if named else flags


def by_flags(space: Space, condition: Condition) -> Condition | None:
    """In which combinations of flags it holds, whoever has them; None where the tenant's name matters."""
    level = len(space.variables) - 1
    if not space.has_tenant or condition.level != level:
        return condition
    unnamed = condition.branches[0]
    same = all(condition.holds(each) == unnamed.holds(each) for each in space.tenants.values())
    return unnamed if same else None


def _ties(space: Space) -> tuple[Tie, ...]:
    if space.ties:
        return space.ties
    legal = legal_flags(space)
    return () if legal is ALWAYS else (Tie(frozenset(legal.levels), legal),)
