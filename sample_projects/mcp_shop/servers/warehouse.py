"""Stock and parcels."""

from stdio_server import Server

server = Server("warehouse")


@server.tool()
def get_status(parcel_id: str) -> str:
    """Where a parcel is right now."""
    return f"parcel {parcel_id} is at the depot"


@server.tool()
def count_stock(product_id: str) -> int:
    """How many pieces of a product are left."""
    return len(product_id)


if __name__ == "__main__":
    server.run()
