"""When a collections case is settled."""

from enum import Enum
from typing import Any

from agents import FunctionToolResult, RunContextWrapper, ToolsToFinalOutputResult


class Closing(Enum):
    """Calls that settle a case; the caller gets their result as it is."""

    AGREED = "agree_instalments"
    WRITTEN_OFF = "write_off"


def settles_case(
    _context: RunContextWrapper[Any], results: list[FunctionToolResult]
) -> ToolsToFinalOutputResult:
    """Ends the run once a case is settled."""
    names = {member.value for member in Closing}
    for result in results:
        if result.tool.name in names:
            return ToolsToFinalOutputResult(is_final_output=True, final_output=result.output)
    return ToolsToFinalOutputResult(is_final_output=False)
