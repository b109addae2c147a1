"""Salesforce."""

from agents import function_tool


@function_tool
def find_account(company: str) -> str:
    """Contract, contacts and open deals of a company in Salesforce."""
    return f"account of {company}"


@function_tool
def log_call(company: str, note: str) -> str:
    """Leave a note for the sales people of a company."""
    return f"noted for {company}: {note}"


TOOLS = [find_account, log_call]
