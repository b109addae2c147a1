"""Details of listed names without a tool, of set entries, and of suggested sets."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from textual.content import Content

from inspector.config.loading import PYPROJECT
from inspector.controls import Ghost, Listing
from inspector.model import Consumer, Location, Suggestion
from inspector.report import listed, suggested_sets
from inspector.tui.ghost_lines import ghost_state
from inspector.tui.page import Page
from inspector.tui.set_entries import Entry
from inspector.tui.snapshot import Snapshot

_MOST_EXCERPTS = 8


def ghost_page(snapshot: Snapshot, consumer: Consumer, ghost: Ghost) -> Content:
    """Why a listed name is no tool, what that leads to, and every place that lists it."""
    page = Page(snapshot.registry.root)
    page.title(f"{listed.GHOST} {listed.named(ghost.name)}", f"listed for {consumer.name}, but no tool")
    text, style = ghost_state(snapshot, consumer.id, ghost)
    page.field("state", text, f"$text-{style}" if style in {"error", "warning"} else "")
    page.field("what it is", ghost.reason)
    by_key = {tool.key: tool for tool in consumer.tools}
    for key in ghost.tools:
        if key in by_key:
            page.field("see", f"{by_key[key].visible}   {by_key[key].location or ''}")
    found = snapshot.found.on_ghost(consumer.id, ghost.name)
    if found:
        page.heading("Findings")
        for finding in found:
            page.finding(finding)
    page.heading("Where listed")
    excerpts(page, ghost.listings)
    return page.content()


def listings(page: Page, found: Iterable[Listing]) -> None:
    """One line for each entry of a set."""
    for one in found:
        page.field(listed.KIND[one.set.kind], listing_line(one))


def listing_line(listing: Listing) -> str:
    """Set, value and place of an entry; raw text."""
    says = f" says {listed.says(listing)}" if listing.entry.value is not None else ""
    place = listing.entry.location or listing.set.location
    named = "" if listing.entry.value is not None else " lists it"
    return f"{listing.set.source}{says or named}   {place or ''}".rstrip()


def excerpts(page: Page, found: Sequence[Listing]) -> None:
    """Every entry with the lines around it."""
    for one in found[:_MOST_EXCERPTS]:
        says = f" says {listed.says(one)}" if one.entry.value is not None else ""
        page.field(listed.KIND[one.set.kind], f"{one.set.source}{says}")
        page.source(one.entry.location or one.set.location, after=3)
    if len(found) > _MOST_EXCERPTS:
        page.muted(f"and {len(found) - _MOST_EXCERPTS} more")


def entry_page(snapshot: Snapshot, entry: Entry) -> Content:
    """What a set says of a name, and what that name is."""
    page = Page(snapshot.registry.root)
    page.title(listed.named(entry.name), entry.kind.lower())
    page.field("set", entry.source)
    consumer = snapshot.consumer(entry.consumer) if entry.consumer else None
    page.field("held against", f"{consumer.name}   {consumer.id}" if consumer else "all consumers")
    page.field("says", entry.says)
    page.field("is", entry.means, "$text-warning" if entry.is_ghost else "")
    for identifier, key in entry.tools[:12]:
        owner = snapshot.consumer(identifier)
        tool = next((one for one in owner.tools if one.key == key), None) if owner else None
        if owner is not None and tool is not None:
            page.field("", f"{tool.visible} of {owner.name}   {tool.location or ''}")
    if entry.findings:
        page.heading("Findings")
        for finding in entry.findings:
            page.finding(finding)
    page.heading("Where listed")
    _place(page, entry.location)
    return page.content()


def suggestion_page(snapshot: Snapshot, suggestion: Suggestion) -> Content:
    """A possible control set: what speaks for it, what doesn't match, and how to declare it."""
    page = Page(snapshot.registry.root)
    page.title(suggestion.reference, "looks like a control set; no config declares it")
    page.field("kind", suggestion.kind)
    page.field("matches", f"{suggested_sets.matched(suggestion)} of {len(suggestion.entries)} names")
    for name, reason in suggestion.mismatches:
        page.field("no tool", f"{listed.named(name)}: {reason}", "$text-warning")
    _declare(page, snapshot, (suggestion,))
    page.heading("Source")
    _place(page, suggestion.location)
    return page.content()


def suggestions_page(snapshot: Snapshot, suggestions: Sequence[Suggestion]) -> Content:
    """All possible control sets at once."""
    page = Page(snapshot.registry.root)
    page.title("Suggested sets", "collections of tool names that no config declares")
    page.prose(
        "They are held against nothing until a config declares them, so their mismatches are no findings."
    )
    _declare(page, snapshot, suggestions)
    return page.content()


def _declare(page: Page, snapshot: Snapshot, suggestions: Sequence[Suggestion]) -> None:
    file = suggested_sets.config_file(Path(snapshot.registry.root))
    page.heading(f"Add to {file}")
    page.prose(suggested_sets.toml(suggestions, file))
    if file == PYPROJECT:
        page.muted("y copies these lines; `toolinspect init` writes them into a toolinspect.toml instead.")
    else:
        page.muted(f"y copies these lines; where there is no {file}, `toolinspect init` writes one.")


def _place(page: Page, location: Location | None) -> None:
    if location is None:
        page.muted("its place isn't known")
    page.source(location, after=5)
