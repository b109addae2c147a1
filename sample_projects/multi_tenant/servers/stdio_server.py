"""The server class of whichever `mcp` is installed: `MCPServer` since 2.0, `FastMCP` before."""

try:
    from mcp.server.mcpserver import MCPServer as Server
except ImportError:
    from mcp.server.fastmcp import FastMCP as Server

__all__ = ["Server"]
