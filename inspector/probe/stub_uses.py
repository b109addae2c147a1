"""What a stand-in is used for right now, as the frame that uses it tells."""

import dis
import sys
from types import CodeType, FrameType
from typing import Any, Callable

from .plain import is_a

_OPCODES = frozenset({"UNPACK_SEQUENCE", "UNPACK_EX", "LIST_EXTEND"})


def wanted_elements(frame: FrameType) -> int:
    """How many elements the iteration in `frame` needs: as many as it unpacks, else none."""
    name, argument = _instruction(frame.f_code, frame.f_lasti)
    if name == "UNPACK_SEQUENCE":
        return argument
    if name == "UNPACK_EX":
        return (argument & 0xFF) + (argument >> 8)
    return 1 if name == "LIST_EXTEND" else 0


def _instruction(code: CodeType, offset: int) -> "tuple[str, int]":
    for instruction in dis.get_instructions(code):
        if instruction.offset == offset and instruction.opname in _OPCODES:
            return instruction.opname, instruction.arg or 0
    return "", 0


def is_decoration(value: Any, frame: FrameType) -> bool:
    """Whether `value` is being decorated: a new function, class or tool that no name holds yet."""
    code_of = _code_holder(value)
    name = getattr(code_of, "__name__", None)
    if not isinstance(name, str) or name == "<lambda>":
        return False
    if value is frame.f_locals.get(name) or value is frame.f_globals.get(name):
        return False
    return _at_home(code_of) is not value


def _code_holder(value: Any) -> Any:
    """The function or class that is decorated, below an SDK tool made of it; None for any other object."""
    from . import sdk

    function: "Callable[..., Any] | None" = None
    if sdk.is_function_tool(value):
        function = sdk.function_behind(value)
    elif is_a(value, (staticmethod, classmethod)):
        function = value.__func__
    elif is_a(value, type) or type(value) is type(_code_holder):
        function = value
    return function


def _at_home(function: Any) -> Any:
    """What stands under the qualified name of a function or class in its module."""
    found: Any = sys.modules.get(str(getattr(function, "__module__", "")))
    for part in str(getattr(function, "__qualname__", "")).split("."):
        found = vars(found).get(part) if hasattr(found, "__dict__") else None
    return found
