"""Which files of a repository are searched, by git's rules and without git."""

import os
from pathlib import Path

import pytest

from inspector.sources.repository import repository_files


def put(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")


def paths(root: Path) -> list[str]:
    return [one for one in repository_files(root).paths if not one.endswith(".gitignore")]


def test_files_are_in_order_and_relative(tmp_path: Path) -> None:
    put(tmp_path, {"b.py": "", "a/c.md": "", "a/b.py": ""})
    assert paths(tmp_path) == ["a/b.py", "a/c.md", "b.py"]


def test_hidden_files_count_and_what_tools_made_does_not(tmp_path: Path) -> None:
    made = {
        "node_modules/x.js": "",
        "a/__pycache__/x.pyc": "",
        ".git/config": "",
        "env/pyvenv.cfg": "",
        "env/x.py": "",
    }
    put(tmp_path, {".env": "", ".env.production": "", ".github/workflows/ci.yml": "", **made})
    assert paths(tmp_path) == [".env", ".env.production", ".github/workflows/ci.yml"]


@pytest.mark.parametrize(
    ("ignores", "left"),
    [
        ({".gitignore": "*.log\n!keep.log\n"}, ["a/keep.log", "a/x.py", "keep.log", "out/x.py"]),
        ({".gitignore": "/out/\n*.log"}, ["a/x.py"]),
        ({".gitignore": "\ufeffout/\r\n*.log\r\n"}, ["a/x.py"]),
        ({".gitignore": "*.log\n", "a/.gitignore": "!keep.log\n"}, ["a/keep.log", "a/x.py", "out/x.py"]),
        ({"a/.gitignore": "*\n"}, ["keep.log", "out/x.py"]),
        ({"a/.gitignore": "/x.py\n"}, ["a/keep.log", "keep.log", "out/x.py"]),
        ({".gitignore": "out/\n!out/x.py\n"}, ["a/keep.log", "a/x.py", "keep.log"]),
        ({".git/info/exclude": "out\n"}, ["a/keep.log", "a/x.py", "keep.log"]),
        (
            {".git/info/exclude": "*.log\n", ".gitignore": "!keep.log\n"},
            ["a/keep.log", "a/x.py", "keep.log", "out/x.py"],
        ),
    ],
)
def test_what_git_ignores_is_left_out(tmp_path: Path, ignores: dict[str, str], left: list[str]) -> None:
    put(tmp_path, {"a/keep.log": "", "a/x.py": "", "keep.log": "", "out/x.py": "", **ignores})
    assert paths(tmp_path) == left


def test_links_within_are_met_once_and_links_out_are_told(tmp_path: Path) -> None:
    root = tmp_path / "root"
    put(root, {"a/x.py": "", "y.py": ""})
    put(tmp_path, {"secret.py": "", "rooted/z.py": ""})
    (root / "linked.py").symlink_to(root / "y.py")
    (root / "folder").symlink_to(root / "a")
    (root / "a/up").symlink_to(root)
    (root / "out.py").symlink_to(tmp_path / "secret.py")
    (root / "sibling").symlink_to(tmp_path / "rooted")
    (root / "circle").symlink_to(root / "circle")
    (root / "nowhere").symlink_to(root / "missing")
    os.link(root / "y.py", root / "zz.py")
    assert paths(root) == ["a/x.py", "y.py"]
    assert {one.path: one.reason for one in repository_files(root).not_read} == {
        "a/up": "a link to a folder above it",
        "out.py": "a link out of the repository",
        "sibling": "a link out of the repository",
        "circle": "a link that leads nowhere, or in a circle",
        "nowhere": "a link that leads nowhere, or in a circle",
    }


def test_pipes_are_told_and_never_opened(tmp_path: Path) -> None:
    put(tmp_path, {"x.py": "", "a/y.py": ""})
    os.mkfifo(tmp_path / "pipe")
    os.mkfifo(tmp_path / "a/.gitignore")
    found = repository_files(tmp_path)
    assert found.paths == ("a/y.py", "x.py")
    assert [one.path for one in found.not_read] == ["pipe", "a/.gitignore"]


def test_a_name_that_is_no_text_is_told(tmp_path: Path) -> None:
    put(tmp_path, {"x.py": ""})
    try:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.py")).touch()
    except OSError:
        return  # This file system takes only UTF-8.
    found = repository_files(tmp_path)
    assert found.paths == ("x.py",)
    assert [one.path.isprintable() for one in found.not_read] == [True]


def test_folders_that_cannot_be_read_stop_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, {"a/x.py": "", "b/y.py": ""})
    scandir = os.scandir

    def refusing(place: str) -> object:
        if place.rstrip("/").endswith("/a"):
            raise PermissionError(13, "Permission denied")
        return scandir(place)

    monkeypatch.setattr(os, "scandir", refusing)
    found = repository_files(tmp_path)
    assert found.paths == ("b/y.py",)
    assert [(one.path, one.reason) for one in found.not_read] == [("a", "can't be read (Permission denied)")]


def test_folders_may_be_very_deep(tmp_path: Path) -> None:
    levels = 600
    there = os.getcwd()
    os.chdir(tmp_path)
    try:
        for _ in range(levels):
            os.mkdir("d")
            os.chdir("d")
        Path("x.py").touch()
    finally:
        os.chdir(there)
    assert repository_files(tmp_path).paths == ("d/" * levels + "x.py",)
