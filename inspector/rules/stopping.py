"""Which calls end a run."""

from inspector.controls.kinds import STOPPABLE
from inspector.controls.matching import stopped_by_text
from inspector.model import Consumer, Tool


def stops(tool: Tool, consumer: Consumer) -> bool:
    """Whether the run ends after a call of the tool, as the SDK decides it."""
    if tool.origin not in STOPPABLE:
        return False
    if consumer.stop_behavior == "stop_on_first_tool":
        return True
    if consumer.stop_is_text:
        return any(stopped_by_text(tool, text) for text in consumer.stop)
    return tool.name in consumer.stop or tool.visible in consumer.stop
