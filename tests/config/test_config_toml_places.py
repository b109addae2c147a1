"""The line of every key and element of a TOML document."""

from collections.abc import Iterator

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st

from inspector.config.toml_places import KeyPath, line_of, places

DOCUMENT = '''\
# a comment with [brackets] and key = 1
name = "x"  # and a = 2
list = [
  "one", "two",
  # between
  [3, {deep = [4]}],
]
text = """
[not.a.table]
key = "no""""
raw = \'\'\'
[[nor this]]
\'\'\'
"quoted \\"key\\" \\u00e9"."with.dot".plain = true
[a . b]
c.d = 1979-05-27 07:32:00
inline = {x = 1, y.z = "}", "k" = '{'}
[[runs]]
agent = "one"
[[runs.steps]]
[[runs.steps]]
at = 1
[[runs]]
agent = "two"
[runs.settings.more]
[a]
last = +inf
'''


def paths(value: object, above: KeyPath = ()) -> Iterator[KeyPath]:
    """The paths of all keys and elements below a parsed value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in items:
        yield (*above, str(key))
        yield from paths(below, (*above, str(key)))


def test_every_path_of_a_document_has_a_place() -> None:
    assert set(places(DOCUMENT)) == set(paths(tomli.loads(DOCUMENT)))


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("name",), 2),
        (("list",), 3),
        (("list", "1"), 4),
        (("list", "2"), 6),
        (("list", "2", "1", "deep", "0"), 6),
        (("text",), 8),
        (("raw",), 11),
        (('quoted "key" é', "with.dot", "plain"), 14),
        (("a", "b"), 15),
        (("a", "b", "c", "d"), 16),
        (("a", "b", "inline", "y", "z"), 17),
        (("runs",), 18),
        (("runs", "0", "steps", "1", "at"), 22),
        (("runs", "1"), 23),
        (("runs", "1", "settings", "more"), 25),
        (("a",), 26),
        (("a", "last"), 27),
    ],
)
def test_the_line_of(path: KeyPath, line: int) -> None:
    assert places(DOCUMENT)[path] == line


def test_windows_line_ends_count_once() -> None:
    assert places('a = 1\r\nb = [\r\n  "x",\r\n]\r\n[c]\r\n') == {
        ("a",): 1,
        ("b",): 2,
        ("b", "0"): 3,
        ("c",): 5,
    }


def test_what_is_missing_has_the_line_of_what_is_around_it() -> None:
    lines = places("[a]\nb = {c = 1}\n")
    assert line_of(lines, ("a", "b", "x", "y")) == 2
    assert line_of(lines, ("a", "z")) == 1
    assert line_of(lines, ("q",)) is None


@pytest.mark.parametrize(
    "text", ["a = 1\nb = [1,\n", 'a = 1\n"x = 2\n', "a = 1\n[b\n", "a = 1\n= 3\n", "a = 1\nb"]
)
def test_of_broken_text_the_part_before_the_mistake_is_known(text: str) -> None:
    assert places(text)[("a",)] == 1


KEYS = st.text(alphabet="ab_-.\"'\\ #=[]é\t\u202e", max_size=4)
TEXTS = st.text(alphabet="ab\"'\\ #=[]{},\né\t", max_size=8)


def basic(text: str) -> str:
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
    return '"' + "".join(escapes.get(character, character) for character in text) + '"'


def multi_line(text: str) -> str:
    return '"""' + text.replace("\\", "\\\\").replace('"""', '""\\"').removesuffix('"') + '"""'


def literal(text: str) -> str:
    return "'" + text.replace("'", "").replace("\n", "") + "'"


@st.composite
def keys(draw: st.DrawFn) -> str:
    name = draw(KEYS)
    return draw(
        st.sampled_from(
            [basic(name), literal(name), *([name] if name.isidentifier() and name.isascii() else [])]
        )
    )


SCALARS = st.one_of(
    st.sampled_from(["1", "-0.5", "true", "inf", "2020-01-01", "07:32:00", "0xff"]),
    TEXTS.map(basic),
    TEXTS.map(multi_line),
    TEXTS.map(literal),
)
GAPS = st.sampled_from(["", " ", "\n", " # ], = [x]\n\t"])


@st.composite
def arrays(draw: st.DrawFn, values: st.SearchStrategy[str]) -> str:
    items = draw(st.lists(values, max_size=3))
    inner = ",".join(draw(GAPS) + item + draw(GAPS) for item in items)
    return f"[{inner}{draw(GAPS)}]"


@st.composite
def inline_tables(draw: st.DrawFn, values: st.SearchStrategy[str]) -> str:
    names = draw(st.lists(keys(), max_size=3))
    return "{" + ", ".join(f"{name} = {draw(values)}" for name in names) + "}"


VALUES = st.recursive(SCALARS, lambda values: arrays(values) | inline_tables(values), max_leaves=6)


@st.composite
def lines(draw: st.DrawFn) -> str:
    dotted = " . ".join(draw(st.lists(keys(), min_size=1, max_size=3)))
    form = draw(st.sampled_from(["{} = {}", "{} = {}", "[{}]", "[[{}]]", "# {} = {}"]))
    comment = draw(st.sampled_from(["", " # x = [", "\n"]))
    return form.format(dotted, draw(VALUES) if form.startswith("{") else "1") + comment


@given(st.lists(lines(), max_size=6))
def test_places_are_the_paths_that_tomli_reads(written: list[str]) -> None:
    document: list[str] = []
    for line in written:
        try:
            tomli.loads("\n".join([*document, line]))
        except tomli.TOMLDecodeError:
            continue
        document.append(line)
    text = "\n".join(document)
    found = places(text)
    assert set(found) == set(paths(tomli.loads(text)))
    assert all(1 <= line <= text.count("\n") + 1 for line in found.values())
