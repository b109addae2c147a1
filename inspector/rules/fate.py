"""What becomes of a tool, in a word: the same one on every surface."""

from typing import Literal

from inspector.model import Tool

Fate = Literal["off", "shadowed", "unknown", "deferred", "sent", "not sent"]


def fate(tool: Tool) -> Fate:
    """`unknown`: nobody could tell whether it is enabled; `deferred`: sent once the model searches for it."""
    if tool.enabled is False:
        return "off"
    if tool.shadowed_by is not None:
        return "shadowed"
    if tool.enabled is None:
        return "unknown"
    if tool.deferred:
        return "deferred"
    return "sent" if tool.sent else "not sent"
