"""The list of findings, worst first."""

from collections.abc import Sequence

from inspector.model import Finding
from inspector.report.escape import visible
from inspector.tui.glyphs import SEVERITY_GLYPH
from inspector.tui.lines import Column, Line

COLUMNS = (
    Column("Code", 0, minimum=7, maximum=8),
    Column("Rule", 4, minimum=20, maximum=26),
    Column("Names", 1, minimum=14, maximum=40),
    Column("Consumer", 2, minimum=12, maximum=30),
    Column("Where", 3, minimum=16, maximum=50, keep_end=True),
)


def finding_key(finding: Finding) -> str:
    """Stable from load to load as long as the finding is the same."""
    return "\0".join((finding.code, finding.consumer or "", *finding.names, *finding.tools))


def finding_lines(findings: Sequence[Finding]) -> list[Line]:
    """One line for each, in the given order."""
    lines = []
    for finding in findings:
        where = visible(str(finding.locations[0])) if finding.locations else ""
        names = ", ".join(visible(name) for name in finding.names[:8])
        owner = visible(finding.consumer_name or finding.consumer or "the project")
        code = f"{SEVERITY_GLYPH[finding.severity]} {finding.code}"
        text = f"{code} {finding.name} {finding.severity} {names} {owner} {where} {visible(finding.message)}"
        lines.append(
            Line(
                key=finding_key(finding),
                cells=(code, visible(finding.name), names, owner, where),
                styles=(finding.severity, "plain", "strong", "plain", "muted"),
                search=text.lower(),
            )
        )
    return lines
