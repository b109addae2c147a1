"""Accounts and what they use."""

from agents import function_tool


@function_tool(name_override="lookup_account")
def find_account(email: str) -> str:
    """Find an account by the e-mail address of one of its users."""
    return f"account of {email}: Team plan, in_grace"


@function_tool
def usage_report(account: str, month: str) -> str:
    """Sum up what an account used in a month."""
    return f"{account} in {month}: 12 seats, 48,120 calls"


@function_tool
def list_seats(account: str) -> str:
    return f"{account}: 12 seats, 3 unused"
