"""Globs among many names: the same answer as trying each name on each glob."""

from fnmatch import fnmatchcase

import pytest
from hypothesis import given
from hypothesis import strategies as some

from inspector.controls.globs import GlobIndex

NAMES = ["refund_order", "refund", "order_refund", "crm.lookup", "crm.find", "a[b", ""]


@pytest.mark.parametrize(
    ("glob", "names"),
    [
        ("refund*", ["refund_order", "refund"]),
        ("*refund", ["refund", "order_refund"]),
        ("crm.*", ["crm.lookup", "crm.find"]),
        ("*_*", ["refund_order", "order_refund"]),
        ("crm.[fl]*", ["crm.lookup", "crm.find"]),
        ("crm.[!f]*", ["crm.lookup"]),
        ("a[b", ["a[b"]),
        ("refun?", ["refund"]),
        ("refund*refund", []),
        ("*", NAMES),
        ("REFUND*", []),
    ],
)
def test_names_that_match(glob: str, names: list[str]) -> None:
    assert GlobIndex(NAMES).matching(glob) == names


@given(some.lists(some.text("ab._[*\0", max_size=5)), some.text("ab._*?[]!\0", max_size=6))
def test_as_fnmatch_has_it(names: list[str], glob: str) -> None:
    assert GlobIndex(names).matching(glob) == [
        name for name in dict.fromkeys(names) if fnmatchcase(name, glob)
    ]
