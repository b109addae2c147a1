"""Objects that raise, or load something, when they are asked for their class are left alone."""

from pathlib import Path
from typing import Any

import pytest
from agents import Agent, function_tool
from discovery import discover
from extraction import read

from inspector.probe import channel, plain, sdk, source, stub_objects


class Lazy:
    """As settings that are not configured yet."""

    @property
    def __class__(self) -> Any:
        raise RuntimeError("settings are not configured")

    def __call__(self, *_: Any) -> bool:
        return False


def test_asking_what_it_is_neither_raises_nor_loads() -> None:
    lazy: Any = Lazy()
    with pytest.raises(RuntimeError):
        isinstance(lazy, Agent)
    assert not sdk.is_agent(lazy)
    assert not sdk.is_tool(lazy)
    assert not sdk.is_handoff(lazy)
    assert sdk.consumer_kind(lazy) is None
    assert stub_objects.package_of(lazy) is None
    assert "Lazy" in plain.plain(lazy)
    assert b"Lazy" in channel.encode({"value": lazy})
    assert source.describe(lazy).name == "Lazy"


@function_tool(is_enabled=Lazy())
def gated() -> str:
    """Gated."""
    return ""


@function_tool
def good() -> str:
    """Good."""
    return ""


def test_an_agent_that_holds_some_is_read() -> None:
    agent = Agent(name="Desk", tools=[gated, good])
    agent.tools.append(Lazy())  # type: ignore[arg-type]
    for field in ("handoffs", "mcp_servers"):
        getattr(agent, field).append(Lazy())
    for field in ("model", "instructions", "model_settings", "tool_use_behavior", "prompt"):
        setattr(agent, field, Lazy())
    only = read(agent).only
    assert [(tool.visible, tool.enabled) for tool in only.tools] == [("gated", False), ("good", True)]
    assert {junk.where for junk in only.junk} == {"tools", "handoffs", "mcp_servers"}


def test_a_module_that_holds_one_is_read(tmp_path: Path) -> None:
    found = discover(
        tmp_path,
        {
            "desk.py": """
            from agents import Agent

            class Lazy:
                @property
                def __class__(self):
                    raise RuntimeError("settings are not configured")

            settings = Lazy()
            listed = [settings, {"inner": settings}]
            desk = Agent(name="Desk")
            """
        },
    )
    assert found.ids == ["desk:desk"]
    assert found.all("failures") == []
