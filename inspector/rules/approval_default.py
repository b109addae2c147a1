"""TI203: a name that the approval table doesn't know is let through."""

from collections.abc import Iterator

from inspector.controls.names import some
from inspector.model import Controls, Finding
from inspector.rules.findings import about_project


def check_registry(controls: Controls) -> Iterator[Finding]:
    """At most one finding: where a default of "allow" stands beside an approval set."""
    tables = [one for one in controls.sets if one.kind == "approval"]
    if controls.approval_default != "allow" or not tables:
        return
    sources = dict.fromkeys(one.source for one in tables)
    yield about_project(
        "TI203",
        names=(),
        message=(
            f"The approval default is `allow`: a call of a tool whose name isn't in {some(sources)} goes "
            "through unreviewed, so one renamed tool, or one wrong name in the table, opens the gate and "
            "nothing says so."
        ),
        fix='Make the default "deny", and list the tools that need no approval by name.',
        locations=(controls.approval_default_location, *(one.location for one in tables)),
    )
