"""Overdue invoices."""

from agents import function_tool

from ledgerly.policy.switches import switched


@function_tool
def list_overdue(account: str) -> str:
    """List the overdue invoices of an account with amount and status."""
    return '[{"invoice_no": "L-1007", "amount_due": 49.0, "status": "reminded"}]'


# toolinspect: ignore[TI303] two wordings are tested against each other
@function_tool
def send_reminder(invoice_no: str) -> str:
    """Remind the subscriber of an overdue invoice by e-mail."""
    return f"reminder for {invoice_no} sent"


@function_tool
def send_friendly_reminder(invoice_no: str) -> str:
    """Remind the subscriber by e-mail of an overdue invoice."""
    return f"friendly reminder for {invoice_no} sent"


@function_tool(name_override="agree_instalments", is_enabled=switched("agree_instalments"))
def set_payment_plan(invoice_no: str, instalments: int) -> str:
    """Split an overdue invoice into monthly instalments."""
    return f"{invoice_no}: {instalments} instalments agreed"


@function_tool
def write_off(invoice_no: str, reason: str) -> str:
    """Give up a claim for good."""
    return f"{invoice_no} written off: {reason}"
