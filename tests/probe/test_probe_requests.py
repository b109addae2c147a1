"""What the host asks for is known as soon as it stands in the pipe."""

import os
from collections.abc import Iterator

import pytest

from inspector.probe.requests import Requests


class Pipe:
    def __init__(self) -> None:
        reading, self.writing = os.pipe()
        self.requests = Requests(reading)

    def send(self, text: str) -> None:
        os.write(self.writing, text.encode())


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    made = Pipe()
    yield made
    os.close(made.requests.fd)


@pytest.mark.parametrize(
    ("asked", "superseded"),
    [
        ("", False),
        ('{"op": "cancel", "generation": 1}\n', False),
        ('{"op": "cancel", "generation": 2}\n', True),
        ('{"op": "load", "generation": 3}\n', True),
        ('{"op": "cancel", "generation": 1}\n{"op": "quit"}\n', True),
        ('{"op": "qu', False),
    ],
)
def test_a_load_is_superseded_by_what_ends_it(asked: str, superseded: bool, pipe: Pipe) -> None:
    pipe.send(asked)
    assert pipe.requests.supersede(2) is superseded
    assert pipe.requests.supersede(2) is superseded
    os.close(pipe.writing)
    assert pipe.requests.supersede(2)
    assert pipe.requests.ended


def test_requests_are_taken_in_their_order_and_what_is_left_can_be_read_again(pipe: Pipe) -> None:
    pipe.send('{"op": "load", "generation": 1}\n{"op": "cancel", "generation": 1}\n{"op"')
    pipe.requests.receive()
    first = pipe.requests.take()
    assert first == {"op": "load", "generation": 1}
    again = Pipe()
    again.requests.put(pipe.requests.rest(first))
    again.requests.put(b': "quit"}\n')
    assert [again.requests.take() for _ in range(4)] == [
        first,
        {"op": "cancel", "generation": 1},
        {"op": "quit"},
        None,
    ]
    os.close(again.requests.fd)
    os.close(again.writing)
    os.close(pipe.writing)
