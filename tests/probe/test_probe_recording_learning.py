"""Which flags a field depends on is learnt from contexts of other scenarios, or said to be unproven."""

import asyncio
import collections
import dataclasses
import itertools
import time
import types
import uuid
import weakref
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recorded import Recorded

from inspector.probe.recording import Given, Stages
from inspector.probe.space import Space

NAMES = tuple("abcdef")
BOOLEANS = tuple((name, (False, True)) for name in NAMES)
MANY = tuple((f"f{at}", (False, True)) for at in range(60))

Formula = Callable[[Any], bool]
formulas: st.SearchStrategy[Formula] = st.recursive(
    st.sampled_from(NAMES).map(lambda name: lambda flags: bool(flags[name])),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda two: lambda flags: two[0](flags) and two[1](flags)),
        st.tuples(inner, inner).map(lambda two: lambda flags: two[0](flags) or two[1](flags)),
        inner.map(lambda one: lambda flags: not one(flags)),
    ),
    max_leaves=6,
)
literals = st.dictionaries(st.sampled_from(NAMES), st.booleans(), min_size=1, max_size=3)


@given(formulas, st.lists(literals, max_size=3), st.booleans())
def test_a_field_reads_exactly_the_flags_that_can_change_it(
    formula: Formula, forbidden: list[dict[str, bool]], copied: bool
) -> None:
    """`copied` hides from the probe in which order the factory reads."""

    def make(flags: Any) -> Any:
        plain = dict(flags)
        return types.SimpleNamespace(field=formula(plain if copied else flags))

    recorded = Recorded(make, flags=BOOLEANS, forbidden=forbidden)
    legal = [each for each in itertools.product((0, 1), repeat=len(NAMES)) if recorded.space.is_legal(each)]
    if not legal:
        return
    read = recorded.reads(lambda ctx: ctx.field)
    values: dict[tuple[int, ...], bool] = {}
    for scenario in legal:
        answer = formula(recorded.space.flags(scenario))
        seen = tuple(position for name, position in zip(NAMES, scenario, strict=True) if name in read)
        assert values.setdefault(seen, answer) == answer
    if not forbidden:
        assert read == _support(formula)
    assert recorded.doubt == ""


def _support(formula: Formula) -> set[str]:
    found = set()
    for values in itertools.product((False, True), repeat=len(NAMES)):
        flags = dict(zip(NAMES, values, strict=True))
        found |= {name for name in NAMES if formula(flags) != formula({**flags, name: not flags[name]})}
    return found


def test_sixty_copied_flags_are_told_apart() -> None:
    context = dataclasses.make_dataclass("Context", [(name, bool) for name, _ in MANY])
    recorded = Recorded(lambda flags: context(**flags), flags=MANY)
    for name, _ in MANY:
        assert recorded.reads(lambda ctx, name=name: getattr(ctx, name)) == {name}


def test_a_conjunction_of_many_flags_is_found_by_the_way_that_the_factory_takes() -> None:
    def make(flags: Any) -> Any:
        copies = {name: flags[name] for name, _ in MANY}
        chosen = flags["f3"] and not flags["f9"] and flags["f20"] and not flags["f31"]
        rare = chosen and flags["f40"] and not flags["f41"] and flags["f50"] and flags["f59"]
        return types.SimpleNamespace(**copies, rare=rare)

    recorded = Recorded(make, flags=MANY)
    assert recorded.reads(lambda ctx: ctx.rare) == {"f3", "f9", "f20", "f31", "f40", "f41", "f50", "f59"}
    assert recorded.doubt == ""


def test_the_tenant_is_a_flag_like_the_others() -> None:
    def make(flags: Any, tenant: str | None) -> Any:
        return types.SimpleNamespace(name=tenant or "nobody", big=tenant == "acme" or flags["limit"] == 10)

    tenants = {"acme": {"plan": "pro"}, "zeta": {"plan": "pro", "limit": 5}}
    recorded = Recorded(make, tenants=tenants)
    assert recorded.reads(lambda ctx: ctx.name) == {"tenant"}
    assert recorded.reads(lambda ctx: ctx.big) == {"tenant", "limit"}


def test_flags_that_change_together_only() -> None:
    flags = (("a", (0, 1)), ("b", (0, 1)), ("c", (0, 1)))
    forbidden = [{"a": 0, "b": 1}, {"a": 1, "b": 0}]
    recorded = Recorded(lambda flags: types.SimpleNamespace(x=flags["a"]), flags=flags, forbidden=forbidden)
    assert recorded.reads(lambda ctx: ctx.x) in ({"a"}, {"a", "b"})


class TestWhatDiffersEachTime:
    def test_is_said_and_depends_on_no_flag(self) -> None:
        recorded = Recorded(lambda flags: types.SimpleNamespace(id=uuid.uuid4(), beta=flags["beta"]))
        assert recorded.reads(lambda ctx: str(ctx.id)) == set()
        assert recorded.doubt == "reads `ctx.id`, which differs each time it is made"
        assert recorded.reads(lambda ctx: ctx.beta) == {"beta"}
        assert recorded.doubt == ""

    def test_is_no_matter_where_nothing_reads_it(self) -> None:
        recorded = Recorded(lambda flags: {"now": time.perf_counter_ns(), "plan": flags["plan"]})
        assert recorded.reads(lambda ctx: ctx["plan"]) == {"plan"}
        assert recorded.doubt == ""


class Opaque:
    """Equal to nothing, not even to itself."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("never compared")

    __hash__ = None  # type: ignore[assignment]


def test_values_that_cannot_be_compared_are_looked_into() -> None:
    def make(flags: Any) -> Any:
        plan = flags["plan"]
        rows = [Opaque(plan)]
        return types.SimpleNamespace(
            own=Opaque(flags["beta"]), rows=rows, call=lambda: plan, once=iter([plan])
        )

    recorded = Recorded(make)
    assert recorded.reads(lambda ctx: ctx.own.value) == {"beta"}
    assert recorded.reads(lambda ctx: ctx.rows[-1:][0].value) == {"plan"}
    assert recorded.reads(lambda ctx: ctx.call()) == {"plan"}
    assert recorded.reads(lambda ctx: next(ctx.once)) == {"plan"}
    assert recorded.doubt == ""


def test_what_is_too_large_to_compare_depends_on_all_that_the_factory_read() -> None:
    def make(flags: Any) -> Any:
        return types.SimpleNamespace(rows=[[flags["beta"], at] for at in range(30_000)], plan=flags["plan"])

    recorded = Recorded(make, flags=[("beta", (False, True)), ("plan", (1, 2)), ("sso", (1, 2))])
    assert recorded.reads(lambda ctx: ctx.rows[0]) == {"beta", "plan"}
    assert recorded.doubt == "which flags `ctx.rows` depends on could not be settled"


def test_a_slow_factory_leaves_a_doubt_and_takes_no_longer_than_it_may() -> None:
    def make(flags: Any) -> Any:
        time.sleep(0.05)
        return types.SimpleNamespace(beta=flags["beta"])

    recorded = Recorded(make, flags=(*MANY[:20], ("beta", (False, True))), seconds=0.4)
    began = time.monotonic()
    assert recorded.reads(lambda ctx: ctx.beta) == {"beta"}
    assert time.monotonic() - began < 5
    assert "which flags `ctx.beta` depends on could not be settled" in recorded.doubt


SETTINGS = types.SimpleNamespace(plan="", nested={"beta": None})


def test_one_object_that_the_factory_fills_anew_each_time() -> None:
    def make(flags: Any) -> Any:
        SETTINGS.plan, SETTINGS.nested["beta"] = flags["plan"], flags["beta"]
        return SETTINGS

    for wrapped in (make, lambda flags: types.SimpleNamespace(settings=make(flags), sso=flags["sso"])):
        recorded = Recorded(wrapped)
        find = (lambda ctx: ctx) if wrapped is make else (lambda ctx: ctx.settings)
        for plan in ("free", "pro", "enterprise", "free"):
            assert recorded.asked(lambda ctx, find=find: find(ctx).plan, plan=plan) == (plan, {"plan"})
            beta = recorded.asked(lambda ctx, find=find: find(ctx).nested["beta"], plan=plan, beta=True)
            assert beta == (True, {"beta"})


def test_a_constant_of_a_module_depends_on_nothing() -> None:
    catalog = {"one": {"price": 1}}
    recorded = Recorded(lambda flags: types.SimpleNamespace(catalog=catalog, plan=flags["plan"]))
    assert recorded.asked(lambda ctx: ctx.catalog["one"]["price"]) == (1, set())


class TestTheFactory:
    @pytest.mark.parametrize(
        "make",
        [
            lambda flags: {"beta": flags["beta"]},
            lambda beta: {"beta": beta},
            lambda settings: {"beta": settings["beta"]},
            lambda *, beta, plan="x": {"beta": beta},
            lambda **every: {"beta": every["beta"]},
            lambda debug=False, **every: {"beta": every["beta"]},
            lambda tenant, beta: {"beta": beta, "tenant": tenant},
        ],
    )
    def test_is_given_what_its_parameters_ask_for(self, make: Callable[..., Any]) -> None:
        assert Recorded(make).asked(lambda ctx: ctx["beta"], beta=True) == (True, {"beta"})

    def test_without_parameters_it_is_called_without(self) -> None:
        assert Recorded(lambda: {"beta": 3}).asked(lambda ctx: ctx["beta"]) == (3, set())

    def test_may_be_async_and_wait(self) -> None:
        async def at_once(flags: Any) -> Any:
            return {"plan": flags["plan"]}

        async def waiting(flags: Any) -> Any:
            await asyncio.sleep(0)
            return {"plan": flags["plan"]}

        flags = [("plan", ("free", "pro"))]
        assert Recorded(at_once, flags=flags).reads(lambda ctx: ctx["plan"]) == {"plan"}
        assert Recorded(waiting, flags=flags).reads(lambda ctx: ctx["plan"]) == {"plan"}

    def test_where_it_raises_an_evaluation_meets_that(self) -> None:
        def make(flags: Any) -> Any:
            if flags["plan"] == "pro":
                raise LookupError("no pro yet")
            return {"beta": flags["beta"]}

        recorded = Recorded(make)
        with pytest.raises(LookupError, match="no pro yet"):
            recorded.given(plan="pro")
        assert recorded.stages.take_reads() == (1,)
        assert recorded.asked(lambda ctx: ctx["beta"]) == (False, {"plan", "beta"})

    def test_may_give_a_plain_value(self) -> None:
        assert Recorded(lambda flags: flags["plan"]).asked(lambda ctx: ctx) == ("free", {"plan"})

    def test_the_wrapper_holds_its_context(self) -> None:
        stage = Recorded(lambda flags: {"beta": flags["beta"]}).stage(beta=True)
        assert stage.wrapper.context is stage.context and stage.wrapper is stage.wrapper


def test_a_context_that_is_no_callable_is_given_as_it_is() -> None:
    given = object()
    stages = Stages(Space(BOOLEANS), Given(given))
    stage = asyncio.run(stages.at((0,) * len(NAMES)))
    assert stage.context is given and stage.take_reads() == ()


class TestFewFlags:
    """Where what the factory reads has few combinations, all of them are looked at."""

    FLAGS = tuple((f"f{at}", (False, True)) for at in range(12))

    @pytest.mark.parametrize("length", [8, 12])
    def test_one_combination_among_all_of_them(self, length: int) -> None:
        chosen = (True, False, True, True, False, True, False, False, True, True, False, True)[:length]

        def make(flags: Any) -> Any:
            copied = dict(flags)
            return types.SimpleNamespace(special=tuple(copied[f"f{at}"] for at in range(length)) == chosen)

        recorded = Recorded(make, flags=self.FLAGS)
        assert recorded.reads(lambda ctx: ctx.special) == {f"f{at}" for at in range(length)}
        assert recorded.doubt == ""

    def test_is_never_made_in_an_illegal_scenario(self) -> None:
        forbidden = [{"f0": True, "f1": True}, {"f2": False, "f3": False}]
        tenants = {"acme": {"f0": True, "f1": True}, "zeta": {"f2": True}}
        met: list[tuple[Any, Any]] = []

        def make(flags: Any, tenant: str | None) -> Any:
            met.append((dict(flags), tenant))
            return types.SimpleNamespace(both=flags["f0"] and not flags["f3"] and tenant == "zeta")

        recorded = Recorded(make, flags=self.FLAGS[:5], forbidden=forbidden, tenants=tenants)
        recorded.reads(lambda ctx: ctx.both)
        assert {tenant for _, tenant in met} == {None, "zeta"}
        for flags, _ in met:
            assert not (flags["f0"] and flags["f1"]) and (flags["f2"] or flags["f3"])


@dataclasses.dataclass
class User:
    id: int
    plan: str = dataclasses.field(compare=False, default="")

    def __hash__(self) -> int:
        return self.id


class Referring:
    """Holds the plan in ways that its own `==`, and its type, tell nothing of."""

    def __init__(self, flags: Any) -> None:
        user = User(1, flags["plan"])
        self.user = user
        self.may = lambda: user.plan
        self.weak = weakref.ref(user)
        self.proxy = weakref.proxy(user)
        self.waiting = collections.deque([user])
        self.group = {user}
        self.both = (user, 1)
        self.kind = type("Kind", (), {"plan": flags["plan"]})
        self.made = self.kind()
        self.error = ValueError(flags["plan"])


@pytest.mark.parametrize(
    "ask",
    [
        lambda ctx: ctx.user.plan,
        lambda ctx: ctx.may(),
        lambda ctx: ctx.weak().plan,
        lambda ctx: ctx.proxy.plan,
        lambda ctx: ctx.waiting[0].plan,
        lambda ctx: next(iter(ctx.group)).plan,
        lambda ctx: ctx.both[0].plan,
        lambda ctx: ctx.kind.plan,
        lambda ctx: ctx.made.plan,
        lambda ctx: ctx.error.args[0],
    ],
)
def test_state_decides_whatever_equality_says(ask: Callable[[Any], Any]) -> None:
    recorded = Recorded(Referring)
    assert recorded.asked(ask, plan="pro") == ("pro", {"plan"})
    assert recorded.doubt == ""


def test_a_class_that_is_the_context() -> None:
    def make(flags: Any) -> Any:
        class Chosen:
            beta = flags["beta"]

        return Chosen

    assert Recorded(make).asked(lambda ctx: ctx.beta, beta=True) == (True, {"beta"})
