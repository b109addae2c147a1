"""What the words of approval tables say, and that their defaults speak the same language."""

import pytest

from inspector.controls.gating import ALLOWS, ASKS, gates
from inspector.inspection.approval_defaults import approval_default


@pytest.mark.parametrize("word", sorted(ALLOWS))
def test_a_word_that_allows_does_so_in_a_table_and_as_default(word: str) -> None:
    assert (gates(word), approval_default(word)) == (False, "allow")


@pytest.mark.parametrize("word", sorted(ASKS))
def test_a_word_that_asks_does_so_in_a_table_and_as_default(word: str) -> None:
    assert (gates(word), approval_default(word)) == (True, "deny")


@pytest.mark.parametrize(
    "spelt",
    ["no_approval", "no-approval", "No Approval", " NO_APPROVAL ", "Policy.NO_APPROVAL", "noApproval",
     "app.policy.Policy.no_approval", "no - approval"],
)  # fmt: skip
def test_spelling_changes_nothing(spelt: str) -> None:
    assert (gates(spelt), approval_default(spelt)) == (False, "allow")


@pytest.mark.parametrize("value", ["false", "False", "0", "off", "no", "", "disabled"])
def test_switched_off_means_ungated_at_a_name_and_nothing_by_itself(value: str) -> None:
    assert (gates(value), approval_default(value)) == (False, None)


@pytest.mark.parametrize("value", ["true", "1", "on", "yes", "high", "manager", "Ask the manager.", "1.0"])
def test_what_no_table_of_words_has_asks_at_a_name_and_means_nothing_by_itself(value: str) -> None:
    assert (gates(value), approval_default(value)) == (True, None)


def test_booleans_and_plain_names() -> None:
    assert (gates(True), gates(False), gates(None)) == (True, False, True)
