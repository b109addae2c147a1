"""Questions that need no account."""

from agents import function_tool

from ledgerly.ids import business_id


@business_id("faq.answer")
@function_tool
def answer_faq(question: str) -> str:
    """Answer a general question from the public help pages."""
    return f"see help.ledgerly.example?q={question}"


@business_id("front.topic")
@function_tool
def choose_topic(message: str, topic: str) -> str:
    """Say which topic a message is about: invoice, payment, plan or other."""
    return topic
