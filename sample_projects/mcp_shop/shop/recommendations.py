"""What the storefront knows about its customers without asking a server."""

from agents import RunContextWrapper, function_tool


@function_tool
def search_products(query: str, limit: int = 5) -> str:
    """Search the products this customer has looked at before.

    Args:
        query: What the customer is looking for.
        limit: How many products to return at most.
    """
    return f"{limit} recently viewed products for {query!r}"


@function_tool
def recommend(ctx: RunContextWrapper, product_id: str) -> str:
    """Recommend products that go with the given one."""
    return f"products bought together with {product_id}"
