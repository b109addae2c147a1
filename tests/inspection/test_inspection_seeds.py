"""Loads under other hash seeds are held against the first."""

from inspector.inspection.seeds import differing
from inspector.model import Consumer, RootResult, Tool


def desk(*names: str, **changes: object) -> RootResult:
    tools = (
        Tool(
            key=f"function:{name}",
            visible=name,
            name=name,
            origin="function",
            type="FunctionTool",
            identity=1,
        )
        for name in names
    )
    consumer = Consumer(id="shop:desk", name="Desk", path="shop.py", line=3, tools=tuple(tools), **changes)
    return RootResult(root=".", consumers=(consumer,))


def said(first: RootResult, **seeded: RootResult) -> list[str]:
    others = {int(seed.removeprefix("seed")): [result] for seed, result in seeded.items()}
    return [found.difference for found in differing([first], others)]


def test_equal_loads_say_nothing() -> None:
    assert said(desk("a", "b"), seed1=desk("a", "b")) == []


def test_another_order() -> None:
    assert said(desk("a", "b"), seed1=desk("a", "b"), seed2=desk("b", "a")) == [
        "with hash seed 2, `Desk` has its tools in another order: `b`, `a`"
    ]


def test_other_tools() -> None:
    assert said(desk("a", "b"), seed1=desk("a")) == ["with hash seed 1, `Desk` lacks `b`"]
    assert said(desk("a"), seed1=desk("a", "b")) == ["with hash seed 1, `Desk` has `b` as well"]


def test_a_consumer_is_reported_once() -> None:
    assert len(said(desk("a", "b"), seed1=desk("b", "a"), seed2=desk("b", "a"))) == 1


def test_a_consumer_that_comes_or_goes() -> None:
    assert said(desk("a"), seed1=RootResult(root=".")) == ["with hash seed 1, it isn't there"]
    assert said(RootResult(root="."), seed1=desk("a")) == [
        "with hash seed 1, it is there, and without that it isn't"
    ]


def test_where_it_is_built() -> None:
    (found,) = differing([desk("a", "b")], {1: [desk("b", "a")]})
    assert (found.ref, found.path, found.line, found.what) == ("shop:desk", "shop.py", 3, "Two loads")
