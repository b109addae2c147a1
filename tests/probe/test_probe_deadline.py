"""Code of a project that takes too long is interrupted."""

import contextlib
import time

import pytest

from inspector.probe.deadline import TooLong, limited


@pytest.mark.parametrize("wait", [lambda: time.sleep(60), lambda: [None for _ in iter(int, 1)]])
def test_what_takes_too_long_is_interrupted(wait: object) -> None:
    began = time.monotonic()
    with pytest.raises(TooLong, match=r"no end after 0\.05 s"), limited(0.05):
        wait()  # type: ignore[operator]
    assert time.monotonic() - began < 5


def test_no_broad_handler_swallows_the_interruption() -> None:
    with pytest.raises(TooLong), limited(0.05):
        with contextlib.suppress(Exception):
            time.sleep(60)
        time.sleep(60)


def test_what_ends_in_time_is_left_alone() -> None:
    with limited(0.05):
        pass
    time.sleep(0.1)
