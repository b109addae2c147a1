"""A function, method or class of the project that hands out agents."""

import inspect
import types
from typing import Any, Callable

from .plain import is_a


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
