"""Conditions in words."""

import random

import pytest
import words_read_back
from brute_force import condition_of, every, values_at

from inspector.flags.space import space_of
from inspector.flags.wording import words
from inspector.model import ALWAYS, NEVER, Condition, FlagValue, one_of

SPACE = space_of(
    {
        "beta": (False, True),
        "plan": ("free", "pro", "enterprise"),
        "sso": (False, True),
        "region": ("eu", "us", "asia", "africa"),
    },
    [{"plan": "free", "sso": True}],
    {"acme": {"beta": True, "plan": "pro"}, "globex": {}},
)
BETA, PAID, SSO, FREE = one_of(0, 2, [1]), one_of(1, 3, [1, 2]), one_of(2, 2, [1]), one_of(1, 3, [0])
ENTERPRISE = one_of(1, 3, [2])


def region(*positions: int) -> Condition:
    return one_of(3, 4, positions)


def tenant(*positions: int) -> Condition:
    return one_of(4, 3, positions)


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        (ALWAYS, ""),
        (SPACE.legal, ""),
        (NEVER, "never"),
        (SSO & FREE, "never"),
        (BETA, "beta"),
        (~BETA, "not beta"),
        (FREE, "plan is free"),
        (BETA & PAID, "beta and plan in {pro, enterprise}"),
        (region(0, 2, 3), "region is not us"),
        (region(0, 2), "region in {eu, asia}"),
        (BETA | SSO, "beta or sso"),
        (BETA & (SSO | FREE), "beta and (plan is free or sso)"),
        ((BETA & region(1)) | SSO, "sso or (beta and region is us)"),
        (SSO & PAID, "sso"),
        (SSO & region(1), "sso and region is us"),
        (SSO & one_of(1, 3, [0, 2]), "plan is enterprise and sso"),
        (ENTERPRISE | (~BETA & PAID), "plan is enterprise or (not beta and plan is pro)"),
        (ENTERPRISE | (PAID & region(2)), "plan is enterprise or (plan is pro and region is asia)"),
        ((SSO | BETA) & PAID, "sso or (beta and plan in {pro, enterprise})"),
        (region(1) | (BETA & region(0, 1, 2)), "region is us or (beta and region is not africa)"),
        (tenant(1), "tenant is acme"),
        (tenant(1, 2), "any tenant"),
        (tenant(0), "no tenant"),
        (tenant(0, 2), "tenant is not acme"),
        (tenant(1) & BETA, "tenant is acme"),
        (tenant(1) | region(1), "region is us or tenant is acme"),
    ],
)
def test_smallest_form(condition: Condition, said: str) -> None:
    assert words(SPACE, condition) == said


@pytest.mark.parametrize(
    ("name", "values", "said"),
    [
        ("plan", ("a", "b c"), 'plan is "b c"'),
        ("plan", ("a", "3"), 'plan is "3"'),
        ("plan", ("a", "not"), 'plan is "not"'),
        ("plan", ("a", "eu-west-1"), "plan is eu-west-1"),
        ("plan", ("a", ""), 'plan is ""'),
        ("plan", ("a", "x\n[b]\u202e"), 'plan is "x\n[b]\u202e"'),
        ("plan", ("a", 'say "pro"'), "plan is 'say \"pro\"'"),
        ("plan", ("a", "C:\\x y"), 'plan is "C:\\x y"'),
        ("limit", (1, 3), "limit is 3"),
        ("limit", (1.0, 0.5), "limit is 0.5"),
        ("mode", ("off", True), "mode is true"),
        ("new checkout", (False, True), '"new checkout"'),
        ("or", (False, True), '"or"'),
        ("on", (True, False), "not on"),
    ],
)
def test_names_and_values_as_they_are(name: str, values: tuple[FlagValue, ...], said: str) -> None:
    assert words(space_of({name: values}), one_of(0, 2, [1])) == said


def test_a_tenant_beside_a_flag_of_that_name() -> None:
    space = space_of({"tenant": ("a", "b")}, tenants={"acme": {}})
    assert words(space, one_of(1, 2, [1])) == "$tenant is acme"
    assert words(space, one_of(0, 2, [1])) == "tenant is b"


class TestLongOnes:
    FLAGS = space_of({f"flag_{number}": (False, True) for number in range(60)})

    def test_many_cases_end_in_a_number(self) -> None:
        any_pair = NEVER
        for level in range(0, 20, 2):
            any_pair = any_pair | (one_of(level, 2, [1]) & one_of(level + 1, 2, [1]))
        said = words(self.FLAGS, any_pair)
        assert said.endswith("… or 4 more cases")
        assert said.startswith("(flag_0 and flag_1) or (flag_2 and flag_3)")
        assert len(said) <= 300

    def test_one_long_case(self) -> None:
        all_on = ALWAYS
        for level in range(60):
            all_on = all_on & one_of(level, 2, [1])
        said = words(self.FLAGS, all_on)
        assert said.startswith("flag_0 and flag_1 and ")
        assert said.endswith(" more")
        assert len(said) <= 300

    def test_many_values(self) -> None:
        space = space_of({"size": tuple(range(100))})
        assert words(space, one_of(0, 100, range(40))) == "size in {0, 1, 2, 3, 4, 5, 6, … 33 more}"
        assert words(space, one_of(0, 100, range(1, 100))) == "size is not 0"

    def test_what_has_no_short_form_still_ends(self) -> None:
        odd = ALWAYS
        for level in range(40):
            odd = (odd & one_of(level, 2, [0])) | (~odd & one_of(level, 2, [1]))
        said = words(self.FLAGS, odd)
        assert said.endswith("… or more cases") or " more" in said
        assert len(said) <= 320


def test_the_same_words_each_time() -> None:
    chance = random.Random(5)
    tables = {each: chance.random() < 0.4 for each in every(SPACE)}
    first = words(SPACE, condition_of(SPACE, tables.__getitem__))
    again = space_of(
        {one.name: one.values for one in SPACE.variables[:-1]},
        [{"plan": "free", "sso": True}],
        {"acme": {"beta": True, "plan": "pro"}, "globex": {}},
    )
    assert words(again, condition_of(again, tables.__getitem__)) == first


@pytest.mark.parametrize("seed", range(60))
def test_any_three_flags_read_back(seed: int) -> None:
    space = space_of({"a": (False, True), "b": ("x", "y", "z"), "c": (1, 2, 3, 4)}, [{"b": "z", "c": 4}])
    chance = random.Random(seed)
    table = {each: chance.random() < 0.5 for each in every(space)}
    said = words(space, condition_of(space, table.__getitem__))
    for each, holds in table.items():
        if space.legal.holds(each) and "…" not in said:
            assert words_read_back.holds(said, values_at(space, each)) is holds, said
