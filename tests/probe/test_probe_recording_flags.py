"""Recording flags are a dict to user code, and tell which values it read."""

import copy
import json
import operator
import pickle
import types
from collections import ChainMap
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recorded import Recorded

PLAIN = {"beta": False, "plan": "free", "region": "eu", "sso": False, "limit": 1}
ALL = set(PLAIN)


def match(flags: Any) -> bool:
    match flags:
        case {"plan": "free", "sso": True}:
            return True
    return False


def written(flags: Any) -> Any:
    flags["beta"] = 7
    return flags["beta"]


def spread(**flags: Any) -> Any:
    return flags


OPERATIONS: list[tuple[Callable[[Any], Any], set[str]]] = [
    (lambda flags: flags["plan"], {"plan"}),
    (lambda flags: flags.get("plan"), {"plan"}),
    (lambda flags: flags.get("none", 3), set()),
    (lambda flags: "plan" in flags, set()),
    (lambda flags: "none" in flags, set()),
    (list, set()),
    (lambda flags: list(reversed(flags)), set()),
    (lambda flags: sorted(flags.keys()), set()),
    (lambda flags: flags.keys() & {"plan"}, set()),
    (len, set()),
    (bool, set()),
    (lambda flags: isinstance(flags, dict) and isinstance(flags, Mapping), set()),
    (lambda flags: list(flags.items()), ALL),
    (lambda flags: list(flags.values()), ALL),
    (lambda flags: any(flags.values()), {"beta", "plan"}),
    (lambda flags: ("plan", "free") in flags.items(), {"plan"}),
    (lambda flags: flags == PLAIN, ALL),
    (lambda flags: flags == {**PLAIN, "plan": "pro"}, {"beta", "plan"}),
    (lambda flags: flags != PLAIN, ALL),
    (lambda flags: operator.eq(PLAIN, flags), ALL),
    (lambda flags: flags == {"plan": "free"}, set()),
    (lambda flags: flags == 3, set()),
    (dict, ALL),
    (lambda flags: {**flags}, ALL),
    (lambda flags: spread(**flags), ALL),
    ({}.update, ALL),
    (lambda flags: types.SimpleNamespace(**flags).plan, ALL),
    (lambda flags: flags.copy()["plan"], {"plan"}),
    (lambda flags: copy.copy(flags)["plan"], {"plan"}),
    (lambda flags: copy.deepcopy(flags)["plan"], {"plan"}),
    (lambda flags: copy.deepcopy(flags) == PLAIN, ALL),
    (lambda flags: (flags | {"beta": 5})["beta"], set()),
    (lambda flags: (flags | {"beta": 5})["plan"], {"plan"}),
    (lambda flags: ({"beta": 5, "more": 1} | flags)["beta"], {"beta"}),
    (lambda flags: ({"beta": 5, "more": 1} | flags)["more"], set()),
    (json.dumps, ALL),
    (lambda flags: json.dumps(flags, indent=1, sort_keys=True), ALL),
    (lambda flags: f"{flags}", ALL),
    (repr, ALL),
    (lambda flags: operator.mod("%(plan)s", flags), {"plan"}),
    (lambda flags: "{plan}".format(**flags), ALL),
    ("{plan}".format_map, {"plan"}),
    (lambda flags: pickle.loads(pickle.dumps(flags)), ALL),
    (lambda flags: types.MappingProxyType(flags)["plan"], {"plan"}),
    (lambda flags: ChainMap({"sso": 1}, flags)["plan"], {"plan"}),
    (lambda flags: type(flags["beta"]) is bool, {"beta"}),
    (match, {"plan", "sso"}),
    (written, set()),
    (lambda flags: flags.setdefault("plan", 1), {"plan"}),
    (lambda flags: flags.setdefault("none", 1), set()),
    (lambda flags: flags.pop("plan"), {"plan"}),
    (lambda flags: flags.pop("none", 2), set()),
]


@pytest.mark.parametrize(("ask", "read"), OPERATIONS)
def test_each_operation_gives_what_a_dict_gives_and_tells_what_it_read(
    ask: Callable[[Any], Any], read: set[str]
) -> None:
    assert Recorded().asked(ask) == (ask(dict(PLAIN)), read)


def test_flags_can_be_had_as_attributes() -> None:
    recorded = Recorded()
    assert recorded.asked(lambda flags: flags.plan) == ("free", {"plan"})
    assert recorded.asked(lambda flags: getattr(flags, "none", 4)) == (4, set())


@pytest.mark.parametrize("wrong", [lambda flags: flags["none"], lambda flags: flags.none, hash])
def test_what_a_dict_refuses_is_refused(wrong: Callable[[Any], Any]) -> None:
    with pytest.raises((KeyError, AttributeError, TypeError)):
        wrong(Recorded().given())


def test_what_one_evaluation_writes_reaches_no_other() -> None:
    recorded = Recorded()
    recorded.asked(written)
    assert recorded.asked(lambda flags: flags["beta"]) == (False, {"beta"})


def test_one_flag_the_tenant_and_the_flags_of_another_scenario() -> None:
    recorded = Recorded(tenants={"acme": {"beta": True}})
    stage = recorded.stage()
    assert (stage.value("plan"), stage.tenant) == ("free", None)
    assert stage.take_reads() == (1, 5) and not recorded.stages.stale
    kept = stage.flags
    assert recorded.stage(tenant="acme").tenant == "acme"
    assert kept["beta"] is False
    assert stage.take_reads() == (5, 0) and recorded.stages.stale


@given(st.dictionaries(st.text(), st.none() | st.booleans() | st.integers() | st.text()), st.data())
def test_any_flags_serialise_and_compare_as_plain_ones(values: dict[str, Any], data: st.DataObject) -> None:
    flags = Recorded(flags=[(name, [value]) for name, value in values.items()]).given()
    assert json.dumps(flags) == json.dumps(values) and repr(flags) == repr(values)
    assert flags == values and values == flags and dict(flags) == values
    other = data.draw(st.dictionaries(st.text(), st.integers(), max_size=3))
    assert (flags | other) == (values | other) and (other | flags) == (other | values)
    assert list(flags | other) == list(values | other) and list(other | flags) == list(other | values)
