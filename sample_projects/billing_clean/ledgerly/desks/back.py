"""The desks behind the front desk."""

from agents import Agent, ModelSettings, StopAtTools, tool_namespace

from ledgerly.files import prompt
from ledgerly.policy.closing import settles_case
from ledgerly.tools import collections as overdue
from ledgerly.tools import invoices as documents
from ledgerly.tools import payments as money
from ledgerly.tools import subscriptions as plans

quotes = tool_namespace(
    name="quotes", description="Prices for seats", tools=[plans.draft_quote, plans.confirm_quote]
)

invoices = Agent(
    name="Invoices",
    handoff_description="Copies and corrections of invoices",
    instructions=(
        "You look after invoices. Ask for the invoice number first.\n"
        "Call `send_invoice` when the subscriber has lost an invoice.\n"
        "An invoice with the status `paid` is corrected by the accountants, not by you."
    ),
    tools=[
        documents.find_invoice,
        documents.email_invoice_pdf,
        documents.correct_invoice,
        documents.export_invoices,
    ],
    tool_use_behavior=StopAtTools(stop_at_tool_names=["export_invoices", "send_invoice"]),
    model_settings=ModelSettings(tool_choice="find_invoice"),
)

payments = Agent(
    name="Payments",
    handoff_description="Refunds, charges and credit",
    instructions=prompt("desks/payments"),
    tools=[
        money.find_payment,
        money.find_chargeback,
        money.refund_order_v2,
        money.charge_card_v2,
        money.add_account_credit,
    ],
    tool_use_behavior=StopAtTools(
        stop_at_tool_names=[tool.name for tool in (money.refund_order_v2, money.add_account_credit)]
    ),
)

subscriptions = Agent(
    name="Subscriptions",
    handoff_description="Plans, seats, pauses and cancellations",
    instructions=(
        "You change plans. Draft a quote whenever the number of seats changes, hold it, "
        "and carry the change out with `confirm` once the subscriber has agreed to the price."
    ),
    tools=[
        plans.change_plan,
        plans.confirm_change,
        plans.pause_subscription,
        plans.resume_subscription,
        plans.cancel_subscription_v2,
        *quotes,
    ],
    tool_use_behavior=StopAtTools(stop_at_tool_names=["quotes.confirm", "cancel_subscription"]),
)

collections = Agent(
    name="Collections",
    handoff_description="Overdue invoices",
    instructions=prompt("desks/collections"),
    tools=[overdue.list_overdue, overdue.send_reminder, overdue.set_payment_plan, overdue.write_off],
    tool_use_behavior=settles_case,
)
