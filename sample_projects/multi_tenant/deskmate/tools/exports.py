"""Files to take away."""

from agents import function_tool

from deskmate.policy.availability import may_export


@function_tool(is_enabled=may_export)
def export_tickets(since: str, format: str = "csv") -> str:
    """Write the tickets since a day to a file and give its address."""
    return f"tickets since {since} as {format}"
