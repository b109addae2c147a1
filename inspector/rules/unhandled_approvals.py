"""TI504: hosted MCP servers whose approval requests nobody answers."""

from collections.abc import Iterator

from inspector.controls.presence import doubt, live
from inspector.model import Consumer, Controls, Finding, Tool
from inspector.rules.findings import about_tools, held
from inspector.rules.owners import owner


def check(consumer: Consumer, controls: Controls) -> Iterator[Finding]:
    """One finding per server; silent in a project that reads the interruptions of its runs."""
    if controls.approvals_handled:
        return
    for tool in consumer.tools:
        asks = tool.live and tool.type == "HostedMCPTool" and tool.approval != "none"
        if asks and tool.approval_handled is False:
            yield held(_finding(consumer, tool), live(consumer, tool), doubt=doubt(consumer, tool))


def _finding(consumer: Consumer, tool: Tool) -> Finding:
    label = tool.server or tool.visible
    return about_tools(
        "TI504",
        consumer,
        (tool,),
        names=(label,),
        message=(
            f"{owner(tool)} on `{consumer.name}` asks for approval before a call and has no "
            "`on_approval_request`, and no code of the project reads the interruptions of a run: the run "
            f"stops at the first call to `{label}`."
        ),
        fix=(
            "Pass `on_approval_request=` to `HostedMCPTool`, approve or reject `result.interruptions` and "
            'resume the run, or set `"require_approval": "never"` for tools that need no review.'
        ),
    )
