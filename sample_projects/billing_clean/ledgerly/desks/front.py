"""The first contact."""

from agents import Agent, HostedMCPTool, StopAtTools

from ledgerly.desks.back import collections, invoices, payments, subscriptions
from ledgerly.desks.research import researcher
from ledgerly.ids import business_id
from ledgerly.policy.approvals import status_calls
from ledgerly.policy.cards import no_card_numbers
from ledgerly.tools.faq import answer_faq

research_account = business_id("accounts.research")(
    researcher.as_tool(tool_name="research_account", tool_description="Ask for background on an account.")
)
answer_faq.tool_input_guardrails = [no_card_numbers]

status_page = HostedMCPTool(
    tool_config={
        "type": "mcp",
        "server_label": "statuspage",
        "server_url": "https://status.ledgerly.example/mcp",
        "allowed_tools": ["current_incidents", "subscribe_to_incident"],
        "require_approval": "always",
    },
    on_approval_request=status_calls,
)

front_desk = Agent(
    name="Front desk",
    instructions=(
        "You are the first contact of Ledgerly's subscribers. Answer general questions yourself. "
        "For everything that concerns an account, find out what it is about, then hand over with "
        "`transfer_to_invoices`, `transfer_to_payments`, `transfer_to_subscriptions` or "
        "`transfer_to_collections`. "
        "Payments has `refund`, Subscriptions has `cancel_subscription`; you have neither."
    ),
    tools=[answer_faq, research_account, status_page],
    handoffs=[invoices, payments, subscriptions, collections],
    tool_use_behavior=StopAtTools(stop_at_tool_names=["answer_faq"]),
)
