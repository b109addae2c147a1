"""The one place that knows where the SDK has its decorator."""

from agents import function_tool as tool

__all__ = ["tool"]
