"""Details of a tool."""

from collections.abc import Sequence

from textual.content import Content

from inspector.flags.wording import words
from inspector.model import Consumer, Finding, Tool
from inspector.tui.execution import execution
from inspector.tui.origins import ORIGIN
from inspector.tui.page import Page
from inspector.tui.parameters import parameters_of
from inspector.tui.set_pages import listings
from inspector.tui.snapshot import Snapshot
from inspector.tui.tool_lines import state


def tool_page(snapshot: Snapshot, consumer: Consumer, tool: Tool) -> Content:
    """Everything known of one tool of a consumer."""
    page = Page(snapshot.registry.root)
    found = snapshot.found.on_tool(consumer.id, tool.key)
    page.title(tool.visible, f"{ORIGIN[tool.origin]} of {consumer.name}")
    text, style = state(snapshot, consumer, tool, found)
    page.field("state", text, f"$text-{style}" if style in {"error", "warning"} else "")
    page.field("there when", _presence(snapshot, consumer, tool))
    if tool.shadowed_by is not None:
        _shadowed(page, consumer, tool)
    page.field("function", tool.function or "")
    page.field("source", str(tool.location or ""))
    page.field("business id", tool.business_id or "")
    page.names("came via", tool.via)
    if tool.raw_name and tool.raw_name != tool.visible:
        page.field("raw name", tool.raw_name)
    if tool.target:
        page.field("leads to", tool.target)
    _findings(page, found)
    _where_listed(page, snapshot, consumer, tool)
    _texts(page, tool)
    _parameters(page, tool)
    page.heading("Execution")
    for label, value, tone in execution(snapshot, consumer, tool):
        page.field(label, value, tone)
    if tool.location is not None:
        page.heading("Source")
        page.source(tool.location)
        if tool.built_at is not None and tool.built_at != tool.location:
            page.source(tool.built_at, "built here")
    page.heading("What the model is sent")
    _wire(page, tool)
    return page.content()


def _presence(snapshot: Snapshot, consumer: Consumer, tool: Tool) -> str:
    """In which scenarios there is such a tool, in words; empty for all, or where that isn't known."""
    space, inspection = snapshot.space, snapshot.inspection
    if space is None or inspection is None or inspection.whole is None:
        return ""
    owner = next((one for one in inspection.everywhere.consumers if one.id == consumer.id), consumer)
    found = next((one for one in owner.tools if one.key == tool.key), tool)
    if found.presence is None:
        return ""
    told = words(space, found.presence)
    return f"{told} ({found.doubt}, not proven)" if told and found.doubt else told


def _shadowed(page: Page, consumer: Consumer, tool: Tool) -> None:
    winner = next((one for one in consumer.tools if one.key == tool.shadowed_by), None)
    who = (winner.function or winner.visible) if winner else (tool.shadowed_by or "")
    page.field("shadowed by", f"{who}, which runs instead", "$text-error")
    page.field("", str(winner.location or "") if winner else "")


def _findings(page: Page, found: Sequence[Finding]) -> None:
    if not found:
        return
    page.heading("Findings")
    for finding in found:
        page.finding(finding)


def _texts(page: Page, tool: Tool) -> None:
    page.heading("Description")
    if tool.description:
        page.prose(tool.description)
    else:
        page.muted("none: the model sees only the name and the parameters")
    if tool.docstring and tool.docstring.strip() != tool.description.strip():
        page.heading("Docstring of the function")
        page.prose(tool.docstring)


def _parameters(page: Page, tool: Tool) -> None:
    if tool.schema is None:
        return
    page.heading("Parameters")
    parameters = list(parameters_of(tool.schema))
    for name, kind, note in parameters:
        page.row(name, kind, note)
    if not parameters:
        page.muted("none")


def _where_listed(page: Page, snapshot: Snapshot, consumer: Consumer, tool: Tool) -> None:
    controls = snapshot.listed(consumer.id, tool.key)
    found = (*controls.stop, *controls.approval, *controls.enable, *controls.other)
    if found:
        page.heading("Where listed")
        listings(page, found)


def _wire(page: Page, tool: Tool) -> None:
    if tool.wire_error:
        page.field("refused", tool.wire_error, "$text-error")
    elif not tool.sent:
        page.muted("nothing: this tool does not reach the model")
    elif tool.wire is None:
        page.muted("its payload is not known")
    if tool.wire is not None:
        page.data(tool.wire)
