"""Loads that are made once more with other hash seeds: when, and what the host gets of them."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from workers_cases import Loaded, Worker

from inspector.wire.messages import Explored, RootDone
from inspector.workers.session import WorkerSession

Write = Callable[[str, str], Path]
HEAD = "from agents import Agent, function_tool\n"
UNORDERED = HEAD + (
    "names = {'lookup', 'refund', 'close', 'open', 'list', 'search'}\n"
    "def make(name):\n    def run() -> str: return ''\n    return function_tool(run, name_override=name)\n"
    "desk = Agent(name='Desk', tools=[make(name) for name in names])\n"
)


def seeded(loaded: Loaded) -> dict[int | None, list[str]]:
    """Visible names of all tools by the seed of the answer."""
    return {
        message.seed: [tool.visible for consumer in message.result.consumers for tool in consumer.tools]
        for message in loaded.messages
        if isinstance(message, RootDone)
    }


@pytest.mark.parametrize("worker_kind", ["forking", "spawning"])
def test_each_seed_answers_beside_the_result(
    request: pytest.FixtureRequest, write: Write, worker_kind: str
) -> None:
    worker: Worker = request.getfixturevalue(worker_kind)
    project = write("desk.py", UNORDERED)
    found = seeded(worker.load(project, seeds=(1, 2)))
    assert set(found) == {None, 1, 2}
    assert all(sorted(names) == sorted(found[None]) for names in found.values())
    assert len({tuple(names) for names in found.values()}) > 1


@pytest.mark.usefixtures("started_workers")
def test_the_order_of_a_set_is_the_same_at_every_start(write: Write) -> None:
    project = write("desk.py", UNORDERED)
    orders = []
    for _ in range(2):
        with WorkerSession(project, Path(sys.executable)) as session:
            orders.append(seeded(Worker(session).load(project))[None])
    assert orders[0] == orders[1]


def test_the_order_of_a_set_is_the_same_in_every_fresh_interpreter(spawning: Worker, write: Write) -> None:
    project = write("desk.py", UNORDERED)
    first, second = (seeded(spawning.load(project))[None] for _ in range(2))
    assert first == second


@pytest.mark.usefixtures("started_workers")
def test_a_seed_of_the_users_own_is_kept(write: Write) -> None:
    project = write(
        "desk.py", "import os\n" + HEAD + "desk = Agent(name='Seed ' + os.environ['PYTHONHASHSEED'])\n"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "42"}
    with WorkerSession(project, Path(sys.executable), env=environment) as session:
        assert set(Worker(session).load(project).consumers) == {"Seed 42"}


def test_no_seed_is_tried_where_nothing_hashes(forking: Worker, write: Write) -> None:
    project = write(
        "desk.py",
        HEAD + "options = {'a': 1}\ndesk = Agent(name='Desk' if 'x' in {'x', 'y'} else 'None')\n",
    )
    loaded = forking.load(project, seeds=(1, 2))
    assert set(seeded(loaded)) == {None}
    assert loaded.ended


def test_what_goes_wrong_under_a_seed_is_no_failure_of_the_load(forking: Worker, write: Write) -> None:
    project = write(
        "desk.py",
        HEAD + "import os\nodd = set()\n"
        "if os.environ['PYTHONHASHSEED'] == '1': os.kill(os.getpid(), 9)\n"
        "desk = Agent(name='Desk')\n",
    )
    loaded = forking.load(project, seeds=(1, 2))
    assert set(seeded(loaded)) == {None, 2}
    assert loaded.failures == {}
    assert loaded.ended


def test_other_seeds_neither_explore_nor_log(forking: Worker, write: Write) -> None:
    project = write(
        "desk.py",
        HEAD + "odd = set()\nprint('loaded')\n"
        "def build(flags): return Agent(name='Pro' if flags['pro'] else 'Free')\n",
    )
    loaded = forking.load(project, seeds=(1,), flags=(("pro", (False, True)),), explore=True)
    assert set(seeded(loaded)) == {None, 1}
    assert loaded.output.count("loaded") == 1
    factories = [
        factory
        for message in loaded.messages
        if isinstance(message, Explored)
        for factory in message.part.factories
    ]
    assert [factory.ref for factory in factories] == ["desk:build"]
    assert "loading once more with hash seed 1" in loaded.steps
