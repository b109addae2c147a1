"""Reading text at the edge: what is no readable UTF-8 file is refused with what to do."""

import os
import socket
import threading
from pathlib import Path

import pytest

from inspector.sources import SourceError
from inspector.sources.reading import read_text, shown

LIMIT = 1000


def read(path: Path | str, root: Path) -> str:
    return read_text(Path(path), root=root, limit=LIMIT, what="a data file")


def refused(path: Path | str, root: Path) -> SourceError:
    with pytest.raises(SourceError) as caught:
        read(path, root)
    return caught.value


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"refund", "refund"),
        ("\ufeffé".encode(), "é"),
        (b"a\r\nb\rc\n", "a\r\nb\rc\n"),
        ("😀".encode(), "😀"),
        (b"x" * LIMIT, "x" * LIMIT),
    ],
)
def test_text_is_read_as_it_stands(data: bytes, text: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(data)
    assert read("a.txt", tmp_path) == read(tmp_path / "a.txt", tmp_path) == text


@pytest.mark.parametrize(
    ("data", "line", "problem"),
    [
        ("refund".encode("utf-16"), 1, "is UTF-16"),
        ("a\nrefund".encode("utf-16-be"), 1, "is no text"),
        (b"a\nb\n\xff", 3, "isn't UTF-8 (byte 4)"),
        (b"a\nb\0", 2, "is no text (byte 3 is zero)"),
        (b"\xed\xa0\x80", 1, "isn't UTF-8"),
        (b"x" * (LIMIT + 1), None, "is too large: 0.0 MB, and a data file may have 0.001 MB"),
    ],
)
def test_what_is_no_text_is_refused_with_its_line(
    data: bytes, line: int | None, problem: str, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_bytes(data)
    error = refused("a.txt", tmp_path)
    assert (error.path, error.line) == ("a.txt", line)
    assert error.problem.startswith(problem)
    assert str(error) == f"{error.location}: {error.problem}; {error.do}"


def test_a_missing_file_names_the_nearest(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config/approval.toml").touch()
    (tmp_path / "config/other.json").touch()
    assert refused("config/aproval.toml", tmp_path).do == "did you mean `approval.toml`?"
    assert refused("confg/approval.toml", tmp_path).problem == "there is no directory `confg`"
    assert refused("confg/approval.toml", tmp_path).do == "did you mean `config`?"
    assert refused("config/zzz", tmp_path).do == "create it, or name another"
    assert refused("config/approval.toml/x", tmp_path).line is None


@pytest.mark.parametrize("name", ["", ".", "..", "/", "a\0b", "x" * 300, "x/" * 3000, "\udcff"])
def test_names_of_nothing_are_refused(name: str, tmp_path: Path) -> None:
    assert refused(name, tmp_path).problem


def test_only_regular_files_are_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(os.path.relpath(tmp_path / "socket"))
    for name, part in (
        ("pipe", "is a pipe"),
        ("socket", "is a device or socket"),
        ("/dev/zero", "is a device or socket"),
        ("loop", "can't be read"),
        (".", "is a directory"),
    ):
        assert part in refused(name, tmp_path).problem


def test_a_pipe_that_takes_the_files_place_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.txt").write_text("refund")
    whole = os.open

    def swapped(path: Path, flags: int) -> int:
        path.unlink()
        os.mkfifo(path)
        return whole(path, flags)

    monkeypatch.setattr(os, "open", swapped)
    seen: list[str] = []
    thread = threading.Thread(target=lambda: seen.append(refused("a.txt", tmp_path).problem), daemon=True)
    thread.start()
    thread.join(10)
    assert seen == ["is a pipe, no regular file"]


def test_a_file_that_grows_while_it_is_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.txt").write_text("refund")
    whole = os.fstat

    def grown(descriptor: int) -> os.stat_result:
        status = whole(descriptor)
        (tmp_path / "a.txt").write_text("x" * (LIMIT * 2))
        return status

    monkeypatch.setattr(os, "fstat", grown)
    assert "is too large" in refused("a.txt", tmp_path).problem


def test_paths_are_shown_relative_to_the_project(tmp_path: Path) -> None:
    assert shown(Path("a/../b.txt"), tmp_path) == "b.txt"
    assert shown(tmp_path / "a" / "b.txt", tmp_path) == "a/b.txt"
    assert shown(Path("../b.txt"), tmp_path / "a") == (tmp_path / "b.txt").as_posix()
