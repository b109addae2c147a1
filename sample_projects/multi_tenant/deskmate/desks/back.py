"""The desks behind the front desk."""

from agents import Agent

from deskmate.tools import billing as money
from deskmate.tools import exports, statistics, warehouse
from deskmate.tools import voice as phone
from deskmate.workspace import Workspace

billing = Agent[Workspace](
    name="Billing",
    handoff_description="Invoices and the plan of the workspace",
    instructions=(
        "You answer what a company wants to know about its own invoices. "
        "Use `refund_payment` when it was charged twice, never for anything else."
    ),
    tools=[money.find_invoice, money.change_plan, money.refund_payment],
)

reports = Agent[Workspace](
    name="Reports",
    handoff_description="Numbers about tickets, and files to take away",
    instructions="Answer with numbers of the current week unless another one is asked for.",
    tools=[
        statistics.ticket_volume,
        statistics.satisfaction,
        exports.export_tickets,
        warehouse.query_warehouse,
        warehouse.copy_to_warehouse,
    ],
)

voice = Agent[Workspace](
    name="Voice",
    handoff_description="Phone calls with customers",
    instructions="Say who you are calling for before you say anything else.",
    tools=[phone.call_customer, phone.transcribe],
)
