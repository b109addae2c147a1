"""Chooses the Python that a project runs in."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

OLDEST = (3, 10)
ENVIRONMENTS = (".venv", "venv")
INTERPRETERS = ("bin/python", "bin/python3")
_ASK = "import sys; print(*sys.version_info[:3])"
_ASK_SECONDS = 10.0


class InterpreterError(Exception):
    """No usable interpreter; the text says which one was meant and what to do."""


def choose(project: Path, python: str | None = None, *, relative_to: Path | None = None) -> Path:
    """The interpreter for `project`: `python` (a path or a command), else its environment's, else ours.

    A relative path is taken from `relative_to` (the current directory by default). Raises InterpreterError.
    """
    if python is not None:
        return _named(python, relative_to if relative_to is not None else Path.cwd())
    found = find_environment(project)
    if found is None:
        return Path(sys.executable)
    return _checked(found, f"the project's environment {found.parent.parent}")


def find_environment(project: Path) -> Path | None:
    """The interpreter of the nearest `.venv` or `venv`, from the project up to its repository's top."""
    for directory in _upwards(project):
        for name in ENVIRONMENTS:
            for inside in INTERPRETERS:
                candidate = directory / name / inside
                if candidate.exists():
                    return candidate
    return None


def _upwards(project: Path) -> Iterator[Path]:
    """The project's directory and its parents up to one with `.git`, else `pyproject.toml`, else itself."""
    start = project if project.is_dir() else project.parent
    start = start.absolute()
    line = [start, *start.parents]
    for marker in (".git", "pyproject.toml"):
        top = next((index for index, directory in enumerate(line) if (directory / marker).exists()), None)
        if top is not None:
            return iter(line[: top + 1])
    return iter((start,))


def _named(python: str, base: Path) -> Path:
    if os.sep not in python:
        command = shutil.which(python)
        if command is None:
            raise InterpreterError(f"--python: no command {python!r} on the PATH; give an interpreter's path")
        return _checked(Path(command), f"--python {python}")
    path = (base / Path(python).expanduser()).absolute()
    if path.is_dir():
        inside = next((path / each for each in INTERPRETERS if (path / each).exists()), None)
        if inside is None:
            raise InterpreterError(f"--python: {path} is a directory without a bin/python")
        path = inside
    if not path.exists():
        raise InterpreterError(f"--python: {path} does not exist; give an interpreter's path or a command")
    return _checked(path, f"--python {python}")


def _checked(python: Path, called: str) -> Path:
    """The interpreter itself, if it is a Python that the probe runs on."""
    version = _configured_version(python) or _asked_version(python, called)
    if version < OLDEST:
        shown, oldest = (".".join(map(str, each)) for each in (version, OLDEST))
        raise InterpreterError(f"{called} is Python {shown}; toolinspect needs {oldest} or newer there")
    return python


def _configured_version(python: Path) -> tuple[int, ...] | None:
    """The version that an environment's pyvenv.cfg states, if its interpreter can still be started."""
    try:
        text = (python.parent.parent / "pyvenv.cfg").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    if not os.access(python, os.X_OK):
        return None
    for line in text.splitlines():
        key, _, value = line.partition("=")
        if key.strip() in ("version", "version_info"):
            return _numbers(value)
    return None


def _asked_version(python: Path, called: str) -> tuple[int, ...]:
    command = [str(python), "-I", "-S", "-c", _ASK]
    try:
        answer = subprocess.run(
            command,
            check=False,
            capture_output=True,
            text=True,
            timeout=_ASK_SECONDS,
            stdin=subprocess.DEVNULL,
        )
    except OSError as error:
        raise InterpreterError(f"{called} can't be run: {error.strerror or error}") from error
    except subprocess.TimeoutExpired as error:
        raise InterpreterError(
            f"{called} did not answer within {_ASK_SECONDS:g} s; is it a Python?"
        ) from error
    version = _numbers(answer.stdout.strip().replace(" ", "."))
    if answer.returncode != 0 or version is None:
        said = (answer.stderr or answer.stdout).strip().splitlines()
        detail = f": {said[-1][:200]!r}" if said else ""
        raise InterpreterError(f"{called} is not a Python (exit code {answer.returncode}{detail})")
    return version


def _numbers(text: str) -> tuple[int, ...] | None:
    """The leading numbers of `3.11.7` or `3.12.0.final.0`; None unless there are two."""
    parts = text.strip().split(".")
    if len(parts) < 2 or not (parts[0].isdigit() and parts[1].isdigit()):
        return None
    return tuple(int(part) for part in parts[:3] if part.isdigit())
