"""A recorded context looks like its factory made it, and each field counts as the flags behind it."""

import collections
import collections.abc
import copy
import dataclasses
import enum
import functools
import json
import operator
import pickle
import types
from collections.abc import Callable
from typing import Any, NamedTuple

import pydantic
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from recorded import Recorded

pytestmark = pytest.mark.filterwarnings("error")


class Tier(enum.Enum):
    BASIC = "basic"
    GOLD = "gold"


@dataclasses.dataclass
class Limits:
    refunds: int
    currency: str


@dataclasses.dataclass(frozen=True, slots=True)
class Frozen:
    beta: bool
    plan: str
    tier: Tier
    limits: Limits
    features: frozenset[str]
    both: bool

    @property
    def paid(self) -> bool:
        return self.plan != "free"

    def allows(self, name: str) -> bool:
        return name in self.features or self.both


@dataclasses.dataclass
class Open:
    beta: bool
    plan: str
    tier: Tier
    limits: Limits
    features: set[str]
    both: bool
    note: str = "same"

    @property
    def paid(self) -> bool:
        return self.plan != "free"

    @functools.cached_property
    def label(self) -> str:
        return f"{self.plan}!"

    def allows(self, name: str) -> bool:
        return name in self.features or self.both


class Model(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(arbitrary_types_allowed=True)
    beta: bool
    plan: str
    tier: Tier
    limits: Limits
    features: set[str]
    both: bool
    _hidden: str = pydantic.PrivateAttr(default="")

    @property
    def paid(self) -> bool:
        return self.plan != "free"

    def allows(self, name: str) -> bool:
        return name in self.features or self.both


class Tupled(NamedTuple):
    beta: bool
    plan: str
    tier: Tier
    limits: Limits
    features: frozenset[str]
    both: bool

    @property
    def paid(self) -> bool:
        return self.plan != "free"

    def allows(self, name: str) -> bool:
        return name in self.features or self.both


class Dynamic:
    """Knows its fields only by `__getattr__`."""

    def __init__(self, **fields: Any) -> None:
        self._fields = fields

    def __getattr__(self, name: str) -> Any:
        try:
            return self._fields[name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def paid(self) -> bool:
        return bool(self.plan != "free")

    def allows(self, name: str) -> bool:
        return name in self.features or self.both


def fields(flags: Any) -> dict[str, Any]:
    return {
        "beta": flags["beta"],
        "plan": flags["plan"],
        "tier": Tier.GOLD if flags["plan"] == "enterprise" else Tier.BASIC,
        "limits": Limits(flags["limit"] * 2, "USD" if flags["region"] == "us" else "EUR"),
        "features": {name for name in ("beta", "sso") if flags[name]} | {"core"},
        "both": flags["beta"] and flags["sso"] and flags["region"] == "us",
    }


def frozen(flags: Any) -> Frozen:
    found = fields(flags)
    return Frozen(**{**found, "features": frozenset(found["features"])})


OBJECTS: dict[str, Callable[[Any], Any]] = {
    "frozen dataclass with slots": frozen,
    "dataclass": lambda flags: Open(**fields(flags)),
    "pydantic model": lambda flags: Model(**fields(flags)),
    "named tuple": lambda flags: Tupled(**fields(flags)),
    "object with __getattr__": lambda flags: Dynamic(**fields(flags)),
}

READS: list[tuple[Callable[[Any], Any], set[str]]] = [
    (lambda ctx: ctx.beta, {"beta"}),
    (lambda ctx: ctx.plan, {"plan"}),
    (lambda ctx: ctx.tier is Tier.BASIC, {"plan"}),
    (lambda ctx: ctx.limits.refunds, {"limit"}),
    (lambda ctx: ctx.limits.currency, {"region"}),
    (lambda ctx: ctx.limits is not None, set()),
    (lambda ctx: "beta" in ctx.features, {"beta"}),
    (lambda ctx: "sso" in ctx.features, {"sso"}),
    (lambda ctx: "core" in ctx.features, set()),
    (lambda ctx: "none" in ctx.features, set()),
    (lambda ctx: {"beta", "core"} <= ctx.features, {"beta", "sso"}),
    (lambda ctx: {"beta"}.issubset(ctx.features), {"beta", "sso"}),
    (lambda ctx: frozenset({"beta"}) & ctx.features, {"beta", "sso"}),
    (lambda ctx: {"beta"} & ctx.features, {"beta", "sso"}),
    (lambda ctx: {"core"} == ctx.features, {"beta", "sso"}),
    (lambda ctx: sorted(ctx.features), {"beta", "sso"}),
    (lambda ctx: set(ctx.features), {"beta", "sso"}),
    (lambda ctx: len(ctx.features), {"beta", "sso"}),
    (lambda ctx: ctx.features == {"core"}, {"beta", "sso"}),
    (lambda ctx: isinstance(ctx.features, collections.abc.Set), set()),
    (lambda ctx: ctx.both, {"beta", "region", "sso"}),
    (lambda ctx: ctx.paid, {"plan"}),
    (lambda ctx: ctx.allows("sso"), {"beta", "region", "sso"}),
    (lambda ctx: ctx.allows("core"), set()),
    (lambda ctx: getattr(ctx, "none", 5), set()),
    (lambda ctx: hasattr(ctx, "beta"), {"beta"}),
]


@pytest.mark.parametrize("kind", OBJECTS)
@pytest.mark.parametrize(("ask", "read"), READS)
def test_a_field_counts_as_the_flags_behind_it(kind: str, ask: Callable[[Any], Any], read: set[str]) -> None:
    recorded = Recorded(OBJECTS[kind])
    assert recorded.asked(ask) == (ask(OBJECTS[kind](dict(recorded.stage().flags))), read)
    assert recorded.doubt == ""


WHOLE: dict[str, list[Callable[[Any], Any]]] = {
    "frozen dataclass with slots": [
        repr,
        lambda ctx: ctx == frozen(ctx_flags()),
        lambda ctx: pickle.loads(pickle.dumps(ctx)),
        copy.deepcopy,
    ],
    "dataclass": [
        repr,
        dataclasses.asdict,
        dataclasses.astuple,
        vars,
        copy.copy,
        copy.deepcopy,
        lambda ctx: f"{ctx}",
        lambda ctx: pickle.loads(pickle.dumps(ctx)),
        lambda ctx: ctx == Open(**fields(ctx_flags())),
        lambda ctx: Open(**fields(ctx_flags())) == ctx,
    ],
    "pydantic model": [
        repr,
        str,
        lambda ctx: ctx.model_dump(),
        lambda ctx: sorted(json.loads(ctx.model_dump_json())["features"]),
        lambda ctx: ctx.model_dump(mode="json", exclude_unset=True)["plan"],
        lambda ctx: ctx.model_copy(),
        lambda ctx: ctx.model_copy(update={"beta": True}),
        dict,
        copy.copy,
        copy.deepcopy,
        lambda ctx: ctx == Model(**fields(ctx_flags())),
        lambda ctx: Model.model_validate(ctx.model_dump()),
        lambda ctx: pickle.loads(pickle.dumps(ctx)),
    ],
    "named tuple": [
        repr,
        tuple,
        list,
        lambda ctx: ctx._asdict(),
        lambda ctx: ctx._replace(beta=True),
        lambda ctx: [*ctx],
        lambda ctx: ctx == tuple(ctx),
        copy.deepcopy,
        lambda ctx: pickle.loads(pickle.dumps(ctx)),
    ],
    "object with __getattr__": [lambda ctx: vars(ctx)["_fields"]],
}


def ctx_flags() -> dict[str, Any]:
    return {"beta": False, "plan": "free", "region": "eu", "sso": False, "limit": 1}


@pytest.mark.parametrize(("kind", "ask"), [(kind, ask) for kind, asks in WHOLE.items() for ask in asks])
def test_what_reads_a_context_as_a_whole_gives_the_same_and_reads_all(
    kind: str, ask: Callable[[Any], Any]
) -> None:
    recorded = Recorded(OBJECTS[kind])
    answer, read = recorded.asked(ask)
    assert answer == ask(OBJECTS[kind](ctx_flags()))
    assert read == {"beta", "plan", "region", "sso", "limit"}
    assert recorded.doubt == ""


@pytest.mark.parametrize("kind", OBJECTS)
def test_the_type_stays_what_it_is(kind: str) -> None:
    context = Recorded(OBJECTS[kind]).given()
    original = OBJECTS[kind](ctx_flags())
    assert type(context) is type(original) and isinstance(context, type(original))
    assert context.__class__ is type(original)


def test_a_changed_copy_holds_the_rest_as_it_was() -> None:
    for kind in ("dataclass", "frozen dataclass with slots"):
        recorded = Recorded(OBJECTS[kind])
        assert recorded.asked(lambda ctx: dataclasses.replace(ctx, beta=True).beta)[0] is True
        read = recorded.reads(lambda ctx: dataclasses.replace(ctx, beta=True).limits.refunds)
        assert {"limit", "plan"} <= read


@dataclasses.dataclass(frozen=True)
class Key:
    plan: str
    beta: bool


def test_a_context_can_be_hashed_and_be_a_key() -> None:
    recorded = Recorded(lambda flags: Key(flags["plan"], flags["beta"]))
    assert recorded.asked(lambda ctx: {Key("free", False): 1}[ctx]) == (1, {"plan", "beta"})


def test_a_dict_and_what_it_holds() -> None:
    def make(flags: Any) -> Any:
        found = fields(flags)
        more = {"pro": 1} if flags["plan"] == "pro" else {}
        return {**found, "nested": {"sso": flags["sso"], "list": [flags["region"], 3]}, **more, "more": more}

    recorded = Recorded(make)
    cases: list[tuple[Callable[[Any], Any], set[str]]] = [
        (lambda ctx: ctx["beta"], {"beta"}),
        (lambda ctx: ctx.get("plan"), {"plan"}),
        (lambda ctx: ctx.get("pro"), {"plan"}),
        (lambda ctx: "pro" in ctx, {"plan"}),
        (lambda ctx: "beta" in ctx, set()),
        (len, {"plan"}),
        (list, {"plan"}),
        (lambda ctx: ctx["nested"]["sso"], {"sso"}),
        (lambda ctx: ctx["nested"]["list"][0], {"region"}),
        (lambda ctx: ctx["nested"]["list"][1], set()),
        (lambda ctx: ctx["nested"]["list"][-2:], {"region"}),
        (lambda ctx: "us" in ctx["nested"]["list"], {"region"}),
        (lambda ctx: operator.add([], ctx["nested"]["list"]), {"region"}),
        (lambda ctx: ctx["limits"].refunds, {"limit"}),
        (lambda ctx: json.dumps(ctx["nested"]), {"region", "sso"}),
        (lambda ctx: json.dumps(ctx["more"]), {"plan"}),
        (lambda ctx: bool(ctx["more"]), {"plan"}),
        (lambda ctx: {**ctx["nested"]}["sso"], {"sso"}),
        (lambda ctx: ctx["nested"] == {"sso": False, "list": ["eu", 3]}, {"region", "sso"}),
        (lambda ctx: "beta" in ctx["features"], {"beta"}),
        (lambda ctx: type(ctx["beta"]) is bool, {"beta"}),
        (lambda ctx: isinstance(ctx, dict), set()),
    ]
    for ask, read in cases:
        assert recorded.asked(ask) == (ask(make(ctx_flags())), read)


def test_a_namespace_of_tuples_and_lists() -> None:
    def make(flags: Any) -> Any:
        names = [name for name in ("beta", "sso") if flags[name]]
        inner = types.SimpleNamespace(plan=flags["plan"])
        return types.SimpleNamespace(
            names=names, fixed=tuple(names), inner=inner, rows=[{"a": flags["beta"]}]
        )

    recorded = Recorded(make)
    cases: list[tuple[Callable[[Any], Any], set[str]]] = [
        (lambda ctx: "beta" in ctx.names, {"beta"}),
        (lambda ctx: "beta" in ctx.fixed, {"beta", "sso"}),
        (lambda ctx: "beta".startswith(ctx.fixed), {"beta", "sso"}),
        (lambda ctx: ", ".join(ctx.names), {"beta", "sso"}),
        (lambda ctx: [*ctx.fixed], {"beta", "sso"}),
        (lambda ctx: operator.add((), ctx.fixed), {"beta", "sso"}),
        (lambda ctx: hash(ctx.fixed), {"beta", "sso"}),
        (lambda ctx: ctx.names == [], {"beta", "sso"}),
        (lambda ctx: bool(ctx.names), {"beta", "sso"}),
        (lambda ctx: json.dumps([ctx.names, ctx.fixed]), {"beta", "sso"}),
        (lambda ctx: pickle.loads(pickle.dumps([ctx.names, ctx.fixed])), {"beta", "sso"}),
        (lambda ctx: ctx.inner.plan, {"plan"}),
        (lambda ctx: [row["a"] for row in ctx.rows], {"beta"}),
        (lambda ctx: (type(ctx.names[0:]), isinstance(ctx.fixed, tuple)), {"beta", "sso"}),
        (repr, {"beta", "plan", "sso"}),
        (lambda ctx: ctx == copy.deepcopy(ctx), {"beta", "plan", "sso"}),
        (lambda ctx: isinstance(ctx, types.SimpleNamespace), set()),
    ]
    for ask, read in cases:
        assert recorded.asked(ask) == (ask(make(ctx_flags())), read), ask.__code__.co_firstlineno


class Gate:
    """Holds the flags themselves, in several ways."""

    def __init__(self, flags: Any) -> None:
        self.flags = flags
        self.view = types.MappingProxyType(flags)
        self.chain = collections.ChainMap(flags, {"more": 1})
        self.copied = flags.copy()
        beta = flags["beta"]
        self.is_beta = lambda: beta
        self.asks = lambda name: flags[name]

    def on(self, name: str) -> Any:
        return self.flags[name]


def test_an_object_that_holds_the_flags() -> None:
    recorded = Recorded(Gate)
    assert recorded.reads(lambda ctx: ctx.on("sso")) == {"sso"}
    assert recorded.reads(lambda ctx: ctx.flags.get("plan")) == {"plan"}
    assert recorded.reads(lambda ctx: ctx.view["plan"]) == {"plan"}
    assert recorded.reads(lambda ctx: ctx.chain["plan"]) == {"plan"}
    assert recorded.reads(lambda ctx: ctx.copied["plan"]) == {"plan"}
    assert recorded.reads(lambda ctx: ctx.is_beta()) == {"beta"}
    assert recorded.reads(lambda ctx: ctx.asks("region")) == {"region"}
    assert recorded.doubt == ""


def test_a_part_that_is_there_for_some_only() -> None:
    class Extra:
        def __init__(self, flags: Any) -> None:
            self.region = flags["region"]

    class Context:
        def __init__(self, flags: Any) -> None:
            self.extra = Extra(flags) if flags["plan"] == "pro" else None
            if flags["sso"]:
                self.login = flags["beta"]

    recorded = Recorded(Context)
    assert recorded.asked(lambda ctx: ctx.extra is None) == (True, {"plan"})
    assert recorded.reads(lambda ctx: ctx.extra and ctx.extra.region, plan="pro") == {"plan", "region"}
    assert recorded.reads(lambda ctx: hasattr(ctx, "login")) == {"beta", "sso"}


def test_one_object_in_two_places_counts_as_both() -> None:
    def make(flags: Any) -> Any:
        one, other = Limits(1, flags["region"]), Limits(2, flags["plan"])
        return types.SimpleNamespace(one=one, other=other, chosen=one if flags["beta"] else other)

    recorded = Recorded(make)
    assert recorded.reads(lambda ctx: (ctx.other.currency, ctx.chosen.currency)) == {"plan", "beta", "region"}


def test_what_an_evaluation_writes_into_a_context_reaches_no_other() -> None:
    recorded = Recorded(lambda flags: Open(**fields(flags)))

    def write(ctx: Any) -> Any:
        ctx.note = "other"
        ctx.features.add("more")
        return ctx.note, "more" in ctx.features, ctx.label

    assert recorded.asked(write)[0] == ("other", True, "free!")
    assert recorded.asked(lambda ctx: (ctx.note, "more" in ctx.features)) == (("same", False), set())
    assert recorded.reads(lambda ctx: ctx.label) == {"plan"}


def test_private_attributes_and_fields_of_a_model_can_be_set() -> None:
    recorded = Recorded(lambda flags: Model(**fields(flags)))

    def write(ctx: Any) -> Any:
        ctx._hidden = "x"
        ctx.plan = "pro"
        return ctx._hidden, ctx.plan, sorted(ctx.model_fields_set)

    expected = ["beta", "both", "features", "limits", "plan", "tier"]
    assert recorded.asked(write)[0] == ("x", "pro", expected)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(
    st.dictionaries(
        st.sampled_from("abcdef"),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
            lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner),
            max_leaves=6,
        )
        | st.frozensets(st.integers(), max_size=1),
    )
)
def test_any_content_compares_copies_and_prints_as_a_plain_one(content: dict[str, Any]) -> None:
    for make in (dict, lambda plain: types.SimpleNamespace(**plain)):
        context = Recorded(lambda flags, make=make: make(copy.deepcopy(content))).given()
        plain = make(content)
        assert repr(context) == repr(plain)
        assert repr(copy.deepcopy(context)) == repr(plain)
        if "nan" not in repr(plain):
            assert context == plain and plain == context and copy.copy(context) == plain
            assert pickle.loads(pickle.dumps(context)) == plain
