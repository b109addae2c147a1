"""Values of the project as plain JSON, whatever they are."""

import math
import re
from typing import Any, TypeGuard, TypeVar, overload

_T = TypeVar("_T")
_DEPTH = 60
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


@overload
def is_a(value: Any, kinds: "type[_T]") -> "TypeGuard[_T]": ...
@overload
def is_a(value: Any, kinds: "tuple[type, ...]") -> "TypeGuard[Any]": ...
def is_a(value: Any, kinds: Any) -> bool:
    """isinstance by the type alone: `__class__` of a lazy object may raise, or load what it stands for."""
    return issubclass(type(value), kinds)


def plain(value: Any, depth: int = _DEPTH) -> Any:
    """A JSON-able copy: unknown objects become their repr, lone surrogates become escapes; never raises."""
    if value is None or is_a(value, bool):
        return value
    if is_a(value, str):
        return text(value)
    if is_a(value, int):
        return int(value) if -(2**63) <= value < 2**63 else str(value)
    if is_a(value, float):
        return float(value) if math.isfinite(value) else str(value)
    if depth <= 0:
        return "…"
    if is_a(value, dict):
        return {text(key): plain(item, depth - 1) for key, item in value.items() if not _absent(item)}
    if is_a(value, (list, tuple, set, frozenset)):
        return [plain(item, depth - 1) for item in value if not _absent(item)]
    try:
        dump = getattr(value, "model_dump", None)
        if callable(dump):
            return plain(dump(mode="json", exclude_unset=True), depth - 1)
    except Exception:
        return short_repr(value)
    return short_repr(value)


def text(value: Any) -> str:
    """A str without lone surrogates; other values by their own `str`, or repr where that fails.

    A string of a type of its own, as a member of `class Names(str, Enum)`, is what it equals, not its `str`.
    """
    if not is_a(value, str):
        try:
            value = str(value)
        except Exception:
            value = short_repr(value)
    return str.encode(value, "utf-8", "backslashreplace").decode("utf-8")


def short_repr(value: Any, limit: int = 200) -> str:
    """repr cut to `limit` characters, without addresses; the type's name when repr itself raises."""
    try:
        shown = repr(value)
    except Exception:
        shown = f"<{type(value).__name__}>"
    shown = _ADDRESS.sub("", text(shown))
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"


def error_text(error: BaseException) -> str:
    """`Class: message`, without a traceback."""
    message = text(error)
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _absent(value: Any) -> bool:
    return type(value).__name__ in ("Omit", "NotGiven")
