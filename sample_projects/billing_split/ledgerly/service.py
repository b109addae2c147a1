"""One conversation, as the web service runs it."""

import os

from agents import Runner, add_trace_processor

from ledgerly.desks.back import collections, invoices, payments, subscriptions
from ledgerly.desks.front import front_desk
from ledgerly.policy.approvals import ReviewCalls
from ledgerly.renaming import rename
from ledgerly.tracing import AuditTrail

PAGED = frozenset(os.environ.get("PAGED_TOOLS", "").split(","))


def start(environment: str, sink: list) -> None:
    """Prepare the desks for an environment."""
    add_trace_processor(AuditTrail(sink))
    rename([front_desk, invoices, payments, subscriptions, collections], environment)


async def answer(question: str) -> str:
    """Answer one message of a subscriber."""

    async def ask(reviewer: str, tool: str) -> bool:
        print(f"{reviewer}: may {tool} go ahead?" + (" (paged)" if tool in PAGED else ""))
        return False

    result = await Runner.run(front_desk, question, hooks=ReviewCalls(ask))
    return str(result.final_output)
