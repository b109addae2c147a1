"""Names in data files: where exactly they stand, under which keys, and whether as key, value or comment."""

import json

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from inspector.audit.data_occurrences import in_data
from inspector.audit.occurrence import Occurrence
from inspector.audit.occurrences import language_of, occurrences_in
from inspector.sources.errors import Malformed

NAME = "refund_order"
ENDS = st.sampled_from(["\n", "\r\n"])
WORDS = st.sampled_from(
    [NAME, f"é😀 {NAME}", f"use {NAME} now", "other", f"\n{NAME}", f'"{NAME}"', f"x\\{NAME}"]
)
TREES = st.recursive(
    WORDS, lambda below: st.lists(below, max_size=3) | st.dictionaries(WORDS, below, max_size=3), max_leaves=8
)


def found(text: str, path: str) -> list[tuple[str, str, bool]]:
    """(keys as `a.*.b`, role, exact) of each."""
    return [
        (".".join(step.name or "*" for step in one.steps), one.role, one.exact)
        for one in in_data(text, path, {NAME}, language_of(path))
    ]


def check(text: str, those: tuple[Occurrence, ...]) -> None:
    lines = text.replace("\r\n", "\n").split("\n")
    for one in those:
        assert text[one.start : one.end] == one.name
        assert lines[one.line - 1][one.column - 1 :].startswith(one.name)
    assert len({one.start for one in those}) == len(those)


@given(TREES, st.booleans(), st.sampled_from([None, 2]), ENDS)
def test_offsets_in_json(tree: object, ascii_only: bool, indent: int | None, end: str) -> None:
    text = json.dumps(tree, ensure_ascii=ascii_only, indent=indent).replace("\n", end)
    those = in_data(text, "a.json", {NAME}, "json")
    check(text, those)
    assert sum(one.exact for one in those) == leaves(tree)


@given(st.dictionaries(WORDS, TREES, max_size=3), ENDS)
def test_offsets_in_toml(tree: dict[str, object], end: str) -> None:
    text = tomlkit.dumps({"top": tree}).replace("\n", end)
    those = in_data(text, "a.toml", {NAME}, "toml")
    check(text, those)
    # Keys stand in the header of each table below them again.
    assert sum(one.exact for one in those if one.role == "value") == leaves(tree, keys=False)


@given(TREES, ENDS)
def test_offsets_in_yaml(tree: object, end: str) -> None:
    # JSON is YAML of the flow style, but for its pairs of surrogates.
    text = json.dumps({"top": tree}, ensure_ascii=False, indent=1).replace("\n", end)
    those = in_data(text, "a.yaml", {NAME}, "yaml")
    check(text, those)
    assert sum(one.exact for one in those) == leaves(tree)


PIECES = [
    "",
    f"{NAME}: x",
    f"- é {NAME}",
    f"- {NAME}  # {NAME}",
    f"a: '{NAME}'",
    f"{NAME} = {NAME}",
    f'A="{NAME},b"',
    f"[{NAME}]",
    f"  {NAME}",
    f"; {NAME}",
    f"# {NAME}",
    "a: |",
    '"""',
    "{",
    "]",
    "&a *a",
    "!t",
    "\t",
]


@given(
    st.lists(st.sampled_from(PIECES), max_size=8),
    ENDS,
    st.sampled_from(
        ["a.yaml", "a.toml", "a.json", ".env", "a.ini", "a.md", "a.jinja", "a.txt", "a.ipynb", "a.py"]
    ),
)
def test_offsets_in_whatever_a_file_holds(pieces: list[str], end: str, path: str) -> None:
    text = end.join(pieces)
    those, note = occurrences_in(text, path, {NAME})
    check(text, those)
    assert note is None or note.partly


def leaves(tree: object, *, keys: bool = True) -> int:
    """How many strings (and keys) are the name, but for blanks around it."""
    if isinstance(tree, str):
        return tree.strip() == NAME
    if isinstance(tree, dict):
        below = [*tree.values(), *(tree if keys else ())]
        return sum(leaves(one, keys=keys) for one in below)
    assert isinstance(tree, list)
    return sum(leaves(one, keys=keys) for one in tree)


@pytest.mark.parametrize(
    ("path", "text", "those"),
    [
        (
            "a.toml",
            "[approval]\nhigh_risk = ['x', 'refund_order'] # refund_order\nrefund_order = 'high'\n",
            [("approval.high_risk.*", "value", True), ("", "comment", False), ("approval", "key", True)],
        ),
        (
            "a.toml",
            "[[tools]]\nname = '''\nUse refund_order.'''\n"
            "[tools.refund_order]\na.refund_order = {b = [{c='refund_order'}]}\n",
            [
                ("tools.*.name", "value", False),
                ("tools", "key", True),
                ("tools.refund_order.a", "key", True),
                ("tools.refund_order.a.refund_order.b.*.c", "value", True),
            ],
        ),
        (
            "a.json",
            '{"stop": ["refund_order"], "of": {"refund_order": {"is": "not refund_order"}}}',
            [
                ("stop.*", "value", True),
                ("of", "key", True),
                ("of.refund_order.is", "value", False),
            ],
        ),
        (
            "settings.json",
            '{\n  // refund_order\n  "a": "http://x/refund_order", /* refund_order\n refund_order */\n}',
            [("", "comment", False), ("a", "value", False), ("", "comment", False), ("", "comment", False)],
        ),
        (
            "a.yaml",
            "approval:\n  - refund_order # refund_order\n  - 'refund_order'\n"
            "refund_order: {refund_order: x}\n",
            [
                ("approval.*", "value", True),
                ("", "comment", False),
                ("approval.*", "value", True),
                ("", "key", True),
                ("refund_order", "key", True),
            ],
        ),
        (
            "a.yaml",
            "text: |\n  # refund_order\n  ask\n# refund_order\n---\nnext: refund_order\n",
            [("text", "value", False), ("", "comment", False), ("next", "value", True)],
        ),
        (
            "anchors.yaml",
            "a: &refund_order\n  b: &refund_order refund_order\n"
            "c: *refund_order\nd: !refund_order refund_order\n",
            [("a.b", "value", True), ("d", "value", True)],
        ),
        (
            ".env",
            'export STOP=a,refund_order # refund_order\nLIST=\'["x",\n "refund_order"]\'\n#A=refund_order\n',
            [
                ("STOP", "value", True),
                ("", "comment", False),
                ("LIST", "value", True),
                ("", "comment", False),
            ],
        ),
        (
            "setup.cfg",
            "[tools]\nstop =\n    a\n    refund_order\n"
            "refund_order = high ; refund_order\n[x:refund_order]\nb: refund_order\n",
            [
                ("tools.stop", "value", True),
                ("tools", "key", True),
                ("", "comment", False),
                ("", "key", False),
                ("x:refund_order.b", "value", True),
            ],
        ),
        (
            "setup.cfg",
            "[options]\nscripts =\n    refund_order = app.tools:refund_order\n",
            [("options.scripts", "key", True), ("options.scripts.refund_order", "value", False)],
        ),
    ],
)
def test_where_names_stand(path: str, text: str, those: list[tuple[str, str, bool]]) -> None:
    assert found(text, path) == those
    assert found(text.replace("\n", "\r\n"), path) == those


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.json", '{"refund_order": '),
        ("a.json", "{'refund_order': 1}"),
        ("a.json", '["refund_order"}'),
        ("a.toml", "refund_order = "),
        ("a.yaml", "refund_order: [\n"),
        ("a.yaml", "a: refund_order: b\n"),
        (".env", "A='refund_order\n"),
        ("deep.yaml", "refund_order: " + "[" * 600),
        ("deep.json", "[" * 3_000 + '"refund_order"'),
    ],
)
def test_what_is_not_of_its_format_is_searched_as_text(path: str, text: str) -> None:
    with pytest.raises(Malformed):
        in_data(text, path, {NAME}, language_of(path))
    those, note = occurrences_in(text, path, {NAME})
    assert [one.role for one in those] == ["prose"]
    assert note is not None and note.partly


def test_a_pair_of_surrogates_in_a_key_is_one_character() -> None:
    (one,) = in_data('{"\\ud83d\\ude00 \\ud83d": "refund_order"}', "a.json", {NAME}, "json")
    assert one.steps[0].name == "😀 \N{REPLACEMENT CHARACTER}"


@pytest.mark.filterwarnings("error")
def test_an_anchor_set_twice_is_no_warning() -> None:
    assert len(in_data("- &a refund_order\n- &a refund_order\n", "a.yaml", {NAME}, "yaml")) == 2
