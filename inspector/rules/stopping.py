"""Which calls end a run."""

from inspector.model import Consumer, Tool
from inspector.rules.origins import FUNCTION_LIKE

STOPPABLE = FUNCTION_LIKE
"""Origins that StopAtTools can match."""


def stops(tool: Tool, consumer: Consumer) -> bool:
    """Whether the run ends after a call of the tool, as the SDK decides it."""
    if tool.origin not in STOPPABLE:
        return False
    if consumer.stop_behavior == "stop_on_first_tool":
        return True
    return tool.name in consumer.stop or tool.visible in consumer.stop
