"""Which classes are somebody's own code, so that their objects can be watched."""

import enum
import os
import sys
import types
from typing import Any

from ..paths import installed, within

_HEAP_TYPE = 1 << 9
_IMMUTABLE_TYPE = 1 << 8
_STANDARD = os.path.dirname(os.path.abspath(os.__file__))
_PROBE = __name__.partition(".recording.")[0] + "."
_UNWATCHED = (
    enum.Enum,
    BaseException,
    type,
    types.ModuleType,
    str,
    int,
    float,
    complex,
    bytes,
    bytearray,
    list,
    set,
    frozenset,
)
_known: "dict[type, bool]" = {}


def is_watchable(kind: type) -> bool:
    """A class of neither the standard library nor an installed package, whose objects hold fields."""
    found = _known.get(kind)
    if found is None:
        found = _known[kind] = _is_watchable(kind)
    return found


def _is_watchable(kind: type) -> bool:
    flags = kind.__flags__
    if not flags & _HEAP_TYPE or flags & _IMMUTABLE_TYPE or issubclass(kind, _UNWATCHED):
        return False
    if issubclass(kind, tuple) and not hasattr(kind, "_fields"):
        return False
    name = kind.__module__
    if name == "types":
        return True  # made by `make_dataclass` and its like: all classes of `types` itself are written in C
    if not isinstance(name, str) or name.startswith(_PROBE):
        return False
    module: Any = sys.modules.get(name)
    file = getattr(module, "__file__", None)
    if module is None or not isinstance(file, str):
        return name not in sys.builtin_module_names
    path = os.path.abspath(file)
    return not installed(path) and not within(_STANDARD, path)
