"""A predicate that does not decide leaves its tool unknown, and costs nothing else."""

import asyncio
from typing import Any

import pytest
from agents import Agent, function_tool
from extraction import read

from inspector.probe import predicates


def endless(_context: Any, _agent: Any) -> bool:
    while True:
        pass


async def waits(_context: Any, _agent: Any) -> bool:
    await asyncio.sleep(60)
    return True


@pytest.mark.parametrize("predicate", [endless, waits])
def test_a_predicate_that_takes_too_long_is_unknown(predicate: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(predicates, "SECONDS", 0.05)

    @function_tool(is_enabled=predicate)
    def slow() -> str:
        return ""

    @function_tool
    def quick() -> str:
        return ""

    tools = {tool.visible: tool for tool in read(Agent(name="Desk", tools=[slow, quick])).only.tools}
    assert tools["slow"].enabled is None
    assert tools["slow"].predicate_error == "TooLong: no end after 0.05 s"
    assert tools["quick"].enabled is True
