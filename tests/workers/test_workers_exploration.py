"""What a real worker explores after its result: parts that stream in, and what is left when it ends badly."""

import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from workers_cases import Loaded, Worker, is_alive, wait_until

from inspector.model import Branch, Factory, RootExploration
from inspector.wire.messages import Done, Explored, Message, Progress, RootDone
from inspector.workers import endings

Write = Callable[[str, str], Path]
HEAD = "from agents import Agent, function_tool\n\n\n"
TOOLS = """
@function_tool
def lookup() -> str: return ""

@function_tool
def refund() -> str: return ""

"""
FLAGS: dict[str, Any] = {"flags": (("beta", (False, True)), ("plan", ("free", "pro"))), "explore": True}


def parts(messages: Iterable[Message]) -> list[RootExploration]:
    return [message.part for message in messages if isinstance(message, Explored)]


def factories(loaded: Loaded) -> dict[str, Factory]:
    return {factory.ref: factory for part in parts(loaded.messages) for factory in part.factories}


def unfinished(loaded: Loaded) -> list[str]:
    return [each for part in parts(loaded.messages) for each in part.unfinished]


@pytest.fixture
def desk(write: Write) -> Callable[[str], Path]:
    """Writes a module of that body."""
    return lambda body: write("desk.py", HEAD + TOOLS + body)


def test_parts_come_after_the_result_and_before_the_end(forking: Worker, desk: Callable[[str], Path]) -> None:
    project = desk(
        "def build(flags):\n    return Agent(name='Desk', tools=[refund] if flags['beta'] else [lookup])\n"
        "triage = Agent(name='Triage', tools=[lookup])\n"
    )
    loaded = forking.load(project, **FLAGS)
    kinds = [type(message) for message in loaded.messages if isinstance(message, RootDone | Explored | Done)]
    assert kinds[0] is RootDone
    assert kinds[-1] is Done
    assert set(kinds[1:-1]) == {Explored}
    assert unfinished(loaded) == []
    (build,) = factories(loaded).values()
    assert [tool.visible for tool in build.outcomes[0].consumers[0].tools] == ["lookup"]
    assert [tool.visible for tool in build.outcomes[1].consumers[0].tools] == ["refund"]
    assert any(step == "exploring flags: factory desk:build (1 of 2)" for step in loaded.steps)


def test_tenants_without_flags_are_explored(forking: Worker, desk: Callable[[str], Path]) -> None:
    project = desk(
        "def build(tenant):\n"
        "    return Agent(name='Desk', tools=[refund] if tenant == 'acme' else [lookup])\n"
    )
    loaded = forking.load(project, explore=True, tenants={"acme": {}, "globex": {}})
    (build,) = factories(loaded).values()
    assert build.decision.doubt == ""
    assert build.decision.tree == Branch(0, (0, 1, 0))


@pytest.mark.parametrize("options", [{"explore": False}, {"flags": ()}], ids=["not asked for", "no flags"])
def test_without_flags_or_wish_nothing_is_explored(
    forking: Worker, desk: Callable[[str], Path], options: dict[str, Any]
) -> None:
    loaded = forking.load(desk("desk = Agent(name='Desk', tools=[lookup])\n"), **{**FLAGS, **options})
    assert loaded.ended
    assert parts(loaded.messages) == []
    assert not any(step.startswith("exploring") for step in loaded.steps)


@pytest.mark.parametrize("worker_kind", ["forking", "spawning"])
def test_a_process_that_is_killed_keeps_what_came(
    request: pytest.FixtureRequest, desk: Callable[[str], Path], worker_kind: str
) -> None:
    worker: Worker = request.getfixturevalue(worker_kind)
    project = desk(
        "import os, signal\n"
        "def one(flags): return Agent(name='One', tools=[refund] if flags['beta'] else [lookup])\n"
        "def two(flags):\n    if flags['plan'] == 'pro': os.kill(os.getpid(), signal.SIGKILL)\n"
        "    return Agent(name='Two')\n"
        "def three(flags): return Agent(name='Three', tools=[refund] if flags['beta'] else [])\n"
    )
    loaded = worker.load(project, **FLAGS)
    assert loaded.ended
    assert set(loaded.consumers) == {"One", "Two", "Three"}
    assert loaded.failures == {}
    assert set(factories(loaded)) == {"desk:one"}
    first, *others = unfinished(loaded)
    assert first == "factory desk:two: killed by SIGKILL (possibly out of memory)"
    assert others == ["factory desk:three: not reached", "what is kept between builds: not reached"]


def test_a_thread_that_ends_the_process_is_named(forking: Worker, desk: Callable[[str], Path]) -> None:
    project = desk(
        "import os, threading\n"
        "def build(flags):\n"
        "    if flags['beta']:\n"
        "        thread = threading.Thread(target=os._exit, args=(3,))\n"
        "        thread.start()\n        thread.join()\n"
        "    return Agent(name='Desk')\n"
    )
    loaded = forking.load(project, **FLAGS)
    assert loaded.ended
    assert unfinished(loaded)[0] == "factory desk:build: the process ended with exit code 3"


def test_an_exit_for_one_value_is_a_failure_of_that_build(
    forking: Worker, desk: Callable[[str], Path]
) -> None:
    project = desk(
        "import os\n"
        "def build(flags):\n"
        "    if flags['beta']: os._exit(3)\n"
        "    return Agent(name='Desk', tools=[lookup])\n"
    )
    loaded = forking.load(project, **FLAGS)
    assert unfinished(loaded) == []
    works, fails = factories(loaded)["desk:build"].outcomes
    assert works.failure is None
    assert fails.failure is not None
    assert (fails.failure.kind, fails.failure.path) == ("exited", "desk.py")
    assert fails.consumers == ()


def test_a_build_that_hangs_for_one_value_costs_no_other(
    forking: Worker, desk: Callable[[str], Path]
) -> None:
    project = desk(
        "import time\n"
        "def slow(flags):\n    if flags['beta']: time.sleep(99)\n    return Agent(name='Slow')\n"
        "def quick(flags): return Agent(name='Quick', tools=[refund] if flags['beta'] else [])\n"
    )
    loaded = forking.load(project, timeout=4, **FLAGS)
    assert loaded.ended
    found = factories(loaded)
    failures = [surface.failure for surface in found["desk:slow"].outcomes]
    assert [failure and failure.kind for failure in failures] == [None, "hung"]
    assert [len(surface.consumers[0].tools) for surface in found["desk:quick"].outcomes] == [0, 1]


def test_what_nothing_can_interrupt_is_ended_after_the_time_limit_once_more(
    forking: Worker, desk: Callable[[str], Path]
) -> None:
    project = desk(
        "import signal, time\n"
        "def build(flags):\n    if flags['beta']:\n"
        "        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])\n        time.sleep(99)\n"
        "    return Agent(name='Desk')\n"
    )
    loaded = forking.load(project, timeout=2, **FLAGS)
    assert loaded.ended
    assert loaded.seconds < 8
    first, *_ = unfinished(loaded)
    assert first.startswith("factory desk:build: no end after 2 s at desk.py:")


def test_a_newer_load_ends_an_exploration(worker: Worker, desk: Callable[[str], Path]) -> None:
    project = desk(
        "import signal, time\n"
        "def build(flags):\n    if flags['beta']:\n"
        "        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])\n        time.sleep(99)\n"
        "    return Agent(name='Desk')\n"
    )
    older = worker.request(project, timeout=60, **FLAGS)
    _until_exploring(older)
    exploring = endings.descendants(worker.session.pid or 0)
    assert exploring
    desk("desk = Agent(name='Newer')\n")
    began = time.monotonic()
    assert "Newer" in worker.load(project, **FLAGS).consumers
    assert time.monotonic() - began < 3
    assert not any(isinstance(message, Done) for message in older)
    assert not any(map(is_alive, exploring))


def test_cancel_ends_an_exploration_at_once(worker: Worker, desk: Callable[[str], Path]) -> None:
    project = desk(
        "import time\n"
        "def build(flags):\n    if flags['beta']: time.sleep(99)\n    return Agent(name='Desk')\n"
    )
    messages = worker.request(project, timeout=60, **FLAGS)
    _until_exploring(messages)
    exploring = endings.descendants(worker.session.pid or 0)
    threading.Timer(0.1, worker.session.cancel).start()
    began = time.monotonic()
    assert not any(isinstance(message, Done) for message in messages)
    assert time.monotonic() - began < 2
    assert wait_until(lambda: not any(map(is_alive, exploring)))


def _until_exploring(messages: Iterable[Message]) -> None:
    for message in messages:
        if isinstance(message, Progress) and message.step.startswith("exploring flags: factory"):
            return
