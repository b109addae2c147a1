"""Orders, parcels and returns."""

from agents import function_tool

from support.ids import business_id
from support.policy import returns_by_post


@business_id("orders.lookup")
@function_tool
def lookup(order_number: str) -> str:
    """Find an order by its number."""
    return f"order {order_number}: two items, paid"


@business_id("orders.status")
@function_tool
def order_status(order_number: str) -> str:
    """Say where an order is: packed, sent or delivered."""
    return f"order {order_number} was sent yesterday"


@business_id("orders.warehouse_status")
@function_tool(name_override="orderStatus")
def order_status_from_warehouse(order_number: str) -> str:
    """Say what the warehouse knows of an order."""
    return f"order {order_number} left dock 4"


@business_id("orders.address")
@function_tool
def change_address(order_number: str, address: str) -> str:
    """Send an order that isn't packed yet to another address."""
    return f"order {order_number} goes to {address}"


@business_id("orders.return")
@function_tool
async def start_return(order_number: str, reason: str) -> str:
    """Open a return and send the customer a label."""
    return f"return for {order_number} opened: {reason}"


@business_id("orders.return_by_post")
@function_tool(is_enabled=returns_by_post, name_override="start_return")
def start_return_by_post(order_number: str) -> str:
    """Open a return with a paper label."""
    return f"paper label for {order_number} sent"
