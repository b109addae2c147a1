"""Prices and stock."""

import dataclasses
from typing import Any

from agents import FunctionTool, RunContextWrapper, function_tool, tool_namespace


async def read_stock_v2(_context: RunContextWrapper[Any], _arguments: str) -> str:
    return "12 in stock"


stock_level = FunctionTool(
    name="stock_level",
    description="Say how many of an article are in stock.",
    params_json_schema={"type": "object", "properties": {}, "required": [], "additionalProperties": False},
    on_invoke_tool=read_stock_v2,
)


def price_of(article: str) -> str:
    """Say what an article costs today."""
    return f"{article} costs 5"


price_tool = function_tool(price_of)
list_price_tool = dataclasses.replace(price_tool, name="list_price", description="Say the price before discounts.")


@function_tool
def reserve_stock(article: str) -> str:
    """Set an article aside."""
    return f"{article} reserved"


@function_tool
def release_stock(article: str) -> str:
    """Give an article free again."""
    return f"{article} released"


warehouse = tool_namespace(
    name="warehouse",
    description="What is in the warehouse.",
    tools=[reserve_stock],
)
