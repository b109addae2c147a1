"""Names are found as whole words only."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.sources.words import has_any, spans

NAMES = frozenset({"refund", "refund_order", "añadir", "order"})


def words(text: str) -> list[str]:
    return [text[start:end] for start, end, _name in spans(text, NAMES)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("refund, refund_order.", ["refund", "refund_order"]),
        ("refunds prerefund refund2 _refund refund_", []),
        ("refund-order pre-refund", []),
        ("- refund -order --", ["refund", "order"]),
        ("app.refund refund.name", ["refund", "refund"]),
        ("éañadir añadir", ["añadir"]),
        (r'"\nrefund\trefund_order"', ["refund", "refund_order"]),
        (r'"\\nrefund"', []),
        (r'"\refund"', []),
        ("", []),
    ],
)
def test_a_word_is_what_an_identifier_may_be(text: str, found: list[str]) -> None:
    assert words(text) == found
    assert has_any(text, NAMES) or not found


@given(st.text(alphabet='refundo_ré-\\nt "', max_size=60))
def test_spans_hold_the_name_and_the_quick_look_misses_none(text: str) -> None:
    names = frozenset({"r", "ef", "refund", "und_", "o"})
    found = list(spans(text, names))
    assert all(text[start:end] == name for start, end, name in found)
    assert has_any(text, names) or not found
