"""What is watched is what the scan reads, and the config and prompts beside it."""

from pathlib import Path

import pytest

from inspector.probe.source_tree import Walk
from inspector.watch.relevant import is_relevant
from inspector.watch.scope import Scope

FOLDERS = (
    "app", "app/nested", "build", "dist", "env", "venv", "node_modules", "__pycache__", "site-packages",
    "dist-packages", ".hidden", ".venv", "tool.egg-info", "custom_env", "app/build", "app/dist", "_build",
)  # fmt: skip


@pytest.mark.parametrize("packages", [True, False], ids=["packages", "folders"])
def test_the_scan_and_the_watcher_read_the_same_directories(tmp_path: Path, packages: bool) -> None:
    for name in FOLDERS:
        (tmp_path / name).mkdir(parents=True, exist_ok=True)
        (tmp_path / name / "agents.py").write_text("a = 1\n")
        if packages:
            (tmp_path / name / "__init__.py").write_text("")
    (tmp_path / "custom_env" / "pyvenv.cfg").write_text("")
    (tmp_path / "venv" / "conda-meta").mkdir()
    scanned = set(Walk().python_files(str(tmp_path)))
    assert {path for path in Scope(tmp_path).look().entries() if path.endswith(".py")} == scanned
    assert (str(tmp_path / "build" / "agents.py") in scanned) is packages
    assert str(tmp_path / "env" / "agents.py") in scanned
    assert str(tmp_path / "venv" / "agents.py") not in scanned


def test_a_package_called_like_output_is_watched(tmp_path: Path) -> None:
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "__init__.py").write_text("")
    (tmp_path / "dist").mkdir()
    look = Scope(tmp_path).look()
    assert str(tmp_path / "build") in look.folders
    assert look.asleep == {str(tmp_path / "dist")}


def test_a_named_place_counts_even_where_a_directory_is_skipped(tmp_path: Path) -> None:
    (tmp_path / ".vendor" / "lib").mkdir(parents=True)
    look = Scope(tmp_path, frozenset({tmp_path / ".vendor"})).look()
    assert str(tmp_path / ".vendor" / "lib") in look.folders


@pytest.mark.parametrize("name", ["b.py", "prompts/x.MD", "toolinspect.toml", "_b.py", "data.json", "b.yaml"])
def test_sources_configs_and_prompts_are_relevant(name: str) -> None:
    assert is_relevant(f"/project/{name}")


@pytest.mark.parametrize(
    "name",
    ["b.pyc", ".#b.py", "b.py~", ".b.py.swp", "4913", "#b.py#", "#b.py", "._b.py", "~$notes.md", "b.tmp"],
)
def test_what_editors_drop_is_not(name: str) -> None:
    assert not is_relevant(f"/project/{name}")


def test_a_whole_disk_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inspector.watch.scope.FOLDER_LIMIT", 2)
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    with pytest.raises(OSError, match="more than 2 directories"):
        Scope(tmp_path).look()
