"""Conversations with customers."""

from agents import function_tool

from deskmate.policy.availability import on_paid_plan


@function_tool
def find_ticket(number: int) -> str:
    """Read a ticket with all of its messages."""
    return f"ticket {number}"


@function_tool
def reply(number: int, text: str) -> str:
    """Answer the customer who opened a ticket."""
    return f"answered {number} with {len(text)} characters"


@function_tool(is_enabled=on_paid_plan)
def escalate(number: int, reason: str) -> str:
    """Pass a ticket to the people on duty and tell the customer so."""
    return f"{number} is with the people on duty: {reason}"
