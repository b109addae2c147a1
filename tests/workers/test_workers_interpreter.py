"""Which Python a project runs in."""

import subprocess
import sys
from pathlib import Path

import pytest

from inspector.workers.interpreter import InterpreterError, choose


def environment(directory: Path, version: str = "3.12.1") -> Path:
    """Something that looks like a virtual environment; its python is ours."""
    (directory / "bin").mkdir(parents=True)
    (directory / "pyvenv.cfg").write_text(f"home = /usr/bin\nversion = {version}\n")
    python = directory / "bin" / "python"
    python.symlink_to(sys.executable)
    return python


def script(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_without_anything_ours_is_taken(tmp_path: Path) -> None:
    assert choose(tmp_path) == Path(sys.executable)


@pytest.mark.parametrize("name", [".venv", "venv"])
def test_the_projects_environment_is_found(name: str, tmp_path: Path) -> None:
    python = environment(tmp_path / name)
    assert choose(tmp_path) == python


def test_dot_venv_goes_before_venv(tmp_path: Path) -> None:
    environment(tmp_path / "venv")
    python = environment(tmp_path / ".venv")
    assert choose(tmp_path) == python


def test_the_search_goes_up_to_the_top_of_the_repository_and_no_further(tmp_path: Path) -> None:
    outer = environment(tmp_path / ".venv")
    project = tmp_path / "repository" / "services" / "support"
    project.mkdir(parents=True)
    assert choose(project) == Path(sys.executable)
    (tmp_path / "repository" / ".git").mkdir()
    assert choose(project) == Path(sys.executable)
    inner = environment(tmp_path / "repository" / ".venv")
    assert choose(project) == inner
    assert outer != inner


def test_without_a_repository_the_search_goes_up_to_pyproject(tmp_path: Path) -> None:
    python = environment(tmp_path / ".venv")
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "src" / "app").mkdir(parents=True)
    assert choose(tmp_path / "src" / "app") == python


def test_a_file_as_project_is_looked_up_from_its_directory(tmp_path: Path) -> None:
    python = environment(tmp_path / ".venv")
    file = tmp_path / "main.py"
    file.touch()
    assert choose(file) == python


def test_a_given_path_goes_before_the_environment(tmp_path: Path) -> None:
    environment(tmp_path / ".venv")
    assert choose(tmp_path, sys.executable) == Path(sys.executable)


def test_a_relative_path_is_taken_from_where_it_was_written(tmp_path: Path) -> None:
    python = environment(tmp_path / "env")
    assert choose(tmp_path, "env/bin/python", relative_to=tmp_path) == python
    assert choose(tmp_path, "./env", relative_to=tmp_path) == python


def test_a_command_is_found_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = script(tmp_path / "my-python", f'exec "{sys.executable}" "$@"')
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert choose(tmp_path, "my-python") == python


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("no/such/python", "does not exist"),
        ("no-such-python-command", "no command 'no-such-python-command' on the PATH"),
        ("./folder", "is a directory without a bin/python"),
        ("./text", "can't be run"),
        ("./shell", "is not a Python"),
        ("./old", "is Python 3.9.7; toolinspect needs 3.10 or newer"),
    ],
)
def test_what_can_not_serve_is_refused_with_the_reason(given: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "text").write_text("not a program")
    script(tmp_path / "shell", "echo hello; exit 2")
    script(tmp_path / "old", "echo 3 9 7")
    with pytest.raises(InterpreterError, match=said):
        choose(tmp_path, given, relative_to=tmp_path)


def test_an_environment_that_is_too_old_is_refused(tmp_path: Path) -> None:
    environment(tmp_path / ".venv", "3.8.10")
    with pytest.raises(InterpreterError, match=r"Python 3\.8\.10"):
        choose(tmp_path)


def test_an_environment_whose_python_is_gone_is_passed_over(tmp_path: Path) -> None:
    python = environment(tmp_path / ".venv")
    python.unlink()
    python.symlink_to("/nowhere/python3")
    assert choose(tmp_path) == Path(sys.executable)


def test_the_host_side_imports_neither_the_sdk_nor_textual() -> None:
    code = (
        "import sys\n"
        "import inspector.workers.session, inspector.workers.interpreter, inspector.workers.endings\n"
        "heavy = {'agents', 'textual', 'asyncio', 'openai'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])
