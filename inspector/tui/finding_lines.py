"""The list of findings, worst first, then those that are suppressed."""

from collections.abc import Sequence
from dataclasses import replace

from inspector.inspection import Suppressed
from inspector.model import Finding
from inspector.report.escape import visible
from inspector.tui.glyphs import SEVERITY_GLYPH, SUPPRESSED
from inspector.tui.lines import Column, Line

COLUMNS = (
    Column("Code", 0, minimum=7, maximum=8),
    Column("Rule", 4, minimum=20, maximum=26),
    Column("Names", 1, minimum=26, maximum=40),
    Column("Consumer", 2, minimum=12, maximum=30),
    Column("Where", 3, minimum=22, maximum=50, keep_end=True),
)
REASON = Column("Suppressed by", 5, minimum=24, maximum=60)
"""Only there when something is."""


def finding_key(finding: Finding) -> str:
    """Stable from load to load as long as the finding is the same."""
    return "\0".join((finding.code, finding.consumer or "", *finding.names, *finding.tools))


def suppressed_key(finding: Finding) -> str:
    """Key of the line of a suppressed finding."""
    return f"suppressed:{finding_key(finding)}"


def finding_lines(findings: Sequence[Finding], suppressed: Sequence[Suppressed] = ()) -> list[Line]:
    """One line for each, in the given order; muted ones, with the reason, for those that are suppressed."""
    lines = [_line(one, SEVERITY_GLYPH[one.severity], one.severity, finding_key(one)) for one in findings]
    if not suppressed:
        return lines
    with_reason = [replace(line, cells=(*line.cells, ""), styles=(*line.styles, "muted")) for line in lines]
    return with_reason + [_suppressed(one) for one in suppressed]


def _suppressed(one: Suppressed) -> Line:
    line = _line(one.finding, SUPPRESSED, "muted", suppressed_key(one.finding))
    reason = visible(one.reason)
    cells = (*line.cells, reason)
    return replace(
        line, cells=cells, styles=("muted",) * len(cells), search=f"{line.search} suppressed {reason.lower()}"
    )


def _line(finding: Finding, sign: str, style: str, key: str) -> Line:
    where = visible(str(finding.locations[0])) if finding.locations else ""
    names = ", ".join(visible(name) for name in finding.names[:8])
    owner = visible(finding.consumer_name or finding.consumer or "the project")
    code = f"{sign} {finding.code}"
    text = f"{code} {finding.name} {finding.severity} {names} {owner} {where} {visible(finding.message)}"
    return Line(
        key=key,
        cells=(code, visible(finding.name), names, owner, where),
        styles=(style, "plain", "strong", "plain", "muted"),
        search=text.lower(),
    )
