"""Money in and out."""

from agents import function_tool

from ledgerly.policy.cards import no_card_numbers


@function_tool
def find_payment(reference: str) -> str:
    """Find a payment of the subscriber by its reference."""
    return f"payment {reference}: EUR 49.00 on 3 May"


@function_tool
def find_charge(reference: str) -> str:
    """Find a payment of a subscriber by the reference."""
    return f"charge {reference}: captured"


@function_tool(name_override="refund")
def refund_order_v2(reference: str, amount_eur: float) -> str:
    """Pay money back to the card or account it came from."""
    return f"EUR {amount_eur} of {reference} paid back"


@function_tool(name_override="charge_card", tool_input_guardrails=[no_card_numbers])
def charge_card_v2(invoice_no: str) -> str:
    """Charge the card on file for an open invoice."""
    return f"invoice {invoice_no} charged"


@function_tool(name_override="issue_credit")
def add_account_credit(account: str, amount_eur: float) -> str:
    """Add credit that the next invoices use up."""
    return f"EUR {amount_eur} credit for {account}"
