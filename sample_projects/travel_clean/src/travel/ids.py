"""Stable keys that bookkeeping and support use."""

from collections.abc import Callable

from agents import FunctionTool


def business_id(key: str) -> Callable[[FunctionTool], FunctionTool]:
    """Attach a business id to a tool."""

    def attach(tool: FunctionTool) -> FunctionTool:
        tool.business_id = key
        return tool

    return attach
