"""The flags of a project, what values they can have, and which combinations of them are legal."""

from typing import TypeAlias

import msgspec

from inspector.model.condition import Condition

FlagValue: TypeAlias = str | int | float | bool


class Variable(msgspec.Struct, frozen=True):
    """A flag, or the tenant's name where code asks for that."""

    name: str
    values: tuple[FlagValue | None, ...]
    """The default first; None is the tenant that has no name."""


class Tie(msgspec.Struct, frozen=True):
    """Flags that forbidden combinations tie together, each to some other of them."""

    levels: frozenset[int]
    allowed: Condition


class Space(msgspec.Struct, frozen=True, kw_only=True):
    """Every scenario there can be; one is written as the position of each variable's value."""

    variables: tuple[Variable, ...]
    """The flags in the order of the config; last the tenant, where tenants are named."""
    legal: Condition
    """Without what is forbidden; a named tenant goes with its own flags alone."""
    tenants: dict[str, tuple[int, ...]] = {}
    """The scenario of each named tenant."""
    ties: tuple[Tie, ...] = ()
    """What is forbidden, apart for flags that have nothing to do with each other."""
    unheeded: tuple[dict[str, FlagValue], ...] = ()
    """Forbidden combinations that `legal` leaves out, since all together are beyond any diagram."""

    def __hash__(self) -> int:
        return hash((self.legal, len(self.variables)))

    @property
    def has_tenant(self) -> bool:
        """Whether the last variable is the tenant."""
        return bool(self.tenants)


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """The one that is shown."""

    values: dict[str, FlagValue] = {}
    """Of every flag."""
    tenant: str = ""
    """The named tenant whose scenario it is; empty for none."""
