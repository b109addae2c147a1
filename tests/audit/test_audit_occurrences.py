"""Where a name stands in files of every kind: exact places, and what it stands in."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.audit.occurrence import Occurrence
from inspector.audit.occurrences import language_of, occurrences_in

NAME = "refund_v2"
FILES = {
    "app.py": '# é refund_v2\nX = {"refund_v2": 1}  # refund_v2\ns = f"call {refund_v2} refund_v2"\n',
    "a.toml": '# refund_v2\n["é"]\nrefund_v2 = "refund_v2"\nlist = ["x", {k = "refund_v2"}]\n',
    "a.yaml": 'é:\n  - refund_v2\n  - {k: "refund_v2"} # refund_v2\nrefund_v2: 1\n',
    "a.json": '{"é": ["refund_v2", {"refund_v2": "use refund_v2"}]}\n',
    ".env": "# refund_v2\nSTOP=refund_v2,other\n",
    "a.ini": "[trace]\n; refund_v2\ndropped = refund_v2, x\n",
    "a.md": "# Title\n\nCall `refund_v2` or refund_v2.\n\n```\nrefund_v2\n```\n<!-- refund_v2 -->\n",
    "a.jinja": "{# refund_v2 #}\nuse refund_v2 {{ x }}\n",
    "a.txt": "refund_v2\nand refund_v2\n",
    "a.ipynb": json.dumps(
        {
            "cells": [
                {"cell_type": "markdown", "source": ["see `refund_v2`\n"]},
                {
                    "cell_type": "code",
                    "source": ["x = 'refund_v2'  # refund_v2\n", "refund_v2()\n"],
                    "outputs": [],
                },
            ]
        }
    ),
}


def found(path: str, text: str | None = None) -> list[Occurrence]:
    occurrences, note = occurrences_in(FILES[path] if text is None else text, path, frozenset({NAME}))
    assert note is None
    return list(occurrences)


def told(path: str) -> list[tuple[int, str, bool]]:
    return [(one.line, one.role, one.exact) for one in found(path)]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("app.py", [(1, "comment", False), (2, "string", True), (2, "comment", False), (3, "string", False)]),
        ("a.toml", [(1, "comment", False), (3, "key", True), (3, "value", True), (4, "value", True)]),
        ("a.yaml", [(2, "value", True), (3, "value", True), (3, "comment", False), (4, "key", True)]),
        ("a.json", [(1, "value", True), (1, "key", True), (1, "value", False)]),
        (".env", [(1, "comment", False), (2, "value", True)]),
        ("a.ini", [(2, "comment", False), (3, "value", True)]),
        ("a.md", [(3, "prose", False), (3, "prose", False), (6, "prose", True), (8, "comment", False)]),
        ("a.jinja", [(1, "comment", False), (2, "prose", False)]),
        ("a.txt", [(1, "prose", True), (2, "prose", False)]),
        ("a.ipynb", [(1, "prose", False), (1, "string", True), (1, "comment", False)]),
    ],
)
def test_every_place_with_its_role(path: str, expected: list[tuple[int, str, bool]]) -> None:
    assert told(path) == expected


@pytest.mark.parametrize("path", FILES)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_offsets_and_columns_are_exact(path: str, ends: str) -> None:
    text = FILES[path].replace("\n", ends)
    occurrences = found(path, text)
    assert occurrences
    for one in occurrences:
        assert text[one.start : one.end] == NAME
        line = text.split(ends)[one.line - 1]
        assert line[one.column - 1 : one.column - 1 + len(NAME)] == NAME


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("X = {'refund_v2': 1}", "variable X / dict key"),
        ("X = {'a': 'refund_v2'}", "variable X / dict value a"),
        ("X['refund_v2'] = 1", "variable X / dict key"),
        ("def f(a='refund_v2'): ...", "function f / default a"),
        ("if tool.name == 'refund_v2': ...", "compare tool.name"),
        ("if name in {'refund_v2'}: ...", "compare name / item"),
        ("match tool_name:\n    case 'refund_v2': ...", "match case tool_name"),
        ("class E(Enum):\n    A = 'refund_v2'", "enum E / variable A"),
        ("x: Literal['refund_v2']", "annotation / annotation"),
        (
            "StopAtTools(stop_at_tool_names=['refund_v2'])",
            "call StopAtTools / keyword stop_at_tool_names / item",
        ),
        ("TABLE['refund_v2']", "subscript TABLE"),
    ],
)
def test_what_a_string_stands_in(text: str, steps: str) -> None:
    (one,) = found("app.py", text)
    assert " / ".join(f"{step.kind} {step.name}".strip() for step in one.steps) == steps


@pytest.mark.parametrize(
    "text", ["refund_v2()", "from a import refund_v2", "x = f'{refund_v2.name}'", "my_refund_v2 = 1"]
)
def test_identifiers_of_code_are_no_places(text: str) -> None:
    assert found("app.py", text) == []


@pytest.mark.parametrize("word", ["refund_v2x", "xrefund_v2", "refund_v2-old", "old-refund_v2", "é" + NAME])
def test_parts_of_words_are_no_places(word: str) -> None:
    assert found("a.txt", f"say {word} now") == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("app.py", "def (:\n  'refund_v2'\n"),
        ("a.yaml", "a: [refund_v2\n"),
        ("a.json", '}{"refund_v2": 1'),
        ("a.ipynb", "refund_v2"),
    ],
)
def test_what_isnt_of_its_format_is_searched_as_text_and_told(path: str, text: str) -> None:
    occurrences, note = occurrences_in(text, path, frozenset({NAME}))
    assert [one.role for one in occurrences] == ["prose"]
    assert note is not None
    assert note.partly
    assert "that can be read" in note.reason


LEAVES = st.sampled_from([NAME, "x", f"say {NAME}", 1, None, True])
KEYS = st.sampled_from(["k", NAME])
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=2), max_leaves=6
)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from(["a", "b", NAME, "é"]), VALUES, max_size=4))
def test_json_of_any_shape(value: dict[str, object]) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=1)
    occurrences = found("a.json", text)
    assert len(occurrences) == text.count(NAME)
    assert sum(one.role == "key" for one in occurrences) == text.count(f'"{NAME}":')
    assert all(text[one.start : one.end] == NAME for one in occurrences)


def test_languages_go_by_the_name() -> None:
    paths = ["a.py", ".env.production", "a.YML", "prompt.md.j2", "Makefile", "a.cfg"]
    assert [language_of(path) for path in paths] == ["python", "env", "yaml", "jinja", "text", "ini"]
