"""Details of consumers, findings, issues and groups."""

from collections.abc import Sequence

from textual.content import Content

from inspector.model import Consumer, Finding
from inspector.report import suggested_sets
from inspector.report.listed import KIND, named
from inspector.report.summary import counted
from inspector.rules import CATALOGUE
from inspector.tui.condition_fields import condition_fields
from inspector.tui.glyphs import SEVERITY_GLYPH
from inspector.tui.issues import FAILED, NOT_INSPECTED, Issue
from inspector.tui.page import Page
from inspector.tui.snapshot import Snapshot

NOT_LOADED = "The project could not be loaded; r tries again."
_STOP = {
    "run_llm_again": "the model goes on after each tool call",
    "stop_on_first_tool": "the run ends after the first tool call",
    "stop_at_tools": "the run ends after the tools listed",
    "function": "a function of the project decides",
}
MENTION = "TI205"
"""The rule about names in instructions."""
_BOUNDARY = {
    "agent_tool": "calls", "handoff": "hands off to", "graph_node": "leads to", "team_member": "leads",
    "swarm_hop": "hops to",
}  # fmt: skip


def consumer_page(snapshot: Snapshot, consumer: Consumer) -> Content:
    """What is known of an agent besides its tools."""
    page = Page(snapshot.registry.root)
    page.title(consumer.name, consumer.kind)
    page.field("id", consumer.id)
    page.field("model", consumer.model or "")
    page.field("after a tool", _STOP.get(consumer.stop_behavior, consumer.stop_behavior))
    _lists(page, snapshot, consumer)
    for boundary in consumer.boundaries:
        target = snapshot.consumer(boundary.to)
        page.field(_BOUNDARY[boundary.kind], f"{target.name}   {boundary.to}" if target else boundary.to)
    if consumer.id in snapshot.stale:
        page.field("stale", "its module fails now; this is the last good version", "$text-warning")
    if consumer.partial:
        page.field("cut short", "its module failed after building it; parts may be missing", "$text-warning")
    _resolution(page, consumer)
    _parts(page, consumer)
    found = snapshot.found.of(consumer.id)
    mentions = [one for one in found if one.code == MENTION and consumer.instructions]
    others = [one for one in found if one not in mentions]
    if others:
        page.heading("Findings")
        for finding in others:
            page.finding(finding)
    _instructions(page, consumer, mentions)
    if consumer.location is not None:
        page.heading("Source")
        page.source(consumer.location)
    return page.content()


def _lists(page: Page, snapshot: Snapshot, consumer: Consumer) -> None:
    """Stop list and tool choice, with the names in them that are no tools."""
    page.names("stops at", consumer.stop)
    by_run = snapshot.registry.run_choice
    page.field("tool choice", consumer.choice or "")
    page.field("", f"the RunConfig forces {by_run} over it" if by_run else "")
    for ghost in snapshot.ghosts(consumer.id):
        kinds = dict.fromkeys(KIND[one.set.kind] for one in ghost.listings)
        page.field("no tool", f"{ghost.name} ({', '.join(kinds)}): {ghost.reason}", "$text-warning")


def _instructions(page: Page, consumer: Consumer, mentions: Sequence[Finding]) -> None:
    if not consumer.instructions:
        page.field("instructions", consumer.instructions_error or "", "$text-warning")
        return
    page.heading("Instructions")
    page.field("written by", consumer.instructions_callable or "")
    for finding in mentions:
        page.finding(finding)
    names = [name for finding in mentions for name in finding.names]
    page.marked(consumer.instructions, names, "bold $text-warning")


def finding_page(snapshot: Snapshot, finding: Finding, suppressed: str = "") -> Content:
    """Why it is one, how to fix it, and both places; `suppressed` is the reason why it isn't reported."""
    page = Page(snapshot.registry.root)
    page.title(
        f"{SEVERITY_GLYPH[finding.severity]} {finding.code} {finding.name}", finding.severity, _tone(finding)
    )
    page.field("suppressed", suppressed)
    owner = finding.consumer_name or ""
    page.field("consumer", f"{owner}   {finding.consumer}" if finding.consumer else "the project")
    page.names("names", finding.names)
    _condition(page, snapshot, finding)
    page.heading("Why")
    page.prose(finding.message)
    if finding.fix:
        page.heading("Fix")
        page.prose(finding.fix)
    if finding.locations:
        page.heading("Where")
        for location in finding.locations[:12]:
            page.source(location, after=5)
    return page.content()


def _condition(page: Page, snapshot: Snapshot, finding: Finding) -> None:
    """In which scenarios it is one, and whether the one shown is among them."""
    space, holds = snapshot.space, finding.holds
    if space is None or holds is None:
        return
    page.field("when", finding.condition or "always")
    condition_fields(page, space, holds, exact=finding.exact, doubt=finding.doubt)
    if not snapshot.holds_here(finding):
        page.field("now", "not in the scenario shown; g shows one that has it", "$text-warning")


def issue_page(snapshot: Snapshot, issue: Issue) -> Content:
    """Why something isn't shown, and what would make it."""
    page = Page(snapshot.registry.root)
    page.title(issue.what, issue.kind.lower(), "$text-error" if issue.is_failure else "")
    page.prose(issue.why)
    if issue.kind == NOT_INSPECTED and issue.detail:
        page.heading("Add to pyproject.toml")
        page.prose(issue.detail)
    if issue.location is not None:
        page.heading("Source")
        page.source(issue.location, after=5)
    if issue.kind != NOT_INSPECTED and issue.detail:
        page.heading("Traceback" if issue.kind == FAILED else "Difference")
        page.prose(issue.detail)
    return page.content()


def clean_page(snapshot: Snapshot) -> Content:
    """What was looked at where no rule found anything."""
    consumers = snapshot.registry.consumers
    tools = sum(tool.live for consumer in consumers for tool in consumer.tools)
    page = Page(snapshot.registry.root)
    disagreeing = suggested_sets.disagreement(snapshot.suggestions)
    page.title("No findings" if disagreeing or snapshot.error else "✓ No findings")
    page.field(
        "left out", "the declared sets, which can't be read" if snapshot.error else "", "$text-warning"
    )
    what = f"{counted(len(consumers), 'consumer')} with {counted(tools, 'tool')}"
    page.field("checked", f"{what}, against {len(CATALOGUE)} rules")
    if not disagreeing:
        return page.content()
    page.heading(f"But {disagreeing}")
    page.prose(
        "No config declares any set, so the lists that the project keeps are held against nothing. They "
        "stand under “Suggested sets” in the registry; once declared, each name below is a finding."
    )
    for one in snapshot.suggestions:
        for name, reason in one.mismatches:
            page.field("no tool", f"{named(name)}: {reason}   {one.reference}", "$text-warning")
    return page.content()


def note_page(root: str, title: str, note: str, text: str) -> Content:
    """A title and a remark, for what has no details of its own."""
    page = Page(root)
    page.title(title, note)
    page.prose(text)
    return page.content()


def _resolution(page: Page, consumer: Consumer) -> None:
    """Errors of the SDK's own, each once, under the widest of what it hits."""
    said: set[str] = set()
    resolution = consumer.resolution
    for label, error in (
        ("every run", resolution.run_error),
        ("sending tools", resolution.wire_error),
        ("strict policy", resolution.strict_error),
    ):
        if error and error not in said:
            said.add(error)
            page.field(label, error, "$text-warning" if label == "strict policy" else "$text-error")


def _parts(page: Page, consumer: Consumer) -> None:
    for server in consumer.mcp_servers:
        status = (
            f"started, {server.tools} tools" if server.started else server.error or "not started (use --mcp)"
        )
        page.field("MCP server", f"{server.name}   {server.type}: {status}")
    for junk in consumer.junk:
        text = f"{junk.where}[{junk.index}] is a {junk.type}, {junk.effect}: {junk.text} {junk.detail}"
        page.field("not a tool", text, "$text-error")


def _tone(finding: Finding) -> str:
    return "$text-accent" if finding.severity == "info" else f"$text-{finding.severity}"
