"""Accounts and what they use."""

from agents import function_tool

from ledgerly.ids import business_id


@business_id("accounts.find")
@function_tool(name_override="lookup_account")
def find_account(email: str) -> str:
    """Find an account by the e-mail address of one of its users."""
    return f"account of {email}: Team plan, in_grace"


@business_id("accounts.usage")
@function_tool
def usage_report(account: str, month: str) -> str:
    """Sum up what an account used in a month."""
    return f"{account} in {month}: 12 seats, 48,120 calls"


@business_id("accounts.seats")
@function_tool
def list_seats(account: str) -> str:
    """Count the seats of an account, and those that nobody uses."""
    return f"{account}: 12 seats, 3 unused"
