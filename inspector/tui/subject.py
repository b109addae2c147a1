"""What the cursor is on, whatever the view."""

from dataclasses import dataclass

from inspector.model import Consumer, Finding, Location, Tool
from inspector.tui.issues import Issue


@dataclass(frozen=True, slots=True)
class Subject:
    """At most one of tool, finding and issue; a tool comes with its consumer."""

    consumer: Consumer | None = None
    tool: Tool | None = None
    finding: Finding | None = None
    issue: Issue | None = None

    @property
    def location(self) -> Location | None:
        """Where its source is."""
        if self.finding is not None:
            return self.finding.locations[0] if self.finding.locations else None
        if self.issue is not None:
            return self.issue.location
        if self.tool is not None:
            return self.tool.location
        return self.consumer.location if self.consumer is not None else None

    @property
    def name(self) -> str:
        """What yanking it copies: the visible name of a tool, else the name; empty for nothing."""
        if self.finding is not None:
            return self.finding.names[0] if self.finding.names else self.finding.code
        if self.issue is not None:
            return self.issue.what
        if self.tool is not None:
            return self.tool.visible
        return self.consumer.name if self.consumer is not None else ""
