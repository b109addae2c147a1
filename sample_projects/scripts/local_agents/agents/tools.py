from agents import function_tool


@function_tool
def book_table(guests: int, hour: int) -> str:
    """Book a table."""
    return f"a table for {guests} at {hour}"
