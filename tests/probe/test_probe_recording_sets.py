"""A set of a context is a set to whatever is done with it, and is read by membership where it can be."""

import collections.abc
import functools
from collections.abc import Callable
from typing import Any

import pydantic
import pytest
from recorded import Recorded

required = frozenset({"beta"})


class Context:
    def __init__(self, flags: Any) -> None:
        self.some = {name for name in ("beta", "sso") if flags[name]} | {"core"}
        self.fixed = frozenset(self.some)
        self.other = {"beta"}

    @property
    def names(self) -> Any:
        return self.some


class Names(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(strict=True)
    names: set[str]


@functools.singledispatch
def kind(value: Any) -> str:
    return "other"


@kind.register(set)
@kind.register(frozenset)
def _(value: Any) -> str:
    return "set"


WHOLE: list[Callable[[Any], Any]] = [
    lambda ctx: set.union(ctx.some, ctx.other),
    lambda ctx: set.union(*[ctx.other, ctx.some]),
    lambda ctx: {"beta"}.issubset(ctx.fixed),
    lambda ctx: {"beta"}.isdisjoint(ctx.names),
    lambda ctx: required <= ctx.some,
    lambda ctx: {"beta"} <= ctx.fixed,
    lambda ctx: required & ctx.some,
    lambda ctx: {"beta", "core"} - ctx.fixed,
    lambda ctx: {"core"} == ctx.fixed,
    lambda ctx: frozenset(ctx.some),
    lambda ctx: {*ctx.some},
    lambda ctx: sorted(ctx.fixed),
    lambda ctx: hash(ctx.fixed),
    lambda ctx: {frozenset({"core"}): 1}.get(ctx.fixed),
    lambda ctx: ctx.some == ctx.fixed,
    lambda ctx: ctx.some | {"x"},
    lambda ctx: repr(ctx.fixed),
    lambda ctx: Names(names=ctx.some).names,
]


@pytest.mark.parametrize("ask", WHOLE)
def test_what_looks_at_all_of_it(ask: Callable[[Any], Any]) -> None:
    flags = {"beta": False, "sso": False}
    assert Recorded(Context).asked(ask) == (ask(Context(flags)), {"beta", "sso"})


MEMBERS: list[tuple[Callable[[Any], Any], Any, set[str]]] = [
    (lambda ctx: "beta" in ctx.some, False, {"beta"}),
    (lambda ctx: "sso" in ctx.fixed, False, {"sso"}),
    (lambda ctx: "beta" in ctx.names or "core" in ctx.names, True, {"beta"}),
    (lambda ctx: sorted(type(ctx.some)(["q"])), ["q"], set()),
    (lambda ctx: "q" in type(ctx.fixed)(["q"]), True, set()),
    (lambda ctx: kind(ctx.some) + kind(ctx.fixed), "setset", set()),
    (lambda ctx: isinstance(ctx.some, collections.abc.MutableSet), True, set()),
    (lambda ctx: isinstance(ctx.some, collections.abc.Hashable), False, set()),
    (lambda ctx: isinstance(ctx.fixed, collections.abc.Hashable), True, set()),
    (lambda ctx: type(ctx.some).__name__, "set", set()),
]


@pytest.mark.parametrize(("ask", "answer", "read"), MEMBERS)
def test_what_looks_at_one_member_or_none(ask: Callable[[Any], Any], answer: Any, read: set[str]) -> None:
    assert Recorded(Context).asked(ask) == (answer, read)


def test_what_is_added_is_there() -> None:
    def add(ctx: Any) -> Any:
        ctx.some.add("more")
        ctx.some |= {"most"}
        return "more" in ctx.some and "most" in ctx.some and ctx.some is ctx.some

    recorded = Recorded(Context)
    assert recorded.asked(add)[0] is True
    assert recorded.asked(lambda ctx: "more" in ctx.some) == (False, set())
