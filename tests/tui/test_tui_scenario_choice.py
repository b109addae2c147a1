"""Which scenario a flip or the next tenant leads to."""

import pytest
from flag_samples import SPACE

from inspector.flags.legal_scenarios import is_legal
from inspector.flags.space import space_of
from inspector.model import Scenario
from inspector.tui.scenario_choice import (
    default_scenario,
    next_value,
    tenant_beside,
    tenant_scenario,
    with_value,
)

START = default_scenario(SPACE)
FORBIDDEN = (({"plan": "free", "sso": True}, "pyproject.toml:14"),)


def test_starts_with_each_flags_first_value() -> None:
    assert Scenario(values={"beta_refunds": False, "plan": "free", "sso": False, "legacy_ui": False}) == START


def test_the_default_is_the_first_legal_one_where_the_first_values_are_forbidden() -> None:
    space = space_of({"a": (False, True), "b": (False, True)}, ({"a": False, "b": False},))
    assert default_scenario(space).values == {"a": False, "b": True}


def test_tenants_come_in_turn_with_none_between_the_last_and_the_first() -> None:
    order = []
    scenario = START
    for _ in range(3):
        scenario = tenant_beside(SPACE, scenario, 1)
        order.append(scenario.tenant)
    assert order == ["acme", "globex", ""]
    assert scenario == START
    assert tenant_beside(SPACE, START, -1).tenant == "globex"


def test_a_tenant_has_its_own_flags_and_the_first_value_of_the_others() -> None:
    assert tenant_scenario(SPACE, "acme").values == {
        "beta_refunds": True,
        "plan": "pro",
        "sso": False,
        "legacy_ui": False,
    }


def test_a_flip_changes_that_flag_alone() -> None:
    choice = with_value(SPACE, START, "beta_refunds", True, FORBIDDEN)
    assert choice.scenario == Scenario(values={**START.values, "beta_refunds": True})
    assert choice.note == ""


def test_a_forbidden_combination_leads_to_the_nearest_legal_one_and_says_why() -> None:
    choice = with_value(SPACE, START, "sso", True, FORBIDDEN)
    assert choice.scenario is not None
    assert choice.scenario.values == {**START.values, "sso": True, "plan": "pro"}
    assert choice.note == "sso goes with plan pro: pyproject.toml:14 forbids plan = free and sso = true"


def test_a_value_that_no_legal_combination_has_is_refused() -> None:
    space = space_of({"a": (False, True), "b": (False, True)}, ({"a": True},))
    choice = with_value(space, default_scenario(space), "a", True, (({"a": True}, "toolinspect.toml:3"),))
    assert choice.scenario is None
    assert choice.note == "a is in no legal combination: toolinspect.toml:3 forbids a = true"


def test_a_flip_leaves_the_tenant_and_keeps_its_other_flags() -> None:
    choice = with_value(SPACE, tenant_scenario(SPACE, "acme"), "plan", "enterprise", FORBIDDEN)
    assert choice.scenario is not None
    assert choice.scenario.tenant == ""
    assert choice.scenario.values["beta_refunds"] is True
    assert choice.scenario.values["plan"] == "enterprise"
    assert choice.note == ""


def test_values_come_in_turn() -> None:
    plan = SPACE.variables[1]
    assert [next_value(plan, one) for one in ("free", "pro", "enterprise")] == ["pro", "enterprise", "free"]
    assert next_value(plan, "free", -1) == "enterprise"


@pytest.mark.parametrize(
    ("scenario", "legal"),
    [
        (START, True),
        (tenant_scenario(SPACE, "acme"), True),
        (Scenario(values=START.values, tenant="acme"), False),
        (Scenario(values=START.values, tenant="nobody"), False),
        (Scenario(values={**START.values, "sso": True}), False),
        (Scenario(values={**START.values, "plan": "gold"}), False),
        (Scenario(values={"plan": "free"}), False),
        (Scenario(values={**START.values, "beta_refunds": 0}), False),
    ],
)
def test_knows_the_scenarios_of_the_space(scenario: Scenario, legal: bool) -> None:
    assert is_legal(SPACE, scenario) is legal
