"""Stable keys that permissions, the audit log and the data warehouse use."""

from collections.abc import Callable

from agents import FunctionTool


def business_id(key: str) -> Callable[[FunctionTool], FunctionTool]:
    """Attach a business id to a tool: `@business_id("money.refund")` above `@function_tool`."""

    def attach(tool: FunctionTool) -> FunctionTool:
        tool.business_id = key
        return tool

    return attach
