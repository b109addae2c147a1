"""Which scenarios there are, which one is the default, the nearest, and how many."""

import random
from fractions import Fraction

import pytest

from inspector.flags.judging import always, within
from inspector.flags.space import count, default, example, position, scenario_at, share, space_of, tenants
from inspector.model import ALWAYS, NEVER, Scenario, one_of

FLAGS = {"beta": (False, True), "plan": ("free", "pro", "enterprise"), "sso": (False, True)}
TENANTS = {"acme": {"beta": True, "plan": "pro"}, "globex": {}}
SPACE = space_of(FLAGS, [{"plan": "free", "sso": True}], TENANTS)
BETA, PAID, SSO = one_of(0, 2, [1]), one_of(1, 3, [1, 2]), one_of(2, 2, [1])
ACME = one_of(3, 3, [1])


class TestSpace:
    def test_a_forbidden_combination_is_not_legal(self) -> None:
        assert not SPACE.legal.holds((0, 0, 1, 0))
        assert SPACE.legal.holds((0, 1, 1, 0))

    def test_a_tenant_goes_with_its_own_flags_alone(self) -> None:
        assert SPACE.tenants == {"acme": (1, 1, 0, 1), "globex": (0, 0, 0, 2)}
        legal = [(a, b, c, 1) for a in (0, 1) for b in (0, 1, 2) for c in (0, 1)]
        assert [each for each in legal if SPACE.legal.holds(each)] == [(1, 1, 0, 1)]

    def test_a_flag_may_be_called_tenant(self) -> None:
        space = space_of({"tenant": (False, True)}, tenants={"acme": {"tenant": True}})
        assert [one.name for one in space.variables] == ["tenant", "$tenant"]
        assert example(space, one_of(1, 2, [1])) == {"tenant": True, "$tenant": "acme"}

    def test_true_is_not_one(self) -> None:
        space = space_of({"level": (1, True)}, [{"level": True}])
        assert space.legal.holds((0,))
        assert not space.legal.holds((1,))

    @pytest.mark.parametrize(
        ("forbidden", "said"),
        [
            ([{"betta": True}], "no flag 'betta'"),
            ([{"beta": "yes"}], "can't be 'yes'"),
            ([{"beta": True}, {"beta": False}], "no legal scenario"),
        ],
    )
    def test_what_makes_no_space(self, forbidden: list[dict[str, str | bool]], said: str) -> None:
        with pytest.raises(ValueError, match=said):
            space_of(FLAGS, forbidden)

    def test_two_hundred_forbidden_combinations(self) -> None:
        features = {f"f{number}": (False, True) for number in range(100)}
        flags = {"plan": ("free", "pro", "enterprise"), **features}
        forbidden = [{"plan": plan, name: True} for name in features for plan in ("free", "pro")]
        space = space_of(flags, forbidden)
        assert space.unheeded == ()
        assert count(space, ALWAYS) == 2 + 2**100

    def test_more_than_any_diagram_holds_is_told(self) -> None:
        chance = random.Random(1)
        flags = {f"f{number}": (False, True) for number in range(60)}
        forbidden = [dict.fromkeys(chance.sample(sorted(flags), 3), True) for _ in range(200)]
        space = space_of(flags, forbidden)
        assert 0 < len(space.unheeded) < 200
        assert all(one in forbidden for one in space.unheeded)
        heeded = next(one for one in forbidden if one not in space.unheeded)
        assert not space.legal.holds(position(space, Scenario(values=heeded)))


class TestScenarios:
    def test_there_and_back(self) -> None:
        shown = Scenario(values={"beta": True, "plan": "pro", "sso": False}, tenant="acme")
        assert position(SPACE, shown) == (1, 1, 0, 1)
        assert scenario_at(SPACE, (1, 1, 0, 1)) == shown
        assert scenario_at(SPACE, (0, 2, 1, 0)).tenant == ""

    def test_a_flag_left_out_has_its_first_value(self) -> None:
        assert position(SPACE, Scenario(values={"sso": True})) == (0, 0, 1, 0)

    def test_an_unknown_tenant(self) -> None:
        with pytest.raises(ValueError, match="initech"):
            position(SPACE, Scenario(tenant="initech"))
        with pytest.raises(ValueError, match="no tenant 'acme'"):
            position(space_of(FLAGS), Scenario(tenant="acme"))

    def test_the_default_is_the_first_that_is_legal(self) -> None:
        assert default(SPACE) == (0, 0, 0, 0)
        assert default(space_of(FLAGS, [{"beta": False, "plan": "free"}])) == (0, 1, 0)
        assert default(space_of(FLAGS, [{"sso": False}])) == (0, 0, 1)


class TestExample:
    def test_only_what_matters_and_what_differs(self) -> None:
        assert example(SPACE, BETA) == {"beta": True}
        assert example(SPACE, ~BETA) == {"beta": False}
        assert example(SPACE, BETA & PAID) == {"beta": True, "plan": "pro"}
        assert example(SPACE, ALWAYS) == {}

    def test_what_is_forbidden_changes_more(self) -> None:
        assert example(SPACE, SSO) == {"plan": "pro", "sso": True}

    def test_the_tenant_only_where_it_decides(self) -> None:
        assert example(SPACE, ACME) == {"beta": True, "plan": "pro", "tenant": "acme"}
        assert example(SPACE, ACME | BETA) == {"beta": True}

    def test_nearest_to_another_scenario(self) -> None:
        assert example(SPACE, PAID, near=(1, 2, 1, 0)) == {"beta": True, "plan": "enterprise", "sso": True}

    def test_the_earliest_flag_and_value_of_equals(self) -> None:
        assert example(SPACE, BETA | PAID) == {"beta": True}

    def test_nowhere(self) -> None:
        with pytest.raises(ValueError, match="no scenario"):
            example(SPACE, NEVER)


class TestCounts:
    def test_combinations_where_no_name_matters(self) -> None:
        assert count(SPACE, ALWAYS) == 10
        assert share(SPACE, SSO) == Fraction(4, 10)

    def test_scenarios_where_a_name_matters(self) -> None:
        assert count(SPACE, ACME) == 1
        assert share(SPACE, ACME) == Fraction(1, 12)

    def test_tenants_hit(self) -> None:
        assert tenants(SPACE, BETA) == ("acme",)
        assert tenants(SPACE, ALWAYS) == ("acme", "globex")

    def test_unrelated_forbidden_combinations_divide_both_alike(self) -> None:
        flags = {f"f{number}": (False, True) for number in range(60)}
        space = space_of(flags, [{"f1": True, "f2": True}, {"f40": False, "f50": True}])
        assert share(space, one_of(10, 2, [1])) == Fraction(1, 2)
        assert count(space, ALWAYS) == 9 * 2**56


def test_always_is_about_legal_scenarios() -> None:
    assert always(SPACE, SPACE.legal)
    assert always(SPACE, ~SSO | PAID)
    assert not always(SPACE, PAID)


def test_within_what_is_legal_for_its_flags() -> None:
    assert not within(SPACE, SSO & ~PAID).possible
    assert within(SPACE, ~SSO | PAID) is ALWAYS
    assert within(SPACE, BETA) is BETA
    assert not (within(SPACE, SSO) & within(SPACE, ~PAID)).possible
