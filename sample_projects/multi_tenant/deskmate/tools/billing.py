"""What a company pays for its workspace."""

from agents import function_tool

from deskmate.policy.availability import on_paid_plan


@function_tool
def find_invoice(month: str) -> str:
    """Read the invoice of a month."""
    return f"invoice of {month}"


@function_tool
def change_plan(plan: str) -> str:
    """Move the workspace to another plan from the next month on."""
    return f"moved to {plan}"


@function_tool(is_enabled=on_paid_plan)
def refund_payment(invoice: str, cents: int) -> str:
    """Pay money back to the card that an invoice was settled with."""
    return f"{cents} cents of {invoice} paid back"
