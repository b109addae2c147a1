"""Narration on stderr."""

import io
import time

from inspector.cli.progress import Narrator
from inspector.model import RootExploration
from inspector.wire.messages import Explored, Progress, Scanned


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def step(text: str) -> Progress:
    return Progress(generation=1, root="/p", step=text)


def wait_for(stream: Terminal, text: str) -> None:
    deadline = time.monotonic() + 5
    while text not in stream.getvalue() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert text in stream.getvalue()


def test_the_latest_step_shows_once_it_takes_long_and_is_cleared() -> None:
    stream = Terminal()
    with Narrator(stream, patience=0.05) as narrator:
        narrator.hear(step("importing shop"))
        assert stream.getvalue() == ""
        wait_for(stream, "importing shop")
        narrator.hear(step("importing \x1b[2J"))
        assert "importing \\x1b[2J" in stream.getvalue()
    assert stream.getvalue().endswith("\r\x1b[K")


def test_quick_loads_say_nothing() -> None:
    stream = Terminal()
    with Narrator(stream, patience=60) as narrator:
        narrator.hear(step("importing shop"))
    assert stream.getvalue() == ""


def test_without_a_terminal_nothing_is_said() -> None:
    stream = io.StringIO()
    with Narrator(stream, patience=0) as narrator:
        narrator.hear(step("importing shop"))
        time.sleep(0.05)
    assert stream.getvalue() == ""


def test_one_agent_in_one_module_is_singular() -> None:
    stream = Terminal()
    with Narrator(stream, patience=0.01) as narrator:
        narrator.hear(Scanned(generation=1, modules=1, constructions=1))
        wait_for(stream, "found 1 agent in 1 module")


def test_exploring_flags_is_told_too() -> None:
    stream = Terminal()
    with Narrator(stream, patience=0.01) as narrator:
        narrator.hear(Explored(generation=1, part=RootExploration(root="src")))
        wait_for(stream, "explored the flags of src")
