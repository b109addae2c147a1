"""Invoices, refunds and credit."""

from agents import function_tool

from support.ids import business_id
from support.policy import needs_review


@business_id("billing.invoice")
@function_tool
def find_invoice(order_number: str) -> str:
    """Find the invoice of an order."""
    return f"invoice for {order_number}"


@business_id("billing.refund")
@function_tool(needs_approval=True)
def refund(order_number: str, amount_eur: float) -> str:
    """Pay money back for an order."""
    return f"refund of {amount_eur} EUR for {order_number} booked"


@business_id("billing.refund_by_provider")
@function_tool(name_override="refund")
def refund_order_v2(order_number: str, amount_eur: float) -> str:
    """Pay money back for an order through the new payment provider."""
    return f"refund of {amount_eur} EUR for {order_number} sent"


@business_id("billing.voucher")
@function_tool(name_override="issue_voucher", needs_approval=needs_review)
def issue_credit(email: str, amount_eur: float) -> str:
    """Send a voucher by e-mail."""
    return f"voucher of {amount_eur} EUR for {email}"


@business_id("billing.credit")
@function_tool(name_override="issue_credit", needs_approval=needs_review)
def issue_voucher(email: str, amount_eur: float) -> str:
    """Add credit to a customer's account."""
    return f"credit of {amount_eur} EUR for {email}"


@business_id("billing.note")
@function_tool
def transfer_to_billing(note: str) -> str:
    """Leave a note for the billing desk."""
    return f"noted: {note}"


@business_id("billing.goodwill")
@function_tool(needs_approval=needs_review)
def offer_goodwill(email: str, amount_eur: float) -> str:
    """Offer a customer who is about to leave a one-time voucher."""
    return f"offer of {amount_eur} EUR for {email}"
