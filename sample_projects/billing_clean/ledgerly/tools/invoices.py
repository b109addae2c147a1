"""Invoices."""

from agents import function_tool

from ledgerly.ids import business_id
from ledgerly.policy.cards import no_card_numbers
from ledgerly.policy.switches import switched


@business_id("invoices.find")
@function_tool
def find_invoice(invoice_no: str) -> str:
    """Find an invoice by its number.

    Args:
        invoice_no: As printed on the invoice, `L-` and four digits.
    """
    return f"invoice {invoice_no}: EUR 49.00, open"


@business_id("invoices.send")
@function_tool(name_override="send_invoice", tool_input_guardrails=[no_card_numbers])
def email_invoice_pdf(invoice_no: str, email: str) -> str:
    """Send an invoice as a PDF by e-mail."""
    return f"invoice {invoice_no} sent to {email}"


@business_id("invoices.correct")
@function_tool(description_override="Change the address or the VAT number on an invoice.")
def correct_invoice(invoice_no: str, field: str, value: str) -> str:
    """Change the address or the VAT number on an invoice.

    Args:
        invoice_no: As printed on the invoice.
        field: `address` or `vat_number`.
        value: What it should say.
    """
    return f"invoice {invoice_no}: {field} is now {value}"


@business_id("invoices.export")
@function_tool(is_enabled=switched("export_invoices"))
def export_invoices(year: int) -> str:
    """Export all invoices of a year for the subscriber's accountant."""
    return f"invoices-{year}.csv"
