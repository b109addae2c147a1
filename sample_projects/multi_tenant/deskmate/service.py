"""One conversation, as the web service runs it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agents import Runner

from deskmate.desks.front import build_front_desk
from deskmate.policy.approvals import ReviewCalls
from deskmate.workspace import open_workspace


async def answer(message: str, company: str, flags: Mapping[str, Any]) -> str:
    """Answer one message that reached a company."""

    async def ask(reviewer: str, tool: str) -> bool:
        print(f"{reviewer}: may {tool} go ahead?")
        return False

    result = await Runner.run(
        build_front_desk(company),
        message,
        context=open_workspace(flags, company),
        hooks=ReviewCalls(ask),
    )
    return str(result.final_output)
