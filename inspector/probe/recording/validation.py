"""Pydantic reads lists and sets in native code past the methods of their classes, old versions dicts too."""

import functools
import sys
from typing import Any

from .flags import RecordingFlags
from .mappings import RecordingContext
from .sequences import RecordingList
from .sets import RecordingFrozenSet, RecordingSet

_DICTS = (RecordingFlags, RecordingContext)
_MEMBERS = (RecordingList, RecordingSet, RecordingFrozenSet)
_DEPTH = 3


def tell_validation() -> None:
    """From now on what is handed to pydantic counts as read, all of it, where it looks past methods."""
    pydantic: Any = sys.modules.get("pydantic")
    model = getattr(pydantic, "BaseModel", None)
    if model is None or hasattr(model.__init__, "toolinspect_reads"):
        return
    adapter = getattr(pydantic, "TypeAdapter", None)
    if adapter is None:
        return  # the first major version validates in Python
    read = (*_MEMBERS, *_DICTS) if _looks_past_dicts(pydantic) else _MEMBERS
    model.__init__ = _telling(model.__init__, read)
    model.model_validate = classmethod(_telling(model.model_validate.__func__, read))
    adapter.validate_python = _telling(adapter.validate_python, read)


def _looks_past_dicts(pydantic: Any) -> bool:
    class Watched(dict):  # type: ignore[type-arg]
        looked = False

        def get(self, *args: Any) -> Any:
            self.looked = True
            return dict.get(self, *args)

        def __getitem__(self, key: Any) -> Any:
            self.looked = True
            return dict.__getitem__(self, key)

    watched = Watched(field=1)
    pydantic.create_model("Watched", field=(int, ...)).model_validate(watched)
    return not watched.looked


def _telling(original: Any, read: "tuple[type, ...]") -> Any:
    @functools.wraps(original)
    def call(self: Any, /, *args: Any, **kwargs: Any) -> Any:
        _read([*args, *kwargs.values()], read, _DEPTH)
        return original(self, *args, **kwargs)

    call.toolinspect_reads = True  # type: ignore[attr-defined]
    return call


def _read(values: Any, read: "tuple[type, ...]", depth: int) -> None:
    """Read the recording ones among the values, and among what plain containers hold."""
    for value in values:
        kind = type(value)
        if kind in read:
            repr(value)
        elif depth and kind in (list, tuple):
            _read(value, read, depth - 1)
        elif depth and kind is dict:
            _read(value.values(), read, depth - 1)
