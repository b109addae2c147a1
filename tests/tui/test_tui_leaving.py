"""The terminal is the user's again whatever happens: a signal, an editor that isn't there, ctrl+c."""

import signal
from pathlib import Path

import pytest
from terminal import REPOSITORY, Terminal

PROJECT = REPOSITORY / "sample_projects" / "travel_clean"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_the_terminal_as_it_was(number: int, program: list[str]) -> None:
    with Terminal(PROJECT, program=program) as terminal:
        terminal.shows("Consumers 10")
        terminal.signal(number)
        assert terminal.ended() == 128 + number
        for restored in (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l"):
            assert restored in terminal.farewell


def test_goes_on_where_the_editor_cannot_be_started_and_tells_how_to_leave(
    tmp_path: Path, program: list[str]
) -> None:
    missing = str(tmp_path / "no-editor")
    with Terminal(PROJECT, program=program, EDITOR=missing, VISUAL="") as terminal:
        terminal.shows("Consumers 10")
        terminal.press("e")
        terminal.shows("no such file")
        terminal.press("\x03")
        terminal.shows("Press q to leave.")
        terminal.press("q")
        assert terminal.ended() == 0


def test_goes_on_where_the_quotes_of_the_editor_do_not_match(program: list[str]) -> None:
    with Terminal(PROJECT, program=program, EDITOR="vim 'oops", VISUAL="") as terminal:
        terminal.shows("Consumers 10")
        terminal.press("e")
        terminal.shows("vim 'oops: no such file")
        terminal.press("q")
        assert terminal.ended() == 0


def test_ends_when_its_terminal_is_gone(program: list[str]) -> None:
    with Terminal(PROJECT, program=program) as terminal:
        terminal.shows("Consumers 10")
        assert terminal.hang_up() in {128 + signal.SIGHUP, -signal.SIGHUP}
