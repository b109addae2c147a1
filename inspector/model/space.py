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


class Space(msgspec.Struct, frozen=True, kw_only=True):
    """Every scenario there can be; one is written as the position of each variable's value."""

    variables: tuple[Variable, ...]
    """The flags in the order of the config; last the tenant, where tenants are named."""
    legal: Condition
    """Without what is forbidden; a named tenant goes with its own flags alone."""
    tenants: dict[str, tuple[int, ...]] = {}
    """The scenario of each named tenant."""

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
