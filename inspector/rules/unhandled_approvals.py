"""TI504: hosted MCP servers whose approval requests nobody answers."""

from collections.abc import Iterator

from inspector.model import Consumer, Controls, Finding
from inspector.rules.findings import about_tools
from inspector.rules.owners import owners, quoted


def check(consumer: Consumer, controls: Controls) -> Iterator[Finding]:
    """One finding per consumer; silent in a project that reads the interruptions of its runs."""
    if controls.approvals_handled:
        return
    waiting = [
        tool
        for tool in consumer.tools
        if tool.live
        and tool.type == "HostedMCPTool"
        and tool.approval != "none"
        and tool.approval_handled is False
    ]
    if not waiting:
        return
    labels = [tool.server or tool.visible for tool in waiting]
    several = len(waiting) > 1
    yield about_tools(
        "TI504",
        consumer,
        waiting,
        names=labels,
        message=(
            f"{owners(waiting)} on `{consumer.name}` {'ask' if several else 'asks'} for approval before a "
            f"call and {'have' if several else 'has'} no `on_approval_request`, and no code of the project "
            f"reads the interruptions of a run: the run stops at the first call to {quoted(labels)}."
        ),
        fix=(
            "Pass `on_approval_request=` to `HostedMCPTool`, approve or reject `result.interruptions` and "
            "resume "
            'the run, or set `"require_approval": "never"` for tools that need no review.'
        ),
    )
