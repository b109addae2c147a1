"""The desks behind the front desk."""

from agents import Agent, ModelSettings, StopAtTools, tool_namespace

from ledgerly.files import prompt
from ledgerly.policy.closing import settles_case
from ledgerly.tools import collections as overdue
from ledgerly.tools import invoices as documents
from ledgerly.tools import payments as money
from ledgerly.tools import subscriptions as plans

invoices = Agent(
    name="Invoices",
    handoff_description="Copies and corrections of invoices",
    instructions=(
        "You look after invoices. Ask for the invoice number first.\n"
        "Call `email_invoice_pdf` when the subscriber has lost an invoice.\n"
        "An invoice with the status `paid` is corrected by the accountants, not by you."
    ),
    tools=[
        documents.find_invoice,
        documents.email_invoice_pdf,
        documents.correct_invoice,
        documents.export_invoices,
    ],
    model_settings=ModelSettings(tool_choice="find_invoice"),
    reset_tool_choice=False,
)

payments = Agent(
    name="Payments",
    handoff_description="Refunds, charges and credit",
    instructions=(
        "You settle payments. Look at the payment before you move money, "
        "and never promise an amount that is higher than what was paid."
    ),
    tools=[
        money.find_payment,
        money.find_charge,
        money.refund_order_v2,
        money.charge_card_v2,
        money.add_account_credit,
    ],
    tool_use_behavior=StopAtTools(stop_at_tool_names=["refund_order_v2", "issue_credit"]),
)

subscriptions = Agent(
    name="Subscriptions",
    handoff_description="Plans, seats, pauses and cancellations",
    instructions=(
        "You change plans. Draft a quote whenever the number of seats changes, hold it, "
        "and carry the change out once the subscriber has agreed to the price."
    ),
    tools=[
        plans.change_plan,
        plans.confirm_change,
        plans.pause_subscription,
        plans.resume_subscription,
        plans.cancel_subscription_v2,
        *tool_namespace(
            name="quotes", description="Prices for seats", tools=[plans.draft_quote, plans.confirm_quote]
        ),
    ],
    tool_use_behavior=StopAtTools(stop_at_tool_names=["confirm", "cancel_subscription"]),
)

collections = Agent(
    name="Collections",
    handoff_description="Overdue invoices",
    instructions=prompt("collections"),
    tools=[
        overdue.list_overdue,
        overdue.send_reminder,
        overdue.send_friendly_reminder,
        overdue.set_payment_plan,
        overdue.write_off,
    ],
    tool_use_behavior=settles_case,
)
