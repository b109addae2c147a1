"""Scenarios and conditions in words."""

import pytest
from explored_samples import BETA, FLAGS, PAID, finding, space

from inspector.flags.space import space_of
from inspector.model import ALWAYS, NEVER, Condition, Finding, Scenario, branch
from inspector.model.condition import one_of
from inspector.report import combinations
from inspector.report.condition_text import condition_text, way_there
from inspector.report.scenario_text import scenario_text, setting_text

ACME = branch(3, [NEVER, ALWAYS, NEVER])


@pytest.mark.parametrize(
    ("flag", "value", "told"),
    [
        ("beta", True, "beta"),
        ("beta", False, "not beta"),
        ("plan", "pro", "plan pro"),
        ("seats", 5, "seats 5"),
        ("rate", 0.5, "rate 0.5"),
        ("region", "", 'region ""'),
        ("region", "far east", 'region "far east"'),
    ],
)
def test_one_setting(flag: str, value: str | int | float | bool, told: str) -> None:
    assert setting_text(flag, value) == told


@pytest.mark.parametrize(
    ("values", "tenant", "told"),
    [
        ({}, "", "default (each flag's first value)"),
        ({"beta_refunds": True, "plan": "pro"}, "acme", "acme (beta_refunds, plan pro)"),
        ({"plan": "enterprise", "sso": True}, "", "plan enterprise, sso"),
    ],
)
def test_a_scenario_is_what_departs_from_the_first_values(
    values: dict[str, str | bool], tenant: str, told: str
) -> None:
    first = {name: each[0] for name, each in FLAGS.items()}
    assert scenario_text(space(), Scenario(values=first | values, tenant=tenant)) == told


def test_the_default_scenario_may_be_another_where_the_first_values_are_forbidden() -> None:
    where = space_of({"a": (False, True), "b": (False, True)}, ({"a": False, "b": False},))
    assert scenario_text(where, Scenario(values={"a": False, "b": True})) == "default (b)"


def test_a_scenario_of_very_many_flags_is_shortened() -> None:
    flags = {f"f{number}": (False, True) for number in range(60)}
    told = scenario_text(space_of(flags), Scenario(values=dict.fromkeys(flags, True)))
    assert told.endswith("f11, 48 more")


def test_combinations_are_counted_without_the_tenants_that_have_them() -> None:
    where = space()
    assert (combinations.written(where), combinations.legal(where)) == (12, 10)
    assert combinations.hit(where, BETA & PAID) == 4
    assert combinations.hit(where, ACME) == 0
    assert combinations.forbidden(where) == "plan is free and sso"


@pytest.mark.parametrize(
    ("holds", "fields", "told"),
    [
        (
            BETA & PAID,
            {},
            "Only when beta_refunds and plan in {pro, enterprise}; for acme; 4 of 10 combinations.",
        ),
        (~BETA & ~PAID, {}, "for no named tenant; 1 of 10 combinations."),
        (PAID, {}, "for all 2 tenants; 8 of 10 combinations."),
        (ACME, {}, "Only when tenant is acme; for acme."),
        (
            BETA & PAID,
            {"exact": False, "doubt": "in a 3-wise sample"},
            "plan in {pro, enterprise}; for acme; not proven: in a 3-wise sample.",
        ),
        (
            ~BETA & ~PAID,
            {"exact": False, "doubt": "in a sample"},
            "Only when not beta_refunds and plan is free; not proven: in a sample.",
        ),
        (None, {"exact": False}, "not proven: drawn from a sample."),
    ],
)
def test_a_findings_condition(holds: Condition | None, fields: dict[str, object], told: str) -> None:
    where = space()
    held = None if holds is None else holds & where.legal
    assert condition_text(finding(held, where, **fields), where).endswith(told)


def test_a_finding_of_every_scenario_needs_no_words() -> None:
    assert condition_text(finding(None, space()), space()) == ""
    assert way_there(finding(None, space()), space()) == ""


def test_what_a_predicate_alone_decides_is_told_without_flags() -> None:
    unknown = finding(None, space(), condition="when `shop.beta` allows it")
    for where in (space(), None):
        assert condition_text(unknown, where) == "Holds when `shop.beta` allows it."


def test_many_tenants_are_counted_but_in_the_report_on_flags() -> None:
    names = [f"t{number:02}" for number in range(12)]
    where = space_of({"a": (False, True)}, tenants={name: {"a": name != "t11"} for name in names})
    one = finding(branch(0, [NEVER, ALWAYS]) & where.legal, where)
    assert "for t00, t01, t02, t03, t04, t05, t06, t07 and 3 more;" in condition_text(one, where)
    assert "t09, t10;" in condition_text(one, where, most=None)


def test_very_many_combinations_are_told_in_percent() -> None:
    where = space_of({f"f{number}": (False, True) for number in range(31)})
    one = finding(branch(0, [NEVER, ALWAYS]) & branch(1, [NEVER, ALWAYS]), where)
    assert condition_text(one, where).endswith("25% of 2,147,483,648 combinations.")


@pytest.mark.parametrize(
    ("holds", "way"),
    [
        (BETA & PAID, "--set beta_refunds=true --set plan=pro"),
        (ACME, "--tenant acme"),
        (~BETA, ""),
    ],
)
def test_the_way_to_a_scenario_in_which_it_holds(holds: Condition, way: str) -> None:
    assert way_there(finding(holds & space().legal, space()), space()) == way


def test_the_way_is_what_a_shell_takes() -> None:
    where = space_of({"region": ("eu", "far east; rm")})
    assert way_there(finding(branch(0, [NEVER, ALWAYS]), where), where) == "--set 'region=far east; rm'"


@pytest.mark.parametrize("value", ["b\x1b[31m", "two\nlines", "\u202eright"])
def test_no_way_is_shown_that_could_not_be_copied(value: str) -> None:
    where = space_of({"region": ("eu", value)}, tenants={value: {"region": "eu"}})
    for level, size in ((0, 2), (1, 2)):
        held = one_of(level, size, [1]) & where.legal
        assert way_there(finding(held, where), where) == ""


def test_where_only_tenants_make_scenarios_no_flags_are_spoken_of() -> None:
    where = space_of({}, tenants={"acme": {}})
    assert scenario_text(where, Scenario(tenant="acme")) == "acme"
    assert scenario_text(where, Scenario()) == "no tenant"


def test_a_flag_called_tenant_is_no_tenants_name() -> None:
    where = space_of({"tenant": ("single", "multi")}, tenants={"acme": {"tenant": "multi"}})
    held: Finding = finding(branch(0, [NEVER, ALWAYS]) & where.legal, where)
    assert way_there(held, where) == "--set tenant=multi"
