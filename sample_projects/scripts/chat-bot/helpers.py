from agents import function_tool

GREETING = "Answer in one friendly sentence."


@function_tool
def opening_hours(day: str) -> str:
    """When the shop is open on a day of the week."""
    return "9-17" if day != "sunday" else "closed"
