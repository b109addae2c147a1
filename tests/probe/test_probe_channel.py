"""Whatever a project's names and values hold, a message is one strict JSON line."""

import json
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.probe.channel import LineBuffer, encode

ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()) | st.binary(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner) | st.sets(st.integers())
    ),
    max_leaves=12,
)


@settings(max_examples=50, deadline=None)
@given(st.dictionaries(st.text(), ANYTHING))
def test_any_value_becomes_one_line_that_a_strict_reader_takes(message: dict[str, Any]) -> None:
    line = encode(message)
    assert line.endswith(b"\n") and line.count(b"\n") == 1
    assert isinstance(msgspec.json.decode(line), dict)


def test_plain_messages_are_unchanged() -> None:
    message = {"name": 'a\n"b"\x1b[0m é 🂡', "list": [1, 2.5, None, True], "big": 10**30}
    assert json.loads(encode(message)) == message


def test_lone_surrogates_are_shown_as_text() -> None:
    assert msgspec.json.decode(encode({"name": "a\ud800b"})) == {"name": "a\\ud800b"}


def test_values_that_json_lacks_are_shown_as_text() -> None:
    class Hostile:
        def __repr__(self) -> str:
            raise ValueError("no")

    decoded = msgspec.json.decode(encode({"nan": float("nan"), 1: {2}, "hostile": Hostile()}))
    assert decoded == {"nan": "nan", "1": [2], "hostile": "<Hostile: repr raised ValueError>"}


def test_a_value_that_holds_itself_ends_somewhere() -> None:
    cycle: dict[str, Any] = {}
    cycle["again"] = cycle
    assert b"\xe2\x80\xa6" in encode(cycle)


@given(st.lists(st.binary(max_size=8).map(lambda data: data.replace(b"\n", b"")), max_size=8), st.data())
def test_lines_survive_any_cut(lines: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(line + b"\n" for line in lines)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=5)))
    buffer = LineBuffer()
    pieces = [stream[start:end] for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert [line for piece in pieces for line in buffer.feed(piece)] == [line + b"\n" for line in lines]
