"""The program as a user starts it: a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_program import Run

ROOT = Path(__file__).parents[2]
CLEAN = """\
from agents import Agent, function_tool

@function_tool
def lookup(order: str) -> str:
    '''Find an order.'''
    return order

desk = Agent(name="Desk", tools=[lookup])
"""
CLASHING = """\
from agents import Agent, function_tool

@function_tool
def lookup(order: str) -> str:
    '''Find an order.'''
    return order

@function_tool(name_override="lookup")
def find(email: str) -> str:
    '''Find a customer.'''
    return email

@function_tool
def web_search(query: str) -> str:
    '''Search.'''
    return query

desk = Agent(name="Desk", tools=[lookup, find, web_search])
"""


@pytest.fixture(scope="session")
def samples() -> Path:
    return ROOT / "sample_projects"


@pytest.fixture(scope="session")
def environment() -> dict[str, str]:
    """Ours with the package importable from anywhere, and no terminal settings."""
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "TERM")}
    return kept | {"PYTHONPATH": str(ROOT)}


@pytest.fixture(scope="session")
def command() -> list[str]:
    """The program with workers that it starts itself."""
    return [sys.executable, "-m", "inspector"]


def _columns(environment: dict[str, str], columns: int | None) -> dict[str, str]:
    return environment | ({} if columns is None else {"COLUMNS": str(columns)})


@pytest.fixture(scope="session")
def run(run_program: Run, environment: dict[str, str]) -> Run:
    """Run toolinspect with arguments, in `cwd`; stdin is empty; it and its worker are forked."""

    def run(
        *arguments: str | Path, cwd: Path = ROOT, columns: int | None = None
    ) -> subprocess.CompletedProcess[str]:
        return run_program(*arguments, cwd=cwd, env=_columns(environment, columns))

    return run


@pytest.fixture(scope="session")
def run_alone(command: list[str], environment: dict[str, str]) -> Run:
    """As `run`, in an interpreter of its own, and with a worker that the program starts itself."""

    def run(
        *arguments: str | Path, cwd: Path = ROOT, columns: int | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*command, *map(str, arguments)],
            cwd=cwd,
            env=_columns(environment, columns),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            stdin=subprocess.DEVNULL,
        )

    return run


@pytest.fixture
def clashing(tmp_path: Path) -> Path:
    """A project with one error and one warning."""
    (tmp_path / "shop.py").write_text(CLASHING)
    return tmp_path


@pytest.fixture
def clean(tmp_path: Path) -> Path:
    """A project with nothing to report."""
    (tmp_path / "shop.py").write_text(CLEAN)
    return tmp_path
