"""The Zendesk inbox, with the `zendesk` extra."""

from agents import Agent, function_tool
from zenpy import Zenpy

from support import prompts
from support.ids import business_id


@business_id("zendesk.answer")
@function_tool
def answer_ticket(ticket: int, text: str) -> str:
    """Answer a Zendesk ticket."""
    return Zenpy.client.tickets.comment(ticket, text)


zendesk_desk = Agent(name="Zendesk inbox", instructions=prompts.TRIAGE, tools=[answer_ticket])
