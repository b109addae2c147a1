"""Findings that say the same are one, which holds where any of them does."""

import msgspec

from inspector.model import Condition, Finding
from inspector.model.condition import one_of
from inspector.rules.findings import merged, together, unconditional

BETA, NO_BETA = one_of(0, 2, (1,)), one_of(0, 2, (0,))
PRO, FREE = one_of(1, 3, (1,)), one_of(1, 3, (0,))


def finding(holds: Condition | None, **changes: object) -> Finding:
    return Finding(
        code="TI101",
        name="duplicate-tool-name",
        severity="error",
        consumer="app:desk",
        consumer_name="Desk",
        names=("refund",),
        message="twice",
        fix="rename",
        holds=holds,
        **changes,
    )


def test_two_that_are_everything_together_have_no_condition() -> None:
    both = together(finding(BETA), finding(NO_BETA))
    assert (both.holds, both.exact, both.doubt) == (None, True, "")
    assert both.witness is BETA


def test_two_that_are_part_of_it_have_both_conditions() -> None:
    both = together(finding(BETA), finding(PRO))
    assert both.holds is BETA | PRO
    assert both.witness is BETA


def test_one_that_always_holds_takes_in_the_other_with_its_doubt() -> None:
    sampled = finding(BETA, exact=False, doubt="in a sample")
    for both in (together(sampled, finding(None)), together(finding(None), sampled)):
        assert (both.holds, both.exact, both.doubt) == (None, True, "")


def test_two_of_which_one_is_in_doubt_are_in_doubt() -> None:
    sampled = finding(NO_BETA, exact=False, doubt="in a sample")
    both = together(finding(BETA), sampled)
    assert (both.holds, both.exact, both.doubt) == (None, False, "in a sample")


def test_a_union_that_covers_all_that_can_occur_has_no_condition() -> None:
    """Beta without pro, and pro without beta, can't be; nor can neither."""
    legal = (BETA & PRO) | (NO_BETA & FREE)
    (only,) = unconditional(merged([finding(BETA), finding(FREE)]), legal)
    assert only.holds is None


def test_what_is_said_always_and_in_some_is_said_once() -> None:
    (only,) = merged([finding(BETA), finding(None)])
    assert only.holds is None


def test_what_is_said_of_others_stays_apart() -> None:
    other = msgspec.structs.replace(finding(BETA), names=("credit",))
    assert len(list(merged([finding(BETA), other]))) == 2
    assert len(list(merged([finding(None), finding(None)]))) == 2
