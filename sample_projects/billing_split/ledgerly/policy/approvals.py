"""A person confirms calls that move money."""

from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Any

from agents import Agent, RunContextWrapper, RunHooks, Tool

from ledgerly.files import CONFIG

ALWAYS = {"write_off": "finance"}
DEFAULT = "allow"

Reviewer = Callable[[str, str], Awaitable[bool]]


class CallRefused(Exception):
    """The reviewer said no; the run ends."""


@lru_cache(maxsize=1)
def table() -> dict[str, str]:
    """Who confirms which tool."""
    import tomllib

    return {**tomllib.loads((CONFIG / "approval.toml").read_text(encoding="utf-8"))["review"], **ALWAYS}


class ReviewCalls(RunHooks[Any]):
    """Holds a call until its reviewer has answered."""

    def __init__(self, ask: Reviewer) -> None:
        self.ask = ask

    async def on_tool_start(self, context: RunContextWrapper[Any], agent: Agent[Any], tool: Tool) -> None:
        reviewer = table().get(tool.name, DEFAULT)
        if reviewer != "allow" and not await self.ask(reviewer, tool.name):
            raise CallRefused(tool.name)
