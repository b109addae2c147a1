"""Orders and returns."""

from stdio_server import Server

server = Server("orders")


@server.tool()
def get_status(order_id: str) -> str:
    """Whether an order is paid, packed, sent or delivered."""
    return f"order {order_id} is packed"


@server.tool()
def open_return(order_id: str, reason: str) -> str:
    """Open a return for an order and give the address to send it to."""
    return f"return for {order_id}: {reason}"


if __name__ == "__main__":
    server.run()
