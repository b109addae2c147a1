"""The agents."""

from agents import Agent, ModelSettings, StopAtTools, handoff

from shop.policy import FINAL
from shop.tools import billing, catalog, orders, support

billing_desk = Agent(
    name="Billing",
    instructions="Settle what the customer owes. Before you call void_invoice_impl, ask for the number.",
    tools=[
        billing.refund_order_v2,
        billing.charge_card_legacy,
        billing.void_invoice_impl,
        billing.apply_credit_v1,
        billing.dispute_charge_fn,
    ],
)
support_desk = Agent(
    name="Support",
    instructions="Help with what the shop sells.",
    tools=[
        support.open_ticket_v2,
        support.close_ticket_fn,
        support.escalate_case_v2,
        support.search_articles_v2,
        support.send_email_fn,
        support.rate_answer_v1,
        support.notify,
        support.notify_staff_v2,
    ],
    model_settings=ModelSettings(tool_choice="escalate_case_v2"),
    tool_use_behavior=StopAtTools(stop_at_tool_names=list(FINAL)),
)
front_desk = Agent(
    name="Front desk",
    instructions="Find out what the customer wants.",
    tools=[
        orders.cancel_order_v2,
        orders.ship_order_impl,
        orders.lookup_order_v3,
        orders.track_parcel_v2,
        orders.split_order_tool,
        orders.hold_order_v2,
        catalog.stock_level,
        catalog.price_tool,
        catalog.list_price_tool,
        *catalog.warehouse,
        billing_desk.as_tool(tool_name="ask_billing", tool_description="Ask the billing desk."),
    ],
    handoffs=[handoff(support_desk, tool_name_override="to_support")],
    tool_use_behavior=StopAtTools(stop_at_tool_names=["ship_order_impl"]),
)
