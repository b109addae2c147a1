"""`--stub-missing` and `--capture`, as a user gives them."""

import json

import pytest
from cli_program import Run

FRESH = """\
import os
import absent_package
from agents import Agent, Runner

key = os.environ["ABSENT_API_KEY"]
desk = Agent(name="Desk", tools=[absent_package.search])

def main():
    night = Agent(name="Night")
    Runner.run_sync(night, "hi")

def broken(db):
    Agent(name="Never")
"""


@pytest.fixture
def fresh(tmp_path):
    (tmp_path / "app.py").write_text(FRESH)
    return tmp_path


def test_a_fresh_checkout_can_be_looked_at(run: Run, fresh) -> None:
    assert run("check", str(fresh)).returncode == 3
    report = json.loads(run("check", str(fresh), "--stub-missing", "--format", "json").stdout)
    assert [consumer["name"] for consumer in report["consumers"]] == ["Desk"]
    assert report["stubbed"] == ["absent_package", "ABSENT_API_KEY"]
    assert [finding["severity"] for finding in report["findings"]] == ["info"]
    assert "--mcp" not in report["findings"][0]["fix"]


@pytest.mark.parametrize("words", [["show"], ["check"], []])
def test_what_was_made_up_stands_at_the_top(run: Run, fresh, words) -> None:
    result = run(*words, str(fresh), "--stub-missing")
    assert result.returncode == 0
    assert result.stdout.splitlines()[0] == "Stand-ins for what is missing: absent_package, ABSENT_API_KEY"


def test_entry_points_are_called_when_named(run: Run, fresh) -> None:
    result = run("show", str(fresh), "--stub-missing", "--capture", "app:main")
    assert result.returncode == 0
    assert "app:main>Night" in result.stdout
    assert "Night at app.py:10" in result.stdout


def test_several_can_be_named(run: Run, fresh) -> None:
    result = run("check", str(fresh), "--stub-missing", "--capture", "app:main", "--capture", "app.py:broken")
    assert result.returncode == 1
    assert "needs argument 'db'" in result.stdout


def test_a_name_that_is_no_function_is_a_mistake_of_the_user(run: Run, fresh) -> None:
    result = run("check", str(fresh), "--stub-missing", "--capture", "app:mian")
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr == (
        "toolinspect: --capture: `app:mian` names no function of the project. Did you mean `app:main`?\n"
    )
