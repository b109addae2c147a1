"""Predicates that raise, hang, sleep, or depend on clock or chance are reported, and the rest is exact."""

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.inspection import Inspection, InspectOptions, inspect_project
from inspector.model import ALWAYS, Condition, Tool

ROOT = Path(__file__).parents[2]
CONFIG = """\
context = "desks:make"
timeout = 20
ignore = ["TI106", "TI303"]

[flags]
beta = [false, true]
plan = ["free", "pro", "enterprise"]
sso = [false, true]
"""
MODULE = '''\
import asyncio
import itertools
import random
import time

from agents import Agent, function_tool


def make(flags):
    return flags


def raises(ctx, _agent):
    if ctx.context["beta"]:
        raise ValueError("no beta here")
    return True


def hangs(ctx, _agent):
    while ctx.context["plan"] == "pro":
        pass
    return ctx.context["plan"] == "enterprise"


def sleeps(ctx, _agent):
    time.sleep(600 if ctx.context["sso"] else 0)
    return True


async def waits(ctx, _agent):
    await asyncio.sleep(600 if ctx.context["sso"] else 0)
    return True


def by_clock(ctx, _agent):
    return time.perf_counter_ns() // 128 % 2 == 0 and not ctx.context["sso"]


def by_chance(_ctx, _agent):
    return random.random() < 0.5


_turns = itertools.count()


def by_turns(_ctx, _agent):
    return next(_turns) % 2 == 0


def well(ctx, _agent):
    return ctx.context["plan"] != "free"


def gated(name, predicate):
    @function_tool(name_override=name, is_enabled=predicate)
    def act(text: str) -> str:
        """Acts."""
        return text

    return act


def told(_ctx, _agent):
    return f"It is {time.perf_counter_ns()}, and the dice show {random.random()}."


def desk(name, predicate):
    return Agent(name=name, tools=[gated("act", predicate), gated("look", well), gated("look", True)])


agents = [
    desk(predicate.__name__, predicate)
    for predicate in (raises, hangs, sleeps, waits, by_turns, well)
]
luck = Agent(name="luck", tools=[gated(f"luck_{number}", by_chance) for number in range(24)])
clock = Agent(name="clock", tools=[gated(f"clock_{number}", by_clock) for number in range(24)])
talker = Agent(name="talker", instructions=told)
'''
LONGEST = 40.0
"""Seconds that all of it may take: nothing waits for what hangs."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("misbehaving")
    (folder / "desks.py").write_text(MODULE)
    (folder / "toolinspect.toml").write_text(CONFIG)
    return folder


@pytest.fixture(scope="module")
def inspected(project: Path) -> tuple[Inspection, float]:
    began = time.monotonic()
    return inspect_project(InspectOptions(path=str(project))), time.monotonic() - began


@pytest.fixture(scope="module")
def found(inspected: tuple[Inspection, float]) -> Inspection:
    return inspected[0]


def tool(found: Inspection, agent: str, name: str = "act") -> Tool:
    (desk,) = [one for one in found.everywhere.consumers if one.name == agent]
    return next(one for one in desk.tools if one.visible == name)


def where(found: Inspection, condition: Condition | None) -> set[tuple[int, ...]]:
    """The scenarios in which it holds, of the twelve that there are."""
    assert found.space is not None
    every = [(beta, plan, sso) for beta in range(2) for plan in range(3) for sso in range(2)]
    return {scenario for scenario in every if (ALWAYS if condition is None else condition).holds(scenario)}


def test_nothing_is_stuck(inspected: tuple[Inspection, float]) -> None:
    assert inspected[1] < LONGEST
    assert len(inspected[0].registry.consumers) == 9


def test_where_a_predicate_raises_the_run_ends_and_its_tool_is_not_there(found: Inspection) -> None:
    raises = tool(found, "raises")
    assert where(found, raises.failing) == {one for one in where(found, None) if one[0] == 1}
    assert where(found, raises.presence) == {one for one in where(found, None) if one[0] == 0}
    (finding,) = [one for one in found.findings if one.code == "TI701" and one.consumer_name == "raises"]
    assert (finding.condition, finding.exact) == ("beta", True)


@pytest.mark.parametrize(("agent", "level"), [("hangs", 1), ("sleeps", 2), ("waits", 2)])
def test_where_a_predicate_gives_no_answer_its_tool_is_undecided(
    found: Inspection, agent: str, level: int
) -> None:
    undecided = tool(found, agent).undecided
    assert undecided is not None
    assert where(found, undecided) == {one for one in where(found, None) if one[level] == 1}


@pytest.mark.parametrize(
    ("agent", "condition"), [("hangs", "plan is pro"), ("sleeps", "sso"), ("waits", "sso")]
)
def test_where_a_predicate_gives_no_answer_every_run_waits(
    found: Inspection, agent: str, condition: str
) -> None:
    (finding,) = [one for one in found.findings if one.code == "TI701" and one.consumer_name == agent]
    assert "gave no answer within 1 s" in finding.message
    assert (finding.condition or "").removeprefix(f"{finding.doubt}: ") == condition


def test_where_it_does_answer_the_answer_counts(found: Inspection) -> None:
    hangs = tool(found, "hangs")
    assert {one for one in where(found, hangs.presence) if one[1] != 1} == {
        one for one in where(found, None) if one[1] == 2
    }


def test_the_presence_table_says_what_is_not_decided(
    project: Path, run_program: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    done = run_program("flags", project, env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert "plan is enterprise; not decided when plan is pro" in done.stdout
    assert done.stdout.count("not sso; not decided when sso") == 2


@pytest.mark.parametrize("predicate", ["by_turns", "by_chance", "by_clock"])
def test_a_predicate_that_differs_between_calls_is_reported(found: Inspection, predicate: str) -> None:
    (finding,) = [
        one for one in found.findings if one.code == "TI703" and f"`desks.{predicate}`" in one.message
    ]
    assert f"`desks.{predicate}`, the predicate of `" in finding.message
    assert "answers differently each time it is asked under the same flags: " in finding.message
    assert "builds" not in finding.message


def test_nothing_is_claimed_of_it(found: Inspection) -> None:
    assert tool(found, "by_turns").doubt
    assert tool(found, "luck", "luck_0").doubt
    assert tool(found, "clock", "clock_0").doubt


def test_instructions_may_say_what_time_it_is(found: Inspection) -> None:
    assert not any(one.consumer_name == "talker" or "told" in one.message for one in found.findings)


@pytest.mark.parametrize("agent", ["raises", "hangs", "sleeps", "waits", "by_turns", "well"])
def test_all_else_is_exact(found: Inspection, agent: str) -> None:
    look = tool(found, agent, "look")
    assert where(found, look.presence) == {one for one in where(found, None) if one[1] != 0}
    (collision,) = [one for one in found.findings if one.code == "TI101" and one.consumer_name == agent]
    assert (collision.names[0], collision.exact) == ("look", True)
    assert collision.condition == "plan in {pro, enterprise}"
