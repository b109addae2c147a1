"""What a value that the config refers to says as names, a table or a text."""

import collections
import dataclasses
import enum
import itertools
import types
from typing import NamedTuple

import pytest
from agents import Agent, function_tool, handoff, tool_namespace
from pydantic import BaseModel, Field

from inspector.probe.reference_shapes import LARGEST, Stubbed, Unusable, read_shape
from inspector.probe.stub_objects import Stub


class Names(str, enum.Enum):  # noqa: UP042 - its `str` is not its value
    REFUND = "refund"
    MAIL = "mail"


class Policy(enum.Enum):
    ALWAYS = "always"
    ASKED = True
    NEVER = 3


class Shouting(str):
    def __str__(self):
        raise RuntimeError("no text to be had")

    __repr__ = __str__


@function_tool(name_override="refund")
def refund_order(order: str) -> str:
    """Refunds."""
    return order


def refund_later() -> str:
    return ""


@dataclasses.dataclass
class Switches:
    refund: bool = True
    mail: str = "always"
    later: bool = dataclasses.field(init=False)


@dataclasses.dataclass
class Groups:
    high: list[str] = dataclasses.field(default_factory=lambda: ["refund", "mail"])
    low: tuple[str, ...] = ("look", "mail")


class Model(BaseModel):
    refund: bool = True
    mail: bool = Field(default_factory=lambda: False)
    look: bool


class Constants:
    REFUND = "refund"
    MAIL = "mail"
    _PRIVATE = "x"

    def method(self):
        return None


class Pair(NamedTuple):
    refund: bool
    mail: bool = False


@dataclasses.dataclass
class Described:
    name: str


def names(value):
    found = read_shape(value)
    assert found["form"] == "names"
    return [entry["name"] for entry in found["entries"]]


def mapping(value):
    found = read_shape(value)
    assert found["form"] == "mapping"
    return {entry["name"]: entry["value"] for entry in found["entries"]}


@pytest.mark.parametrize(
    ("value", "listed"),
    [
        (["refund", "mail", "refund"], ["refund", "mail"]),
        (("refund",), ["refund"]),
        ({"refund", "mail", "look"}, ["look", "mail", "refund"]),
        (frozenset({Names.REFUND, "a"}), ["a", "refund"]),
        (collections.deque(["b", "a"]), ["b", "a"]),
        ({"b": 1, "a": 2}.keys(), ["b", "a"]),
        ([], []),
        (Names, ["refund", "mail"]),
        (Policy, ["always", "ASKED", "NEVER"]),
        ([Names.MAIL, Policy.NEVER, Policy.ALWAYS], ["mail", "NEVER", "always"]),
        ([refund_order, handoff(Agent(name="Billing"))], ["refund", "transfer_to_billing"]),
        (tool_namespace(name="crm", description="d", tools=[refund_order]), ["crm.refund"]),
        (refund_order, ["refund"]),
        ([Described("refund"), {"name": "mail"}, {"tool": "look"}], ["refund", "mail", "look"]),
        ([refund_later, Described], ["refund_later", "Described"]),
        (Groups, ["refund", "mail", "look"]),
        (Groups(high=["a"]), ["a", "look", "mail"]),
        (Constants, ["refund", "mail"]),
        (Constants(), ["refund", "mail"]),
        ([Shouting("refund")], ["refund"]),
    ],
)
def test_names_come_from_collections_enums_and_constants(value, listed):
    assert names(value) == listed


@pytest.mark.parametrize(
    ("value", "table"),
    [
        ({"refund": "always", "mail": True}, {"refund": "always", "mail": True}),
        ({"a": Policy.ALWAYS, "b": Policy.ASKED, "c": Policy.NEVER}, {"a": "always", "b": True, "c": "3"}),
        ({"a": 3, "b": 0.5, "c": None}, {"a": "3", "b": "0.5", "c": None}),
        ({"a": {"x": 1}, "b": ["x"], "c": len}, {"a": None, "b": None, "c": None}),
        ({Names.REFUND: Names.MAIL}, {"refund": "mail"}),
        (types.MappingProxyType({"refund": False}), {"refund": False}),
        ({}, {}),
        (Switches, {"refund": True, "mail": "always", "later": None}),
        (Switches(refund=False), {"refund": False, "mail": "always", "later": None}),
        (Model, {"refund": True, "mail": False, "look": None}),
        (Model(look=True), {"refund": True, "mail": False, "look": True}),
        (Pair(refund=True), {"refund": True, "mail": False}),
        (types.SimpleNamespace(refund="never", mail=True), {"refund": "never", "mail": True}),
    ],
)
def test_a_mapping_has_names_with_their_values(value, table):
    assert mapping(value) == table


@pytest.mark.parametrize(
    ("value", "groups"),
    [
        ({"free": ["look"], "pro": ["look", "mail", "mail"]}, {"free": ["look"], "pro": ["look", "mail"]}),
        ({"free": {"mail", "look"}, "pro": ()}, {"free": ["look", "mail"], "pro": []}),
        ({Policy.ALWAYS: [refund_order, Names.MAIL]}, {"always": ["refund", "mail"]}),
        ({"free": ["look"], "pro": "look"}, None),
        ({"free": ["look"], "pro": {"look": True}}, None),
        ({"free": [1, 2]}, None),
        ({}, None),
    ],
)
def test_a_mapping_of_lists_has_its_keys_and_the_names_in_each(value, groups):
    found = read_shape(value)
    assert found.get("groups") == groups
    assert [entry["value"] for entry in found["entries"] if entry["value"] is not None] in ([], ["look"])


@pytest.mark.parametrize(
    ("value", "text"), [("deny", "deny"), (Names.MAIL, "mail"), (Policy.NEVER, "NEVER"), (Shouting("a"), "a")]
)
def test_a_string_is_a_text(value, text):
    assert read_shape(value) == {"form": "text", "text": text}


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (5, "is of type `int`; expected a collection of names"),
        (True, "is of type `bool`"),
        (None, "is of type `NoneType`"),
        (b"refund", "is of type `bytes`"),
        (object(), "is of type `object`"),
        (types, "is of type `module`"),
        (ValueError, "is the class `ValueError`"),
        ([1, 2], "holds a value of type `int`, which is no name"),
        ({5: "x"}, "holds a value of type `int`"),
        ([["refund"]], "holds a value of type `list`"),
        (range(LARGEST + 1), "is of type `range`"),
        ([str(number) for number in range(LARGEST + 1)], "holds more than 10,000 names"),
        ({str(number): 1 for number in range(LARGEST + 1)}, "holds more than 10,000 names"),
        (
            types.SimpleNamespace(stop=["a"], default="deny"),
            "is of type `SimpleNamespace`, .*name one of them: `stop`, `default`",
        ),
    ],
)
def test_other_values_are_refused_with_what_they_are(value, said):
    with pytest.raises(Unusable, match="^" + said):
        read_shape(value)


def test_a_collection_that_holds_itself_is_refused():
    loop: list[object] = ["refund"]
    loop.append(loop)
    with pytest.raises(Unusable, match="type `list`"):
        read_shape(loop)


def test_iterators_are_gone_through_only_where_a_call_made_them():
    assert read_shape(iter(["a", "b"]), from_call=True)["entries"] == [{"name": "a"}, {"name": "b"}]
    kept = iter(["a"])
    with pytest.raises(Unusable):
        read_shape(kept)
    assert list(kept) == ["a"]
    with pytest.raises(Unusable, match="more than"):
        read_shape((str(number) for number in itertools.count()), from_call=True)


@pytest.mark.parametrize("place", [lambda stub: stub, lambda stub: [stub], lambda stub: {stub: 1}])
def test_a_stand_in_tells_its_package(place):
    with pytest.raises(Stubbed, match="lost"):
        read_shape(place(Stub("lost", "lost.NAMES")))
