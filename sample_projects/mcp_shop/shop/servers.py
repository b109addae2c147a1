"""The shop's MCP servers: small Python programs that speak over stdin and stdout."""

import sys
from pathlib import Path

from agents.mcp import MCPServerStdio, create_static_tool_filter

_PROGRAMS = Path(__file__).resolve().parent.parent / "servers"


def _params(program: str) -> dict:
    return {"command": sys.executable, "args": [str(_PROGRAMS / program)]}


catalog = MCPServerStdio(params=_params("catalog.py"), name="catalog", cache_tools_list=True)
orders = MCPServerStdio(params=_params("orders.py"), name="orders", cache_tools_list=True)
warehouse = MCPServerStdio(params=_params("warehouse.py"), name="warehouse", cache_tools_list=True)

# Merchandising writes descriptions; it neither searches for customers nor changes prices.
catalog_texts = MCPServerStdio(
    params=_params("catalog.py"),
    name="catalog",
    tool_filter=create_static_tool_filter(allowed_tool_names=["get_product", "update_description"]),
    cache_tools_list=True,
)
