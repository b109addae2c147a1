"""A person confirms calls that move money; a tool that nobody listed is refused."""

from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Any

from agents import Agent, RunContextWrapper, RunHooks, Tool
from agents.tool import MCPToolApprovalFunctionResult, MCPToolApprovalRequest

from ledgerly.files import CONFIG

DEFAULT = "deny"

Reviewer = Callable[[str, str], Awaitable[bool]]


class CallRefused(Exception):
    """The reviewer said no, or nobody reviews the tool; the run ends."""


@lru_cache(maxsize=1)
def table() -> dict[str, str]:
    """Who confirms which tool."""
    import tomllib

    return tomllib.loads((CONFIG / "approval.toml").read_text(encoding="utf-8"))["review"]


class ReviewCalls(RunHooks[Any]):
    """Holds a call until its reviewer has answered."""

    def __init__(self, ask: Reviewer) -> None:
        self.ask = ask

    async def on_tool_start(self, context: RunContextWrapper[Any], agent: Agent[Any], tool: Tool) -> None:
        name = getattr(tool, "qualified_name", tool.name)
        reviewer = table().get(name, DEFAULT)
        if reviewer == "deny" or (reviewer != "auto" and not await self.ask(reviewer, name)):
            raise CallRefused(name)


def status_calls(request: MCPToolApprovalRequest) -> MCPToolApprovalFunctionResult:
    """Reading the status page is fine; subscribing somebody to it is not."""
    if request.data.name == "current_incidents":
        return {"approve": True}
    return {"approve": False, "reason": "Subscribers sign up themselves."}
