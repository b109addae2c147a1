"""Money in and out."""

from agents import function_tool

from ledgerly.ids import business_id
from ledgerly.policy.cards import no_card_numbers


@business_id("payments.find")
@function_tool
def find_payment(reference: str) -> str:
    """Find a payment of the subscriber by its reference."""
    return f"payment {reference}: EUR 49.00 on 3 May"


@business_id("payments.chargeback")
@function_tool
def find_chargeback(reference: str) -> str:
    """Say how far a dispute is that the subscriber's bank opened."""
    return f"chargeback of {reference}: under_review"


@business_id("money.refund")
@function_tool(name_override="refund")
def refund_order_v2(reference: str, amount_eur: float) -> str:
    """Pay money back to the card or account it came from."""
    return f"EUR {amount_eur} of {reference} paid back"


@business_id("money.charge")
@function_tool(name_override="charge_card", tool_input_guardrails=[no_card_numbers], timeout=30)
async def charge_card_v2(invoice_no: str) -> str:
    """Charge the card on file for an open invoice."""
    return f"invoice {invoice_no} charged"


@business_id("money.credit")
@function_tool(name_override="issue_credit")
def add_account_credit(account: str, amount_eur: float) -> str:
    """Add credit that the next invoices use up."""
    return f"EUR {amount_eur} credit for {account}"
