"""The desks."""

import sys
from pathlib import Path

from agents import Agent, StopAtTools, WebSearchTool, handoff, tool_namespace
from agents.mcp import MCPServerStdio

from support import prompts
from support.ids import business_id
from support.tools import billing, crm, escalation, kb, orders

kb_server = MCPServerStdio(
    name="kb",
    params={"command": sys.executable, "args": [str(Path(__file__).with_name("kb_server.py"))]},
)

orders_desk = Agent(
    name="Orders",
    handoff_description="Tracking, addresses, returns",
    instructions=prompts.ORDERS,
    tools=[
        orders.lookup,
        crm.lookup_customer,
        orders.order_status,
        orders.order_status_from_warehouse,
        orders.change_address,
        orders.start_return,
        orders.start_return_by_post,
    ],
)

billing_desk = Agent(
    name="Billing",
    handoff_description="Invoices, refunds, credit",
    instructions=prompts.BILLING,
    tools=[
        billing.find_invoice,
        billing.refund,
        billing.refund_order_v2,
        billing.issue_credit,
        billing.issue_voucher,
    ],
    tool_use_behavior=StopAtTools(stop_at_tool_names=["refund"]),
)

accounts_desk = Agent(
    name="Accounts",
    handoff_description="Customer records",
    instructions=prompts.ACCOUNTS,
    tools=[
        *tool_namespace(
            name="crm",
            description="Customer records",
            tools=[crm.find_customer, crm.find_customer_by_phone, crm.update_customer],
        ),
        crm.record_consent,
    ],
)

knowledge_desk = Agent(
    name="Knowledge",
    handoff_description="Product questions",
    instructions=prompts.KNOWLEDGE,
    tools=[kb.search_articles, kb.file_search, kb.product_care],
    mcp_servers=[kb_server],
)

research_desk = Agent(
    name="Research",
    instructions=prompts.RESEARCH,
    tools=[WebSearchTool(), kb.product_care, WebSearchTool(search_context_size="high")],
)

escalation_desk = Agent(
    name="Escalation",
    handoff_description="Upset customers",
    instructions=prompts.ESCALATION,
    tools=[escalation.create_ticket, escalation.schedule_callback, escalation.customer_mood],
    handoffs=["Billing"],
)

retention_desk = Agent(
    name="Retention",
    handoff_description="Customers who want to leave",
    instructions=prompts.RETENTION,
    tools=[escalation.pause_subscription, escalation.close_account],
)

winback_desk = retention_desk.clone(name="Win-back")
winback_desk.tools.append(billing.offer_goodwill)

triage = Agent(
    name="Triage",
    instructions=prompts.TRIAGE,
    tools=[
        billing.transfer_to_billing,
        escalation.customer_mood,
        business_id("research.ask")(
            research_desk.as_tool(
                tool_name="research", tool_description="Look up recalls, weather and travel advice."
            )
        ),
    ],
    handoffs=[
        orders_desk,
        billing_desk,
        accounts_desk,
        knowledge_desk,
        handoff(escalation_desk, tool_name_override="escalate"),
        retention_desk,
    ],
)
