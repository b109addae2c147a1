"""Calls that wait for a person, by the company's plan."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from agents import Agent, RunContextWrapper, RunHooks, Tool

from deskmate.workspace import Workspace

EVERYWHERE = {"erase_customer": "privacy", "mcp_kb__publish_article": "editor"}
BY_PLAN = {
    "free": {"change_plan": "owner"},
    "pro": {"change_plan": "owner", "refund_payment": "lead"},
    "enterprise": {"change_plan": "account-manager"},
}

Reviewer = Callable[[str, str], Awaitable[bool]]


class CallRefused(Exception):
    """The reviewer said no; the run ends."""


def approvals_for(plan: str) -> dict[str, str]:
    """Who confirms which tool."""
    return {**EVERYWHERE, **BY_PLAN[plan]}


class ReviewCalls(RunHooks[Workspace]):
    """Holds a call until its reviewer has answered."""

    def __init__(self, ask: Reviewer) -> None:
        self.ask = ask

    async def on_tool_start(
        self, context: RunContextWrapper[Workspace], agent: Agent[Any], tool: Tool
    ) -> None:
        reviewer = approvals_for(context.context.plan).get(tool.name)
        if reviewer is not None and not await self.ask(reviewer, tool.name):
            raise CallRefused(tool.name)
