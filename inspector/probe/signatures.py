"""The positional parameters of a callable, as whoever calls it fills them."""

import inspect
from typing import Any

from .plain import is_a, text

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def parameters(value: Any) -> "list[dict[str, str]]":
    """`Parameter` dicts of a callable, without a bound `self`; empty for one that tells none."""
    try:
        found = inspect.signature(value).parameters.values()
        return [
            {"name": text(parameter.name), "annotation": _annotation(parameter.annotation)}
            for parameter in found
            if parameter.kind in _POSITIONAL
        ]
    except Exception:  # no signature to be had, or one of the project's own making that raises
        return []


def _annotation(annotation: Any) -> str:
    """The annotation as text; one that is a string already stays what it is."""
    if annotation is inspect.Parameter.empty:
        return ""
    return text(annotation) if is_a(annotation, str) else text(inspect.formatannotation(annotation))
