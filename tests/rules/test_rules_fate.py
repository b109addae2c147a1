"""One word for what becomes of a tool, and one order of findings."""

import pytest
from hand_made import agent, findings, tool

from inspector.model import CODES
from inspector.rules import CATALOGUE, fate, ordered


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({}, "sent"),
        ({"sent": False}, "not sent"),
        ({"deferred": True, "sent": False}, "deferred"),
        ({"enabled": None}, "unknown"),
        ({"shadowed_by": "function:b", "enabled": None}, "shadowed"),
        ({"enabled": False, "shadowed_by": "function:b"}, "off"),
    ],
)
def test_fates(changes: dict, word: str) -> None:
    assert fate(tool("a", **changes)) == word


def test_findings_are_ordered_once_for_all() -> None:
    found = findings(
        agent(tool("web_search"), tool("a b"), name="B"), agent(tool("a"), tool("A"), tool("c d"), name="A")
    )
    assert [(one.severity, one.consumer_name, one.code) for one in found] == [
        ("error", "A", "TI105"),
        ("error", "B", "TI105"),
        ("warning", "A", "TI106"),
        ("warning", "B", "TI109"),
    ]
    assert ordered(reversed(found)) == found


def test_every_rule_is_of_the_format() -> None:
    assert set(CATALOGUE) <= set(CODES)
    assert len(CODES) == len(set(CODES)) == 50
