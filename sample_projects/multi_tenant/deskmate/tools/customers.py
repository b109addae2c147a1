"""The people who write to a company."""

from agents import function_tool

from deskmate.policy.availability import right_to_erasure


@function_tool
def find_customer(email: str) -> str:
    """Look a person up by mail address."""
    return f"customer {email}"


@function_tool(is_enabled=right_to_erasure)
def erase_customer(email: str) -> str:
    """Delete all that is stored about a person, for good."""
    return f"everything about {email} is gone"
