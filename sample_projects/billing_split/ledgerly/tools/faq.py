"""Questions that need no account."""

from agents import function_tool


@function_tool
def answer_faq(question: str) -> str:
    """Answer a general question from the public help pages."""
    return f"see help.ledgerly.example?q={question}"
