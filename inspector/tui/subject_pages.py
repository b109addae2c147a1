"""The details page of whatever the cursor of the registry is on."""

from collections.abc import Callable

from textual.content import Content

from inspector.report.summary import gave_no_agent
from inspector.tui import consumer_lines
from inspector.tui.pages import consumer_page, issue_page, note_page
from inspector.tui.set_pages import entry_page, ghost_page, suggestion_page, suggestions_page
from inspector.tui.snapshot import Snapshot
from inspector.tui.subject import Subject
from inspector.tui.tool_page import tool_page

NOTHING_FOUND = (
    "toolinspect looks for modules that build agents of the OpenAI Agents SDK: Agent(…), SandboxAgent(…), "
    "RealtimeAgent(…). It found none here, or none could be loaded; see “Not shown” if it stands on the left."
)


def page_of(snapshot: Snapshot, subject: Subject) -> tuple[Callable[[], Content], str]:
    """What makes the page, and a key that is the same as long as the page is about the same thing."""
    consumer, tool, ghost = subject.consumer, subject.tool, subject.ghost
    if consumer is not None and tool is not None:
        return lambda: tool_page(snapshot, consumer, tool), f"{consumer.id} {tool.key}"
    if consumer is not None and ghost is not None:
        return lambda: ghost_page(snapshot, consumer, ghost), f"{consumer.id} ghost {ghost.name}"
    if consumer is not None:
        return lambda: consumer_page(snapshot, consumer), consumer.id
    issue, entry, suggestions = subject.issue, subject.entry, subject.suggestions
    if issue is not None:
        return lambda: issue_page(snapshot, issue), issue.key
    if entry is not None:
        return lambda: entry_page(snapshot, entry), entry.key
    if len(suggestions) == 1:
        return lambda: suggestion_page(snapshot, suggestions[0]), suggestions[0].reference
    if suggestions:
        return lambda: suggestions_page(snapshot, suggestions), consumer_lines.SUGGESTED
    return lambda: note_page(snapshot.registry.root, "Nothing is selected", "", _hint(snapshot)), ""


def _hint(snapshot: Snapshot) -> str:
    """Why there is nothing to select at all."""
    registry = snapshot.registry
    if registry.consumers:
        return ""
    return gave_no_agent(registry.part) if registry.part else NOTHING_FOUND
