"""Output of any length is shown by its start and its end."""

from hypothesis import given
from hypothesis import strategies as st

from inspector.probe.output import BoundedOutput


def test_little_output_comes_at_once_and_whole() -> None:
    output = BoundedOutput(head=10, tail=5)
    assert output.feed(b"hello") == "hello"
    assert output.feed(b"you") == "you"
    assert output.finish() == ("", 0)


def test_what_exceeds_the_head_comes_at_the_end_as_far_as_it_fits() -> None:
    output = BoundedOutput(head=3, tail=4)
    assert output.feed(b"abcdefghij") == "abc"
    assert output.finish() == ("ghij", 3)


def test_a_character_cut_in_two_is_put_together_again() -> None:
    output = BoundedOutput()
    assert output.feed("é".encode()[:1]) + output.feed("é".encode()[1:]) == "é"


def test_bytes_that_are_no_text_are_replaced() -> None:
    assert BoundedOutput().feed(b"a\xffb") == "a\ufffdb"


@given(st.lists(st.binary(max_size=40).filter(bytes.isascii), max_size=10))
def test_every_byte_is_shown_or_counted(chunks: list[bytes]) -> None:
    output = BoundedOutput(head=20, tail=15)
    shown = "".join(map(output.feed, chunks))
    text, dropped = output.finish()
    whole = b"".join(chunks).decode()
    assert whole.startswith(shown)
    assert whole.endswith(text)
    assert len(shown) + dropped + len(text) == len(whole)
