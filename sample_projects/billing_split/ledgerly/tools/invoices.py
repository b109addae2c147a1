"""Invoices."""

from agents import function_tool

from ledgerly.policy.cards import no_card_numbers
from ledgerly.policy.switches import switched


@function_tool
def find_invoice(invoice_no: str) -> str:
    """Find an invoice by its number."""
    return f"invoice {invoice_no}: EUR 49.00, open"


@function_tool(name_override="send_invoice", tool_input_guardrails=[no_card_numbers])
def email_invoice_pdf(invoice_no: str, email: str) -> str:
    """Send an invoice as a PDF by e-mail."""
    return f"invoice {invoice_no} sent to {email}"


@function_tool(description_override="Change the address or the VAT number on an invoice.")
def correct_invoice(invoice_no: str, field: str, value: str) -> str:
    """Void an invoice and issue a new one with another amount, date or tax rate."""
    return f"invoice {invoice_no}: {field} is now {value}"


@function_tool(is_enabled=switched("export_invoices"), failure_error_function=None)
def export_invoices(year: int) -> str:
    """Export all invoices of a year for the subscriber's accountant."""
    return f"invoices-{year}.csv"
