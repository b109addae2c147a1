"""Products: find, read, describe, price."""

from stdio_server import Server

server = Server("catalog")


@server.tool()
def search_products(query: str, category: str = "") -> str:
    """Search the whole catalog by name, brand or description."""
    return f"catalog results for {query!r} in {category or 'all categories'}"


@server.tool()
def get_product(product_id: str) -> str:
    """Everything known about one product."""
    return f"product {product_id}"


@server.tool()
def update_description(product_id: str, text: str) -> str:
    """Replace a product's description."""
    return f"description of {product_id} is now {len(text)} characters long"


@server.tool()
def set_price(product_id: str, cents: int) -> str:
    """Change a product's price."""
    return f"{product_id} now costs {cents} cents"


if __name__ == "__main__":
    server.run()
