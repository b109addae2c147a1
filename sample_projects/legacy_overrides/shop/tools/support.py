"""Tickets, articles and messages."""

from agents import function_tool


@function_tool(name_override="open_ticket")
def open_ticket_v2(text: str) -> str:
    """Open a ticket for the customer."""
    return "T-1"


@function_tool(name_override="close_ticket")
def close_ticket_fn(ticket: str) -> str:
    """Close a ticket."""
    return f"{ticket} closed"


@function_tool(name_override="escalate_case")
def escalate_case_v2(ticket: str) -> str:
    """Hand a ticket to a person."""
    return f"{ticket} escalated"


@function_tool(name_override="search_articles")
def search_articles_v2(query: str) -> str:
    """Search the help pages."""
    return f"no article on {query}"


@function_tool(name_override="send_email")
def send_email_fn(text: str) -> str:
    """Send the customer an e-mail."""
    return "sent"


@function_tool(name_override="rate_answer")
def rate_answer_v1(stars: int) -> str:
    """Keep what the customer thinks of an answer."""
    return f"{stars} stars"


@function_tool(name_override="notify_customer")
def notify(text: str) -> str:
    """Send the customer a push message."""
    return "pushed"


@function_tool(name_override="notify")
def notify_staff_v2(text: str) -> str:
    """Tell the staff on duty."""
    return "told"
