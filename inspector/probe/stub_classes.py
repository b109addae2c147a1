"""Lets a class derive from a stand-in and from classes of another metaclass at once."""

import builtins
import types
from typing import Any

from .stub_objects import StubBase, StubMeta


def join_metaclasses() -> None:
    """From now on a conflict of metaclasses that a stand-in takes part in is settled, not raised."""
    build: Any = builtins.__build_class__

    def build_class(body: Any, name: str, /, *bases: Any, **options: Any) -> Any:
        try:
            return build(body, name, *bases, **options)
        except TypeError as error:
            # It is found out before the body of the class runs.
            if "metaclass conflict" not in str(error):
                raise
            joined = _joined(types.resolve_bases(bases), options.pop("metaclass", type))
            if joined is None:
                raise
        return build(body, name, *bases, metaclass=joined, **options)

    vars(builtins)["__build_class__"] = build_class


def _joined(bases: "tuple[Any, ...]", wanted: type) -> "type | None":
    """A metaclass that is all of theirs; None where no stand-in is among them."""
    classes = [base for base in bases if isinstance(base, type)]
    if not any(issubclass(base, StubBase) for base in classes):
        return None
    kinds = list(dict.fromkeys([wanted, *map(type, classes)]))
    kinds = [
        kind for kind in kinds if not any(other is not kind and issubclass(other, kind) for other in kinds)
    ]
    # The stand-in's comes last: the others know what their classes need.
    kinds.sort(key=lambda kind: kind is StubMeta)
    return type("JoinedMeta", tuple(kinds), {})
