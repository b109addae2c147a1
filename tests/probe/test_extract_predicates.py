"""A predicate that does not decide leaves its tool unknown, and costs nothing else."""

import asyncio
import contextlib
import sys
import time
import types
from collections.abc import Iterator
from typing import Any

import pytest
from agents import Agent, FunctionTool, function_tool, handoff
from extraction import Extraction, read

from inspector.probe import configured, predicates, stub_objects


def endless(_context: Any, _agent: Any) -> bool:
    while True:
        pass


async def waits(_context: Any, _agent: Any) -> bool:
    await asyncio.sleep(60)
    return True


async def blocks(_context: Any, _agent: Any) -> bool:
    time.sleep(60)
    return True


async def blocks_later(_context: Any, _agent: Any) -> bool:
    await asyncio.sleep(0)
    time.sleep(60)
    return True


async def blocks_in_a_task(_context: Any, _agent: Any) -> bool:
    return await asyncio.create_task(blocks(_context, _agent))


async def swallows_every_error(_context: Any, _agent: Any) -> bool:
    while True:
        with contextlib.suppress(Exception):
            time.sleep(60)


async def will_not_be_cancelled(_context: Any, _agent: Any) -> bool:
    while True:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            continue


class Undecided:
    def __bool__(self) -> bool:
        time.sleep(60)
        return True


def gives_what_takes_long_to_judge(_context: Any, _agent: Any) -> Any:
    return Undecided()


SLOW = [
    endless,
    waits,
    blocks,
    blocks_later,
    blocks_in_a_task,
    swallows_every_error,
    will_not_be_cancelled,
    gives_what_takes_long_to_judge,
]


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(predicates, "SECONDS", 0.05)


def tool(name: str, predicate: Any = True) -> FunctionTool:
    def work() -> str:
        return ""

    return function_tool(name_override=name, is_enabled=predicate)(work)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("predicate", SLOW)
def test_a_predicate_that_takes_too_long_is_unknown(predicate: Any) -> None:
    desk = Agent(name="Desk", tools=[tool("slow", predicate), tool("quick")])
    tools = {each.visible: each for each in read(desk).only.tools}
    assert tools["slow"].enabled is None
    assert tools["slow"].predicate_error == "TooLong: no end after 0.05 s"
    assert tools["slow"].predicate_failure == "too_long"
    assert tools["quick"].enabled is True


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("predicate", SLOW)
def test_the_same_holds_for_handoffs_which_the_sdk_wraps(predicate: Any) -> None:
    target = Agent(name="Target")
    desk = Agent(name="Desk", tools=[tool("quick")], handoffs=[handoff(target, is_enabled=predicate)])
    tools = {each.visible: each for each in read(desk).only.tools}
    slow = tools["transfer_to_target"]
    assert (slow.enabled, slow.predicate_failure) == (None, "too_long")
    assert slow.predicate == f"test_extract_predicates.{predicate.__qualname__}"
    assert tools["quick"].enabled is True


def leaves(_context: Any, _agent: Any) -> bool:
    sys.exit("no")


async def leaves_later(_context: Any, _agent: Any) -> bool:
    await asyncio.sleep(0)
    sys.exit("no")


async def cancels(_context: Any, _agent: Any) -> bool:
    raise asyncio.CancelledError("no")


@pytest.mark.parametrize("predicate", [leaves, leaves_later, cancels])
def test_a_predicate_that_raises_whatever_it_may_be_is_unknown(predicate: Any) -> None:
    only = read(Agent(name="Desk", tools=[tool("gated", predicate)])).only.tools[0]
    assert (only.enabled, only.predicate_failure) == (None, "raised")
    assert only.predicate_error is not None
    assert only.predicate_error.endswith("Error: no" if predicate is cancels else "SystemExit: no")


def test_a_stand_in_that_decides_is_told_from_a_failure() -> None:
    stub = stub_objects.Stub("launchpad", "launchpad.flag")
    only = read(Agent(name="Desk", tools=[tool("gated", lambda *_: stub)])).only.tools[0]
    assert (only.enabled, only.predicate_failure) == (None, "stubbed")
    assert only.predicate_error == "the stubbed package `launchpad` decides"


def test_a_predicate_that_took_too_long_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(predicates, "SECONDS", 0.3)
    asked = []

    def slow(_context: Any, _agent: Any) -> bool:
        asked.append(1)
        time.sleep(60)
        return True

    tools = read(Agent(name="Desk", tools=[tool(f"t{index}", slow) for index in range(40)])).only.tools
    assert {each.predicate_failure for each in tools} == {"too_long"}
    assert len(asked) == 1


def test_many_that_take_too_long_share_a_fourth_of_the_time_limit() -> None:
    def make() -> Any:
        return lambda *_: time.sleep(60)

    began = time.monotonic()
    desk = Agent(name="Desk", tools=[tool(f"t{index}", make()) for index in range(10)])
    result = read(desk, timeout=4).only
    assert [each.predicate_failure for each in result.tools] == ["too_long"] * 10
    assert time.monotonic() - began < 3


@pytest.fixture
def settings() -> Iterator[types.ModuleType]:
    """A module of the project for references of the config."""
    module = types.ModuleType("desk_settings")
    sys.modules[module.__name__] = module
    configured._configured.cache_clear()
    yield module
    del sys.modules[module.__name__]
    configured._configured.cache_clear()


def gated(context: Any, _agent: Any) -> bool:
    return bool(context.context["allowed"])


def reading(reference: str, **more: object) -> Extraction:
    return read(Agent(name="Desk", tools=[tool("gated", gated)]), context=reference, **more)


def test_a_context_factory_may_be_async(settings: Any) -> None:
    async def make() -> dict[str, bool]:
        await asyncio.sleep(0)
        return {"allowed": False}

    settings.make = make
    only = reading("desk_settings:make").only.tools[0]
    assert (only.enabled, only.predicate_error) == (False, None)


def broken() -> None:
    raise KeyError("tenant")


def silent() -> None:
    time.sleep(60)


async def silent_later() -> None:
    time.sleep(60)


@pytest.mark.parametrize("factory", [broken, silent, silent_later])
def test_a_context_that_failed_is_told_once_and_proves_nothing_of_predicates(
    factory: Any, settings: Any
) -> None:
    settings.make = factory
    request = {"context": "desk_settings:make", "timeout": 0.4}
    first, second = reading("desk_settings:make", timeout=0.4), reading("desk_settings:make", timeout=0.4)
    assert first.notes == second.notes
    (note,) = first.notes
    assert (note.ref, note.severity) == ("desk_settings:make", "warning")
    assert note.reason.startswith("the configured context failed: ")
    assert "`context`" in note.advice
    assert configured.of(request).context_failed
    only = first.only.tools[0]
    assert (only.enabled, only.predicate_failure) == (None, None)
    assert only.predicate_error
