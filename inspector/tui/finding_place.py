"""Where in the registry a finding shows."""

from inspector.model import Finding
from inspector.tui import consumer_lines
from inspector.tui.contents import Contents
from inspector.tui.ghost_lines import ghost_key
from inspector.tui.issues import issues_of
from inspector.tui.snapshot import Snapshot

Place = tuple[str, str | None]
"""Keys of the tree's line and of the table's; None for the line as a whole."""


def place(contents: Contents, finding: Finding) -> Place | None:
    """Its ghost row, else the row it marks, else the entry or issue it is about; None where it has none."""
    snapshot = contents.snapshot
    return (
        _ghost(snapshot, finding)
        or row(snapshot, finding)
        or _entry(contents, finding)
        or _issue(snapshot, finding)
    )


def row(snapshot: Snapshot, finding: Finding) -> Place | None:
    """The first tool it marks, or its consumer."""
    if finding.consumer is not None and snapshot.consumer(finding.consumer) is not None:
        return finding.consumer, finding.tools[0] if finding.tools else None
    return next((one for one in finding.touches if snapshot.consumer(one[0]) is not None), None)


def _ghost(snapshot: Snapshot, finding: Finding) -> Place | None:
    """Preferably on a consumer whose rows it marks as well."""
    if finding.ghost is None:
        return None
    touched = [consumer for consumer, _key in finding.touches]
    everyone = [finding.consumer] if finding.consumer else [*touched, *snapshot.join.consumers]
    for consumer in everyone:
        if any(ghost.name == finding.ghost for ghost in snapshot.ghosts(consumer)):
            return consumer, ghost_key(finding.ghost)
    return None


def _entry(contents: Contents, finding: Finding) -> Place | None:
    entry = contents.entries.at(finding)
    return (consumer_lines.SET_KIND + entry.kind, entry.key) if entry is not None else None


def _issue(snapshot: Snapshot, finding: Finding) -> Place | None:
    everything = issues_of(snapshot.registry)
    issue = next((one for one in everything if one.what in finding.names), None)
    issue = issue or next((one for one in everything if one.location in finding.locations), None)
    return (consumer_lines.ISSUE_KIND + issue.kind, issue.key) if issue is not None else None
