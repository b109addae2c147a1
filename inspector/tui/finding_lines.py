"""The list of findings, worst first, then those that are suppressed."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from inspector.inspection import Suppressed
from inspector.model import Finding
from inspector.report.escape import visible
from inspector.tui.glyphs import HOLDS, HOLDS_NOT, SEVERITY_GLYPH, SUPPRESSED
from inspector.tui.lines import Column, Line

COLUMNS = (
    Column("Code", 0, minimum=7, maximum=8),
    Column("Rule", 5, minimum=20, maximum=26),
    Column("Names", 1, minimum=20, maximum=40),
    Column("When", 2, minimum=24, maximum=60),
    Column("Consumer", 3, minimum=12, maximum=30),
    Column("Where", 4, minimum=22, maximum=50, keep_end=True),
)
REASON = Column("Suppressed by", 6, minimum=24, maximum=60)
"""Only there when something is."""


def finding_key(finding: Finding) -> str:
    """Stable from load to load as long as the finding is the same."""
    return "\0".join((finding.code, finding.consumer or "", *finding.names, *finding.tools))


def names_text(finding: Finding) -> str:
    """Its first names; raw text."""
    return ", ".join(finding.names[:8])


def suppressed_key(finding: Finding) -> str:
    """Key of the line of a suppressed finding."""
    return f"suppressed:{finding_key(finding)}"


def finding_lines(
    findings: Sequence[Finding],
    suppressed: Sequence[Suppressed] = (),
    *,
    holds_here: Callable[[Finding], bool] = lambda _finding: True,
) -> list[Line]:
    """One line for each, in the given order; muted ones, with the reason, for those that are suppressed.

    `holds_here` says of a finding whether it is one in the scenario shown.
    """
    lines = [_line(one, holds_here(one)) for one in findings]
    if not suppressed:
        return lines
    with_reason = [replace(line, cells=(*line.cells, ""), styles=(*line.styles, "muted")) for line in lines]
    return with_reason + [_suppressed(one) for one in suppressed]


def _suppressed(one: Suppressed) -> Line:
    line = _line(one.finding, here=True)
    reason = visible(one.reason)
    cells = (f"{SUPPRESSED} {one.finding.code}", *line.cells[1:], reason)
    return replace(
        line,
        key=suppressed_key(one.finding),
        cells=cells,
        styles=("muted",) * len(cells),
        search=f"{line.search} suppressed {reason.lower()}",
    )


def _line(finding: Finding, here: bool) -> Line:
    where = visible(str(finding.locations[0])) if finding.locations else ""
    names = visible(names_text(finding))
    owner = visible(finding.consumer_name or finding.consumer or "the project")
    code = f"{SEVERITY_GLYPH[finding.severity]} {finding.code}"
    when = _when(finding, here)
    message = visible(finding.message)
    text = f"{code} {finding.name} {finding.severity} {names} {owner} {where} {message} {when}"
    styles = (finding.severity, "plain", "strong", "plain", "plain", "muted")
    return Line(
        key=finding_key(finding),
        cells=(code, visible(finding.name), names, when, owner, where),
        styles=styles if here else ("muted",) * len(styles),
        search=text.lower(),
    )


def _when(finding: Finding, here: bool) -> str:
    """The condition, with a sign that says whether it holds in the scenario shown; empty for always."""
    if finding.holds is None:
        return ""
    about = "" if finding.exact else "≈ "
    return f"{HOLDS if here else HOLDS_NOT} {about}{visible(finding.condition or '')}"
