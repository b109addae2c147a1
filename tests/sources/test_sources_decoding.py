"""A file's bytes become text that gives the same bytes back."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.model import NotRead
from inspector.sources.decoding import SIZE_LIMIT, Decoded, decoded

TEXTS = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0\ufeff"))
COOKIES = [
    "# coding: latin-1\n",
    "# -*- coding: cp1252 -*-\n",
    "#!x\n# vim: set fileencoding=iso-8859-15 :\n",
]


def read(data: bytes, path: str = "a.py") -> Decoded:
    found = decoded(data, path)
    assert isinstance(found, Decoded)
    return found


def reason(data: bytes, path: str = "a.py") -> str:
    found = decoded(data, path)
    assert isinstance(found, NotRead)
    return found.reason


@given(st.binary() | TEXTS.map(str.encode), st.sampled_from(["a.py", "a.md"]))
def test_whatever_is_read_is_written_back_byte_for_byte(data: bytes, path: str) -> None:
    found = decoded(data, path)
    if isinstance(found, Decoded):
        assert found.encode(found.text) == data


@given(TEXTS, st.sampled_from([("utf-8", codecs.BOM_UTF8), ("utf-16-le", codecs.BOM_UTF16_LE)]))
def test_a_mark_is_no_part_of_the_text(text: str, marked: tuple[str, bytes]) -> None:
    encoding, mark = marked
    data = mark + text.encode(encoding)
    found = read(data)
    assert found.text == text
    assert found.encode(found.text) == data


@pytest.mark.parametrize("cookie", COOKIES)
def test_python_files_are_read_as_they_declare(cookie: str) -> None:
    data = cookie.encode() + b"x = 'caf\xe9'\r\n"
    found = read(data)
    assert found.text.endswith("x = 'café'\r\n")
    assert found.note is None
    assert found.encode(found.text.replace("x", "yy")) == data.replace(b"x =", b"yy =").replace(
        b"#!x", b"#!yy"
    )


@pytest.mark.parametrize("codec", ["rot13", "hex", "unicode_escape", "utf-7", "punycode", "idna"])
def test_codecs_that_lose_bytes_never_pass(codec: str) -> None:
    data = f"# coding: {codec}\nx = '\\u00e9 +AGE- z\\x41'\n".encode()
    found = decoded(data, "a.py")
    assert isinstance(found, NotRead) or found.encode(found.text) == data


def test_an_unknown_declaration_is_read_past() -> None:
    assert read(b"# coding: nonsense\nx = 1\n").encoding == "utf-8"


def test_what_is_no_utf8_is_latin1_and_says_so() -> None:
    found = read(b"one\ncaf\xe9\n", "a.md")
    assert found.text == "one\ncafé\n"
    assert found.note is not None
    assert (found.note.line, found.note.partly) == (2, True)


def test_zero_bytes_are_binary_wherever_they_stand() -> None:
    assert reason(b"x" * 20_000 + b"\0") == "binary"


def test_large_files_are_left_alone() -> None:
    assert reason(b"x" * (SIZE_LIMIT + 1)) == "5.0 MB, and the limit is 5 MB"
    assert len(read(b"x" * SIZE_LIMIT).text) == SIZE_LIMIT
