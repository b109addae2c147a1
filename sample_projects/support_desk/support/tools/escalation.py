"""Tickets and callbacks."""

from agents import function_tool

from support.ids import business_id
from support.policy import phone_support_open


@business_id("escalation.ticket")
@function_tool(name_override="create ticket")
def create_ticket(subject: str, urgent: bool = False) -> str:
    """Open a ticket for a person to answer."""
    return f"ticket opened: {subject}"


@business_id("escalation.callback")
@function_tool(is_enabled=phone_support_open)
def schedule_callback(phone: str, hour: int) -> str:
    """Promise a call at a given hour."""
    return f"we call {phone} at {hour}:00"


@business_id("escalation.mood")
@function_tool
def customer_mood(conversation: str) -> str:
    """Rate how upset a customer is, from 1 to 5."""
    return "3"


@business_id("retention.close")
@function_tool
def close_account(email: str) -> str:
    """Close an account at the customer's request."""
    return f"account {email} closes at the end of the month"


@business_id("retention.pause")
@function_tool
def pause_subscription(email: str, months: int) -> str:
    """Pause a gear subscription."""
    return f"subscription of {email} pauses for {months} months"


@business_id("campaign.discount")
@function_tool
def summer_discount(product: str) -> str:
    """Say what a product costs during the campaign."""
    return f"{product}: 20 % off"


@business_id("campaign.quote_terms")
@function_tool
def campaign_terms() -> str:
    """Quote the campaign's terms."""
    return "one voucher per customer"
