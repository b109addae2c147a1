"""The knowledge base, searched in process."""

from agents import function_tool

from support.ids import business_id


@business_id("kb.search_cached")
@function_tool
def search_articles(query: str) -> str:
    """Search the articles that are cached locally."""
    return f"articles about {query}"


@business_id("kb.manuals")
@function_tool
def file_search(query: str) -> str:
    """Search product manuals."""
    return f"manuals about {query}"


@business_id("kb.care")
@function_tool
def product_care(product: str) -> str:
    """Say how to wash, wax and store a product."""
    return f"wash {product} at 30 degrees"
