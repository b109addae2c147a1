"""Names in prose and templates: headings above them, quotes around them, and what is code of a template."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.audit.occurrence import Occurrence
from inspector.audit.occurrences import occurrences_in

NAME = "search"
LINES = st.sampled_from(
    ["# search", "```", "~~~", "é😀 search", "`search`", "<!-- search", "-->", "{{ search }}", ""]
)


def those(text: str, path: str) -> tuple[Occurrence, ...]:
    found, note = occurrences_in(text, path, {NAME})
    assert note is None
    return found


@given(
    st.lists(LINES, max_size=10), st.sampled_from(["\n", "\r\n"]), st.sampled_from(["a.md", "a.j2", "a.txt"])
)
def test_offsets_and_columns(lines: list[str], end: str, path: str) -> None:
    text = end.join(lines)
    for one in those(text, path):
        assert text[one.start : one.end] == one.name == NAME
        assert lines[one.line - 1][one.column - 1 :].startswith(NAME)
        assert one.text == lines[one.line - 1].strip()


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("Use `search` first", True),
        ('Use "search" first', True),
        ("Use 'search' first", True),
        ("Call search(query)", True),
        ("In search of time", False),
        ("~~~\nrun search\n~~~~\n", True),
        ("```py\nrun search\n```\n", True),
        ("```\nx\n```\nrun search\n", False),
        ("````\n```\nrun search\n````\n", True),
        ("  ```\n  run search", True),
    ],
)
def test_what_is_quoted_in_markdown(text: str, quoted: bool) -> None:
    for written in (text, text.replace("\n", "\r\n")):
        (one,) = those(written, "prompt.md")
        assert (one.role, one.quoted) == ("prose", quoted)


def test_headings_are_sections_and_comments_in_code_are_none() -> None:
    text = "search\n# Tools #\nsearch\n```sh\n# not one\n```\nsearch\n## More\nsearch\n<!-- search -->"
    text = text.replace("\n", "\r\n")
    assert [(one.steps[0].name if one.steps else "", one.role) for one in those(text, "a.md")] == [
        ("", "prose"),
        ("Tools", "prose"),
        ("Tools", "prose"),
        ("More", "prose"),
        ("More", "comment"),
    ]


def test_variables_of_templates_are_no_names_of_tools() -> None:
    text = "{{ search }} {% if search == 'search' %}{# search #} {search} search"
    found = those(text, "prompt.jinja")
    assert [(one.column, one.role, one.quoted) for one in found] == [
        (text.index("'search'") + 2, "prose", True),
        (text.index("# search") + 3, "comment", False),
        (len(text) - len(NAME) + 1, "prose", False),
    ]


def test_lists_of_names_in_text_files() -> None:
    text = "search\n  search  # the old one\nsearch it\n"
    assert [one.exact for one in those(text, "stop.txt")] == [True, True, False]
