"""Numbers about support."""

from agents import function_tool


@function_tool
def ticket_volume(week: str) -> str:
    """How many tickets came in, by channel."""
    return f"tickets of {week}"


@function_tool
def satisfaction(week: str) -> str:
    """What customers answered when asked how happy they are."""
    return f"ratings of {week}"
