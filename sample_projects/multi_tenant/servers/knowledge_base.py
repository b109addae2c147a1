"""The help centre of a workspace: find, read, publish, take down."""

from stdio_server import Server

server = Server("kb")


@server.tool()
def search_articles(query: str, limit: int = 5) -> str:
    """Search the published help articles."""
    return f"{limit} articles about {query!r}"


@server.tool()
def read_article(article_id: str) -> str:
    """The full text of one help article."""
    return f"text of {article_id}"


@server.tool()
def publish_article(article_id: str, text: str) -> str:
    """Put a new version of an article on the public help centre."""
    return f"{article_id} is live with {len(text)} characters"


if __name__ == "__main__":
    server.run()
