"""Operators of a stand-in: arithmetic goes on with stand-ins, comparisons and sizes say no, lists grow."""

from typing import Any


def is_special(name: str) -> bool:
    """Names that Python and libraries ask every object for; inventing them would change what it is."""
    return name.startswith("__") and name.endswith("__")


def any_schema() -> Any:
    """What pydantic is told of a stand-in's type: anything goes."""
    from pydantic_core import core_schema

    return core_schema.any_schema()


class ValueOperators:
    """Mixed into stand-ins; `derived(suffix)` makes the next one."""

    def derived(self, suffix: str) -> Any:
        raise NotImplementedError

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        return 0

    def __int__(self) -> int:
        return 0

    def __index__(self) -> int:
        return 0

    def __float__(self) -> float:
        return 0.0

    def __complex__(self) -> complex:
        return 0j

    def __hash__(self) -> int:
        return id(self) >> 4

    def __eq__(self, other: Any) -> bool:
        return self is other

    def __ne__(self, other: Any) -> bool:
        return self is not other

    def __lt__(self, other: Any) -> bool:
        return False

    __le__ = __gt__ = __ge__ = __lt__

    def __contains__(self, item: Any) -> bool:
        return False

    def __getitem__(self, key: Any) -> Any:
        return self.derived("[]")

    def __setitem__(self, key: Any, value: Any) -> None:
        return None

    def __delitem__(self, key: Any) -> None:
        return None

    def __next__(self) -> Any:
        raise StopIteration

    def __reversed__(self) -> Any:
        return iter(())

    def __format__(self, spec: str) -> str:
        return str(self)

    def __enter__(self) -> Any:
        return self.derived("")

    def __exit__(self, *error: Any) -> None:
        return None

    async def __aenter__(self) -> Any:
        return self.derived("")

    async def __aexit__(self, *error: Any) -> None:
        return None

    async def __anext__(self) -> Any:
        raise StopAsyncIteration

    def __add__(self, other: Any) -> Any:
        if isinstance(other, (list, tuple)):
            return type(other)([self, *other]) if type(other) in (list, tuple) else [self, *other]
        return str(self) + other if isinstance(other, str) else self.derived("")

    def __radd__(self, other: Any) -> Any:
        if isinstance(other, (list, tuple)):
            return type(other)([*other, self]) if type(other) in (list, tuple) else [*other, self]
        return other + str(self) if isinstance(other, str) else self.derived("")

    def __or__(self, other: Any) -> Any:
        return dict(other) if isinstance(other, dict) else self.derived("")

    __ror__ = __or__

    def _result(self, *others: Any) -> Any:
        return self.derived("")

    __sub__ = __rsub__ = __mul__ = __rmul__ = __matmul__ = __rmatmul__ = _result
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = _result
    __divmod__ = __rdivmod__ = __pow__ = __rpow__ = __lshift__ = __rlshift__ = _result
    __rshift__ = __rrshift__ = __and__ = __rand__ = __xor__ = __rxor__ = _result
    __neg__ = __pos__ = __abs__ = __invert__ = __round__ = __trunc__ = _result
    __floor__ = __ceil__ = _result
