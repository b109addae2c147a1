"""Signs that carry meaning without colour."""

from collections.abc import Iterable

from inspector.model import SEVERITIES, Finding, Severity

SEVERITY_GLYPH: dict[Severity, str] = {"error": "✗", "warning": "▲", "info": "•"}
MARK_STYLE = {"+": "good", "~": "warning", "-": "error"}
SUPPRESSED = "–"
DISAGREE = "≠"
"""Before the number of suggested sets that disagree with the visible names."""
HOLDS, HOLDS_NOT = "●", "○"
"""Before a condition that holds in the scenario shown, and before one that doesn't."""
OPEN, CLOSED = "▾", "▸"


def worst(findings: Iterable[Finding]) -> Severity | None:
    """The worst severity among `findings`."""
    present = {finding.severity for finding in findings}
    return next((severity for severity in SEVERITIES if severity in present), None)


def badge(findings: Iterable[Finding]) -> str:
    """Counts by severity, as `✗2 ▲1`; empty when there is none."""
    counts = dict.fromkeys(SEVERITIES, 0)
    for finding in findings:
        counts[finding.severity] += 1
    return " ".join(f"{SEVERITY_GLYPH[severity]}{count}" for severity, count in counts.items() if count)
