"""What the cursor is on, whatever the view."""

from dataclasses import dataclass

from inspector.config.loading import PYPROJECT
from inspector.controls import Ghost
from inspector.model import Consumer, Finding, Location, Suggestion, Tool
from inspector.report import suggested_sets
from inspector.tui.issues import Issue
from inspector.tui.set_entries import Entry


@dataclass(frozen=True, slots=True)
class Subject:
    """At most one of what it may be; a tool and a ghost come with their consumer."""

    consumer: Consumer | None = None
    tool: Tool | None = None
    finding: Finding | None = None
    issue: Issue | None = None
    ghost: Ghost | None = None
    entry: Entry | None = None
    suggestions: tuple[Suggestion, ...] = ()
    """One, or all of them."""
    word: str = ""
    """Name of a flag or a tenant, or an old name of a tool."""
    place: Location | None = None
    """Where that stands, if it does."""
    config_file: str = PYPROJECT
    """Name of the config that would declare them."""

    @property
    def location(self) -> Location | None:
        """Where its source is."""
        if self.ghost is not None:
            places = (one.entry.location or one.set.location for one in self.ghost.listings)
            return next((place for place in places if place is not None), None)
        if self.entry is not None:
            return self.entry.location
        if self.suggestions:
            return self.suggestions[0].location if len(self.suggestions) == 1 else None
        if self.finding is not None:
            return self.finding.locations[0] if self.finding.locations else None
        if self.issue is not None:
            return self.issue.location
        if self.tool is not None:
            return self.tool.location
        return self.consumer.location if self.consumer is not None else self.place

    @property
    def name(self) -> str:
        """What yanking it copies: a visible name, the config lines of suggested sets, else the name.

        Empty for nothing.
        """
        if self.ghost is not None:
            return self.ghost.name
        if self.entry is not None:
            return self.entry.name
        if self.suggestions:
            return suggested_sets.toml(self.suggestions, self.config_file)
        if self.finding is not None:
            return self.finding.names[0] if self.finding.names else self.finding.code
        if self.issue is not None:
            return self.issue.what
        if self.tool is not None:
            return self.tool.visible
        return self.consumer.name if self.consumer is not None else self.word


NOTHING = Subject()
