"""Findings as text, grouped by consumer."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from inspector.inspection.result import Inspection
from inspector.model import Finding, Space
from inspector.report import exploration_text, suggested_sets
from inspector.report.columns import brief, wrap
from inspector.report.condition_text import condition_text, way_there
from inspector.report.escape import visible, visible_lines
from inspector.report.listed import named
from inspector.report.style import Style
from inspector.report.summary import nothing, stand_ins, summary

_MOST_NAMES = 8
"""In a heading; the JSON report has them all."""


def render(inspection: Inspection, style: Style) -> Iterator[str]:
    """Lines without line ends: every finding under its consumer, then one line of counts."""
    for line in stand_ins(inspection):
        yield from wrap(line, style.width, indent="")
        yield ""
    yield from exploration_text.header(inspection, style)
    for consumer, findings in _grouped(inspection.findings):
        yield _heading(consumer, findings[0], style)
        for finding in findings:
            yield from _finding(finding, inspection.space, style)
        yield ""
    yield from suggested_sets.render(inspection.suggestions, style)
    for line in nothing(inspection):
        yield from wrap(line, style.width, indent="")
    yield summary(inspection, style, lists_seen=False)


def _grouped(findings: Sequence[Finding]) -> Iterator[tuple[str | None, list[Finding]]]:
    """The project's own findings first; inside a group the given order stays."""
    by_consumer = sorted(findings, key=lambda one: one.consumer or "")
    for consumer, group in groupby(by_consumer, key=lambda one: one.consumer):
        yield consumer, list(group)


def _heading(consumer: str | None, finding: Finding, style: Style) -> str:
    if consumer is None:
        return style.paint("Project", "bold")
    name = style.paint(brief(finding.consumer_name or consumer), "bold")
    return f"{name}  {style.paint(brief(consumer), 'dim')}"


def _finding(finding: Finding, space: Space | None, style: Style) -> Iterator[str]:
    left_out = len(finding.names) - _MOST_NAMES
    names = ", ".join(brief(named(name)) for name in finding.names[:_MOST_NAMES])
    names += f" and {left_out} more" if left_out > 0 else ""
    code = style.paint(finding.code, finding.severity)
    about = f": {names}" if names else ""
    yield f"  {style.glyph(finding.severity)} {code} {finding.name}{about}"
    yield from wrap(finding.message, style.width, indent="    ")
    if condition := condition_text(finding, space):
        yield from wrap(condition, style.width, indent="    ")
    if way := way_there(finding, space):
        yield f"    See it with {visible(way)}"
    first, *more = visible_lines(finding.fix) or [""]
    yield from wrap(f"Fix: {first}", style.width, indent="    ")
    # Lines to be copied into a config are never wrapped.
    yield from (f"      {line}" for line in more)
    for place in finding.locations:
        yield style.paint(f"    {visible(str(place))}", "dim")
