"""The knowledge base as an MCP server over stdio."""

try:
    from mcp.server.mcpserver import MCPServer
except ImportError:
    from mcp.server.fastmcp import FastMCP as MCPServer

server = MCPServer("kb")


@server.tool()
def search_articles(query: str) -> str:
    """Search all published articles."""
    return f"published articles about {query}"


@server.tool()
def article_history(article: str) -> str:
    """Say when an article was changed, and by whom."""
    return f"{article} was changed in May"


if __name__ == "__main__":
    server.run()
