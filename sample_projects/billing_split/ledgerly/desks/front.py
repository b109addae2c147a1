"""The first contact."""

from agents import Agent, HostedMCPTool, StopAtTools, handoff

from ledgerly.desks.back import collections, invoices, payments, subscriptions
from ledgerly.desks.research import researcher
from ledgerly.policy.cards import no_card_numbers
from ledgerly.tools.faq import answer_faq

research_account = researcher.as_tool(
    tool_name="research_account", tool_description="Ask for background on an account."
)
to_payments = handoff(payments)
for way_out in (answer_faq, research_account, to_payments):
    way_out.tool_input_guardrails = [no_card_numbers]

status_page = HostedMCPTool(
    tool_config={
        "type": "mcp",
        "server_label": "statuspage",
        "server_url": "https://status.ledgerly.example/mcp",
        "allowed_tools": ["current_incidents", "subscribe_to_incident"],
        "require_approval": "always",
    }
)

front_desk = Agent(
    name="Front desk",
    instructions=(
        "You are the first contact of Ledgerly's subscribers. Answer general questions yourself. "
        "For everything that concerns an account, find out what it is about, then hand over: "
        "Payments gives refunds, Subscriptions changes plans, Collections talks about overdue invoices."
    ),
    tools=[answer_faq, research_account, status_page],
    handoffs=[invoices, to_payments, subscriptions, collections],
    tool_use_behavior=StopAtTools(stop_at_tool_names=["answer_faq", "transfer_to_collections"]),
)
