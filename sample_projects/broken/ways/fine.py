"""Nothing wrong here."""

from agents import Agent, function_tool


@function_tool
def add(left: int, right: int) -> int:
    """Add two numbers."""
    return left + right


agent = Agent(name="Fine", tools=[add])
