"""A function, method or class of the project that hands out agents, and what became of calling it."""

import inspect
import types
from dataclasses import dataclass
from typing import Any, Callable, Optional, Tuple

from .plain import is_a
from .recorder import StoppedAtRun
from .space import Scenario, Space


class Factory:
    """One factory of the scan, bound to its module."""

    def __init__(self, module: "dict[str, Any]", facts: "dict[str, Any]", live: types.ModuleType) -> None:
        self.module = module
        self.facts = facts
        self.live = live
        self.ref = f"{module['ref']}:{facts['qualname']}"
        self.key = f"{module['path']}::{facts['qualname']}"

    def callee(self, instance: "Callable[[Factory, type], Any]") -> Any:
        """What to call; `instance` makes the object that a method needs."""
        value: Any = self.live
        owner: Any = None
        for part in self.facts["qualname"].split("."):
            owner, value = value, inspect.getattr_static(value, part, None)
        if self.facts["kind"] == "method" and is_a(owner, type):
            if is_a(value, (staticmethod, classmethod)):
                return value.__get__(None, owner)
            if is_a(value, property):
                return lambda: getattr(instance(self, owner), self.facts["qualname"].rpartition(".")[2])
            return value.__get__(instance(self, owner)) if hasattr(value, "__get__") else None
        return value


@dataclass
class Call:
    """What became of one call; either a value or an error."""

    scenario: Scenario
    value: Any = None
    error: Optional[BaseException] = None
    reads: "Tuple[int, ...]" = ()
    """Variables of the space, in the order in which they were first read."""

    doubt: str = ""
    """Why what it read may not be all, or what it gave may be another next time; empty where neither is."""
    stale: bool = False
    """Whether it read what another scenario was given."""
    given: bool = False
    """Whether it was given flags, a context or the tenant, and so may read them later on."""
    built: "frozenset[int]" = frozenset()
    """Ids of the agents that were constructed meanwhile."""

    @property
    def depends(self) -> bool:
        """Whether what it gives can be another one under other flags."""
        return bool(self.reads) or self.given

    def lacks_tenant(self, space: Space) -> bool:
        """Whether it failed after it had asked for the tenant's name in a scenario that has none."""
        asked = space.tenant_at in self.reads
        failed = self.error is not None and not isinstance(self.error, StoppedAtRun)
        return asked and failed and space.tenant(self.scenario) is None
