"""Money in and out."""

import logging

from agents import function_tool

__all__ = ["apply_credit_v1", "charge_card_legacy", "dispute_charge_fn", "refund_order_v2", "void_invoice_impl"]

log = logging.getLogger("shop.tools.billing.refund_order_v2")


@function_tool(name_override="refund_order")
def refund_order_v2(order: str) -> str:
    """Pay an order back in full."""
    log.info("refunding")
    return f"{order} refunded"


@function_tool(name_override="charge_card")
def charge_card_legacy(amount: float) -> str:
    """Charge the customer's card."""
    return f"{amount} charged"


@function_tool(name_override="void_invoice")
def void_invoice_impl(invoice: str) -> str:
    """Take an invoice back."""
    return f"{invoice} void"


# apply_credit_v1 was a plain function once.
@function_tool(name_override="apply_credit")
def apply_credit_v1(amount: float) -> str:
    """Credit an amount to the account."""
    return f"{amount} credited"


@function_tool(
    name_override="dispute_charge",
)
def dispute_charge_fn(charge: str) -> str:
    """Open a dispute about a charge."""
    return f"{charge} disputed"
