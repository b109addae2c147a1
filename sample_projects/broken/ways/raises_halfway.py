"""Raises after it has built one of its two agents."""

from agents import Agent, function_tool


@function_tool
def look_up(order: str) -> str:
    """Look up an order."""
    return order


built = Agent(name="Raises halfway", tools=[look_up])

SETTINGS = {}
LIMIT = SETTINGS["limit"]

never_built = Agent(name="Never built")
