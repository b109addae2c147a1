"""What happens to orders."""

from shop.compat import tool
from shop.names import LOOKUP, versioned


@tool(name_override="cancel_order")
def cancel_order_v2(order: str) -> str:
    """Cancel an order that isn't shipped yet."""
    return f"{order} cancelled"


@tool(name_override="ship_order")
def ship_order_impl(order: str) -> str:
    """Hand an order to the carrier."""
    return f"{order} shipped"


@tool(name_override=LOOKUP)
def lookup_order_v3(order: str) -> str:
    """Say where an order stands."""
    return f"{order} is packed"


@tool(name_override="track_parcel")
def track_parcel_v2(parcel: str) -> str:
    """Say where a parcel is."""
    return f"{parcel} is on its way"


def _split(order: str) -> str:
    """Split an order into two shipments."""
    return f"{order} split"


split_order_tool = tool(_split, name_override="split_order")


@tool(name_override=versioned("hold"))
def hold_order_v2(order: str) -> str:
    """Keep an order back."""
    return f"{order} held"
