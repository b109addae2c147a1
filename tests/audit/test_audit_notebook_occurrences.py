"""Names in notebooks: in the sources of cells, with places in the file and steps in the cell."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.audit.occurrence import Occurrence
from inspector.audit.occurrences import occurrences_in

NAME = "refund_order"
CODE = [
    'a = ["refund_order"]\n',
    "# é😀 refund_order\n",
    "x = '''\n",
    "refund_order'''\n",
    "%run refund_order\n",
    "\\",
]


def notebook(*cells: tuple[str, object], **options: object) -> str:
    document = {"cells": [{"source": source, "outputs": [NAME], "cell_type": kind} for kind, source in cells]}
    return json.dumps(document, **options)  # type: ignore[arg-type]


def those(text: str) -> tuple[Occurrence, ...]:
    found, note = occurrences_in(text, "a.ipynb", {NAME})
    assert note is None
    return found


@given(
    st.lists(st.tuples(st.sampled_from(["code", "markdown"]), st.lists(st.sampled_from(CODE), max_size=5))),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["\n", "\r\n"]),
)
def test_offsets_and_columns(
    cells: list[tuple[str, list[str]]], is_joined: bool, ascii_only: bool, end: str
) -> None:
    sources = [(kind, "".join(lines) if is_joined else lines) for kind, lines in cells]
    text = notebook(*sources, indent=1, ensure_ascii=ascii_only).replace("\n", end)
    lines = text.split(end)
    for one in those(text):
        assert text[one.start : one.end] == one.name == NAME
        assert lines[one.line - 1][one.column - 1 :].startswith(NAME)
        assert one.language == "notebook"


@pytest.mark.parametrize("is_joined", [True, False])
def test_cells_are_read_as_what_they_are(is_joined: bool) -> None:
    code = [
        "%pip refund_order\n",
        "stop = ['refund_order']\n",
        "refund_order() # refund_order\n",
        '"\\nrefund_order"',
    ]
    prose = ["# Tools\n", "Use `refund_order`"]
    text = notebook(
        ("markdown", "".join(prose) if is_joined else prose), ("code", "".join(code) if is_joined else code)
    )
    found = [
        (one.role, one.exact, one.quoted, [step.name for step in one.steps], one.text) for one in those(text)
    ]
    assert found == [
        ("prose", False, True, ["markdown 1", "Tools"], "Use `refund_order`"),
        ("comment", False, False, ["code 2"], "#pip refund_order"),
        ("string", True, True, ["code 2", "stop", ""], "stop = ['refund_order']"),
        ("comment", False, False, ["code 2"], "refund_order() # refund_order"),
        ("docstring", False, False, ["code 2"], '"\\nrefund_order"'),
    ]


@pytest.mark.parametrize(
    "text", ['{"refund_order": 1}', '["refund_order"]', '{"cells": "refund_order"', "refund_order"]
)
def test_what_is_no_notebook_is_searched_as_text(text: str) -> None:
    found, note = occurrences_in(text, "a.ipynb", {NAME})
    assert [one.role for one in found] == ["prose"]
    assert note is not None and note.partly
