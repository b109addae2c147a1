"""Stable keys that billing, permissions and audit use."""

from agents import FunctionTool


def business_id(key: str):
    """Attach a business id to a tool: `@business_id("billing.refund")` above `@function_tool`."""

    def attach(tool: FunctionTool) -> FunctionTool:
        tool.business_id = key
        return tool

    return attach
