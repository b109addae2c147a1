"""Prompt files by path and glob."""

import os
import warnings
from pathlib import Path

import pytest

from inspector.model import Location
from inspector.sources import SourceError, prompt_files

FILES = (
    "prompts/a.md",
    "prompts/b.txt",
    "prompts/sub/c.md",
    "prompts/sub/deep/d.md",
    "prompts/[x].md",
    "prompts/.e.md",
    "prompts/.hidden/f.md",
    "prompts/node_modules/g.md",
    "prompts/env/pyvenv.cfg",
    "prompts/env/h.md",
    "prompts/build/i.md",
    "top.md",
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    return tmp_path


def found(pattern: str, base: Path) -> list[str]:
    return [path.relative_to(base).as_posix() for path in prompt_files.find(pattern, base)]


GLOBS = {
    "prompts/*.md": ["prompts/[x].md", "prompts/a.md"],
    "prompts/**/*.md": ["prompts/[x].md", "prompts/a.md", "prompts/sub/c.md", "prompts/sub/deep/d.md"],
    "**/c.md": ["prompts/sub/c.md"],
    "*/**": ["prompts/[x].md", "prompts/a.md", "prompts/b.txt", "prompts/sub/c.md", "prompts/sub/deep/d.md"],
    "prompts/*/*.md": ["prompts/sub/c.md"],
    "*/*.txt": ["prompts/b.txt"],
    "prompts/?.md": ["prompts/a.md"],
    "prompts/[ab].*": ["prompts/a.md", "prompts/b.txt"],
    "prompts/[!a].*": ["prompts/b.txt"],
    "prompts/[[]x].md": ["prompts/[x].md"],
    "prompts/[a": [],
    "prompts/[z-a].md": [],
    "prompts/.*.md": ["prompts/.e.md"],
    "prompts/.hidden/*": ["prompts/.hidden/f.md"],
    "prompts/env/*.md": ["prompts/env/h.md"],
    "prompts/sub/**": ["prompts/sub/c.md", "prompts/sub/deep/d.md"],
    "./prompts/*.txt": ["prompts/b.txt"],
    "prompts/a.md": ["prompts/a.md"],
    "prompts/.e.md": ["prompts/.e.md"],
    "prompts": [],
    "prompts/A.md": [],
    "gone/*.md": [],
    "gone.md": [],
    "top.md/*": [],
    "": [],
    "*\0": [],
    "\0": [],
    "a" * 5000: [],
    "a" * 5000 + "/*": [],
}  # fmt: skip


@pytest.mark.parametrize("pattern", GLOBS, ids=lambda pattern: repr(pattern)[:20])
def test_a_glob_names_files(pattern: str, project: Path) -> None:
    assert found(pattern, project) == GLOBS[pattern]


def test_patterns_may_leave_the_base_or_be_absolute(project: Path) -> None:
    paths = prompt_files.find("../*.txt", project / "prompts/sub")
    assert [path.resolve() for path in paths] == [project / "prompts/b.txt"]
    assert prompt_files.find(f"{project}/*.md", project / "prompts") == (project / "top.md",)
    assert prompt_files.find(str(project / "top.md"), project / "prompts") == (project / "top.md",)


@pytest.mark.parametrize(
    "pattern", ["[a--b]*", "[a&&b]*", "[a||b]*", "[[a]*", "[\\d]*", "[a~~b]*", "[^", "[]"]
)
def test_odd_brackets_are_no_regular_expressions(pattern: str, project: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert "top.md" not in found(pattern, project)


def test_links_that_lead_round_are_not_followed(project: Path) -> None:
    (project / "prompts/sub/loop").symlink_to(project / "prompts", target_is_directory=True)
    (project / "prompts/self.md").symlink_to("self.md")
    (project / "prompts/gone.md").symlink_to("nowhere.md")
    (project / "prompts/link.md").symlink_to("b.txt")
    assert found("prompts/**/*.md", project) == [
        "prompts/[x].md",
        "prompts/a.md",
        "prompts/link.md",
        "prompts/sub/c.md",
        "prompts/sub/deep/d.md",
    ]


def test_what_is_no_file_is_not_matched(project: Path) -> None:
    os.mkfifo(project / "prompts/pipe.md")
    (project / "prompts/folder.md").mkdir()
    assert found("prompts/*.md", project) == ["prompts/[x].md", "prompts/a.md"]
    assert found("prompts/pipe.md", project) == []


def test_a_pattern_stands_for_so_many_files_only(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompt_files, "FILE_LIMIT", 2)
    assert len(found("**/*.md", project)) == 2


def test_a_glob_of_one_folder_looks_no_deeper(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    visited: list[str] = []
    whole = os.scandir

    def counted(path: str) -> object:
        visited.append(str(path))
        return whole(path)

    monkeypatch.setattr(os, "scandir", counted)
    assert found("prompts/*.txt", project) == ["prompts/b.txt"]
    assert visited == [str(project / "prompts")]


def test_a_prompt_counts_its_lines_from_the_files_first(project: Path) -> None:
    (project / "top.md").write_bytes("\ufeffUse refund\r\nnow".encode())
    prompt = prompt_files.read(project / "top.md", project)
    assert (prompt.source, prompt.text) == ("top.md", "Use refund\r\nnow")
    assert (prompt.location, prompt.lines_count, prompt.consumer) == (Location("top.md", 1), True, None)


def test_a_prompt_outside_the_project_has_an_absolute_path(project: Path) -> None:
    prompt = prompt_files.read(project / "top.md", project / "prompts")
    assert prompt.source == (project / "top.md").as_posix()


def test_an_unreadable_prompt_is_refused(project: Path) -> None:
    (project / "latin.md").write_bytes(b"Gr\xfc\xdfe")
    with open(project / "large.md", "wb") as file:
        file.truncate(prompt_files.SIZE_LIMIT + 1)
    for name, part in (("latin.md", "UTF-8"), ("large.md", "too large"), ("gone.md", "no such file")):
        with pytest.raises(SourceError, match=part):
            prompt_files.read(project / name, project)
