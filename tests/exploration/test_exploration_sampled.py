"""A factory with more combinations than can be built is sampled, says so, and misses no pair."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.inspection import Inspection, InspectOptions, inspect_project

ROOT = Path(__file__).parents[2]
Run = Callable[..., subprocess.CompletedProcess[str]]
FLAGS = 31
SAME = {(0, 30), (3, 17), (3, 21), (5, 29), (8, 9), (12, 26)}
"""Flags whose tools have one name."""
MODULE = """\
from agents import Agent, FunctionTool, function_tool


def _tool(number: int, name: str) -> FunctionTool:
    @function_tool(name_override=name)
    def act(text: str) -> str:
        return text

    act.description = f"Does what flag {number} is about."
    return act


NAMES = {names}
TOOLS = [_tool(number, name) for number, name in enumerate(NAMES)]


def build(flags) -> Agent:
    return Agent(name="Desk", tools=[tool for number, tool in enumerate(TOOLS) if flags[f"f{number}"]])
"""


def names() -> list[str]:
    """The name of each flag's tool."""
    found = [f"act_{number}" for number in range(FLAGS)]
    for one, other in sorted(SAME):
        found[other] = found[one]
    return found


def pairs() -> set[tuple[int, int]]:
    """Every two flags whose tools meet."""
    named = names()
    return {(one, other) for other in range(FLAGS) for one in range(other) if named[one] == named[other]}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sampled")
    (folder / "desks.py").write_text(MODULE.replace("{names}", repr(names())))
    flags = "".join(f"f{number} = [false, true]\n" for number in range(FLAGS))
    (folder / "toolinspect.toml").write_text(f'ignore = ["TI106", "TI303"]\n[flags]\n{flags}')
    return folder


@pytest.fixture(scope="module")
def found(project: Path) -> Inspection:
    return inspect_project(InspectOptions(path=str(project)))


def test_the_factory_is_sampled_with_a_stated_strength(found: Inspection) -> None:
    (part,) = found.exploration
    (factory,) = part.factories
    assert not factory.decision.exact
    assert factory.decision.strength >= 2
    assert len(factory.decision.samples) < 1000
    assert part.builds < 1000
    assert f"{factory.decision.strength}-wise sample" in factory.decision.doubt
    assert f"{len(factory.decision.samples)} of " in factory.decision.doubt


def test_every_pair_of_tools_that_meets_is_found(found: Inspection) -> None:
    """Each pair alone, with all other flags off, is among the scenarios of a finding of its name."""
    named = names()
    for pair in sorted(pairs()):
        alone = tuple(int(number in pair) for number in range(FLAGS))
        assert [
            one
            for one in found.findings
            if one.code == "TI101"
            and one.names[0] == named[pair[0]]
            and one.holds is not None
            and one.holds.holds(alone)
        ], pair


def test_what_is_drawn_from_a_sample_says_so(found: Inspection) -> None:
    assert not any(one.exact for one in found.findings)


def test_no_two_tools_are_said_to_meet_that_don_t(found: Inspection) -> None:
    named = names()
    assert {one.names[0] for one in found.findings} == {name for name in named if named.count(name) > 1}


@pytest.mark.parametrize("command", ["check", "flags"])
def test_the_text_says_that_it_is_a_sample(command: str, project: Path, run_program: Run) -> None:
    assert "-wise sample" in " ".join(_output(run_program, command, project).split())


def test_the_report_says_that_it_is_not_exact(project: Path, run_program: Run) -> None:
    report = json.loads(_output(run_program, "check", project, "--format", "json"))
    assert report["exploration"]["exact"] is False
    assert report["exploration"]["flags"] == FLAGS
    assert report["exploration"]["builds"] > FLAGS


def _output(run_program: Run, command: str, project: Path, *options: str) -> str:
    done = run_program(command, project, *options, env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert done.returncode in (0, 1), done.stderr
    return done.stdout
