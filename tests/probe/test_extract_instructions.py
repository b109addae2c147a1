"""Instructions that are callables are asked once, as a run asks them; whatever they do, the agent is read."""

import asyncio
import functools
import sys
import time
import types
from typing import Any

import pytest
from agents import Agent, RunContextWrapper
from agents.realtime import RealtimeAgent
from extraction import read

from inspector.probe import configured
from inspector.probe.stub_objects import Stub


def greet(context: RunContextWrapper[Any], agent: Agent[Any]) -> str:
    return f"You are {agent.name} for {context.context}."


async def greet_later(context: RunContextWrapper[Any], agent: Agent[Any]) -> str:
    await asyncio.sleep(0)
    return greet(context, agent)


class Greeter:
    async def __call__(self, context: Any, agent: Any) -> str:
        return greet(context, agent)

    def method(self, context: Any, agent: Any) -> str:
        return greet(context, agent)


def needs_context(context: Any, _agent: Any) -> str:
    return str(context.context.tenant)


def one_argument(_context: Any) -> str:
    return ""


def five(_context: Any, _agent: Any) -> int:
    return 5


def nothing(_context: Any, _agent: Any) -> None:
    return None


def leaves(_context: Any, _agent: Any) -> str:
    raise SystemExit(2)


def stubbed(_context: Any, _agent: Any) -> Any:
    return Stub("lost", "lost.PROMPT")


def endless(_context: Any, _agent: Any) -> str:
    while True:
        pass


async def waits(_context: Any, _agent: Any) -> str:
    await asyncio.sleep(60)
    return ""


@pytest.mark.parametrize(
    ("instructions", "called"),
    [
        (greet, "greet"),
        (greet_later, "greet_later"),
        (Greeter(), "Greeter.__call__"),
        (Greeter().method, "Greeter.method"),
        (functools.partial(greet), "greet"),
    ],
)
def test_the_text_is_what_a_run_would_send(instructions: Any, called: str) -> None:
    for agent in (Agent(name="main", instructions=instructions), RealtimeAgent("main", instructions)):
        if isinstance(agent, RealtimeAgent):
            agent.instructions = instructions
        consumer = read(agent).only
        assert consumer.instructions == "You are main for None."
        assert consumer.instructions_callable == f"{__name__}.{called}"
        assert consumer.instructions_error is None


def test_a_callable_has_its_place_and_a_text_has_none() -> None:
    consumer = read(Agent(name="main", instructions=greet), project=__file__.rpartition("/")[0]).only
    line = greet.__code__.co_firstlineno
    assert str(consumer.instructions_location) == f"test_extract_instructions.py:{line}"
    plain = read(Agent(name="main", instructions="Help.")).only
    assert (plain.instructions, plain.instructions_callable, plain.instructions_location) == (
        "Help.",
        None,
        None,
    )


def test_the_configured_context_is_what_they_are_given() -> None:
    settings: Any = types.ModuleType("greeting_settings")
    settings.CONTEXT = "Acme"
    sys.modules[settings.__name__] = settings
    configured._configured.cache_clear()
    try:
        consumer = read(Agent(name="main", instructions=greet), context="greeting_settings:CONTEXT").only
    finally:
        del sys.modules[settings.__name__]
    assert consumer.instructions == "You are main for Acme."


@pytest.mark.parametrize(
    ("instructions", "error"),
    [
        (needs_context, "AttributeError: 'NoneType' object has no attribute 'tenant'"),
        (one_argument, "TypeError: 'instructions' callable must accept exactly 2 arguments"),
        (five, "they gave a value of type `int`, no text"),
        (leaves, "SystemExit: 2"),
        (stubbed, "the stubbed package `lost` decides"),
        (endless, "TooLong: no end after"),
        (waits, "TooLong: no end after"),
    ],
)
def test_what_gives_no_text_says_why(instructions: Any, error: str) -> None:
    first, second = read(
        Agent(name="main", instructions=instructions), Agent(name="other", instructions="Help."), timeout=2
    ).consumers
    assert first.instructions is None
    assert first.instructions_error is not None and first.instructions_error.startswith(error)
    assert second.instructions == "Help."


def test_no_instructions_are_no_error() -> None:
    for given in (nothing, None, Stub("lost", "lost.PROMPT")):
        agent = Agent(name="main")
        agent.instructions = given
        consumer = read(agent).only
        assert (consumer.instructions, consumer.instructions_error) == (None, None)


def test_they_are_asked_once_and_slow_ones_not_again() -> None:
    asked: list[str] = []

    def counted(_context: Any, agent: Any) -> str:
        asked.append(agent.name)
        return agent.name

    read(*(Agent(name=name, instructions=counted) for name in "ab"))
    assert asked == ["a", "b"]
    began = time.monotonic()
    consumers = read(*(Agent(name=str(n), instructions=endless) for n in range(20)), timeout=4).consumers
    assert time.monotonic() - began < 3
    assert len({consumer.instructions_error for consumer in consumers}) == 1


def test_none_is_asked_after_one_that_ended_a_process() -> None:
    consumer = read(Agent(name="main", instructions=greet), unasked="exit code 3").only
    assert consumer.instructions is None
    assert consumer.instructions_error == "not asked again after: exit code 3"
    assert consumer.instructions_callable is not None
