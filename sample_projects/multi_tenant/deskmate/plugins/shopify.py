"""Shopify."""

from agents import function_tool


@function_tool
def find_order(number: str) -> str:
    """What was ordered, and where the parcel is."""
    return f"order {number}"


TOOLS = [find_order]
