"""The first contact."""

from __future__ import annotations

from typing import Any

from agents import Agent, RunContextWrapper, handoff

from deskmate.desks.back import billing, reports, voice
from deskmate.plugins.installed import plugin_tools
from deskmate.policy.availability import has_voice
from deskmate.tools import accounts, customers, tickets
from deskmate.workspace import Workspace

WELCOME = "You answer the customers of a company. Read the ticket first, then reply in the customer's language."
ON_DUTY = "When you can't help, call `escalate` and say that a person will answer."
FORGOTTEN = "When a customer asks to be forgotten, call `erase_customer` and confirm it in your reply."


async def instructions(context: RunContextWrapper[Workspace], _agent: Agent[Any]) -> str:
    """What the front desk is told, for one company."""
    workspace = context.context
    lines = [WELCOME]
    if workspace.paid:
        lines.append(ON_DUTY)
    if workspace.region == "eu":
        lines.append(FORGOTTEN)
    return "\n".join(lines)


def build_front_desk(tenant: str | None) -> Agent[Workspace]:
    """The front desk of a company, with the plugins that it has installed."""
    return Agent[Workspace](
        name="Front desk",
        instructions=instructions,
        tools=[
            tickets.find_ticket,
            tickets.reply,
            tickets.escalate,
            customers.find_customer,
            customers.erase_customer,
            accounts.magic_link,
            accounts.identity_provider_link,
            *plugin_tools(tenant),
        ],
        handoffs=[billing, reports, handoff(voice, is_enabled=has_voice)],
    )
