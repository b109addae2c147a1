"""By which names modules hold tools, beside the names of the functions behind them."""

import types
from collections.abc import Iterable

from . import sdk
from .importing import namespace
from .plain import is_a


def variables(modules: "Iterable[types.ModuleType]") -> "dict[int, list[str]]":
    """id(tool or handoff) -> names of the attributes that hold this very object, in the modules' order."""
    found: dict[int, list[str]] = {}
    for module in modules:
        for name, value in list(namespace(module).items()):
            if is_a(name, str) and sdk.is_tool_by_type(value):
                names = found.setdefault(id(value), [])
                if name not in names:
                    names.append(name)
    return found
