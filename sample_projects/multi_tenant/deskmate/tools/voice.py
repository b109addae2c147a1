"""Phone calls."""

from agents import function_tool


@function_tool
def call_customer(email: str) -> str:
    """Ring a person up and read a message to them."""
    return f"calling {email}"


@function_tool
def transcribe(call_id: str) -> str:
    """The words that were said on a call."""
    return f"transcript of {call_id}"
