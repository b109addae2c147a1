"""Plans."""

from agents import function_tool

from ledgerly.policy.availability import self_service
from ledgerly.policy.switches import switched


@function_tool
def change_plan(account: str, plan: str) -> str:
    """Prepare a move to another plan; nothing happens until it is confirmed."""
    return f"{account} to {plan}: prepared"


@function_tool(name_override="confirm")
def confirm_change(account: str) -> str:
    """Carry out the prepared change of plan and tell the subscriber from when it counts."""
    return f"the new plan of {account} counts from tomorrow"


@function_tool(is_enabled=switched("pause_subscription"))
def pause_subscription(account: str, months: int) -> str:
    """Stop billing for up to three months."""
    return f"{account} pauses for {months} months"


@function_tool(is_enabled=self_service)
def resume_subscription(account: str) -> str:
    """Take up billing again before a pause is over."""
    return f"{account} is billed again"


@function_tool(name_override="cancel_subscription")
def cancel_subscription_v2(account: str, reason: str) -> str:
    """End a subscription at the end of the paid period."""
    return f"{account} ends on 31 May: {reason}"


@function_tool(name_override="draft")
def draft_quote(account: str, seats: int) -> str:
    """Draft a price for a number of seats."""
    return f"{seats} seats for {account}: EUR 12.00 each"


@function_tool(name_override="confirm")
def confirm_quote(quote: str) -> str:
    """Hold a drafted price for fourteen days."""
    return f"{quote} holds until 17 May"
