"""Possible control sets as lines of a table."""

from collections.abc import Sequence

from inspector.model import Suggestion
from inspector.report.escape import visible
from inspector.report.listed import named
from inspector.report.suggested_sets import matched
from inspector.tui.lines import Column, Line

COLUMNS = (
    Column("Reference", 0, minimum=24, maximum=60),
    Column("Kind", 2, minimum=8, maximum=8),
    Column("Match", 3, minimum=6, maximum=12),
    Column("No visible names", 1, minimum=16, maximum=60),
    Column("Where", 4, minimum=14, maximum=50, keep_end=True),
)


def suggestion_key(suggestion: Suggestion) -> str:
    """Stable from load to load."""
    return f"suggestion:{suggestion.reference}"


def suggestion_lines(suggestions: Sequence[Suggestion]) -> list[Line]:
    """One line for each."""
    lines = []
    for one in suggestions:
        names = ", ".join(named(name) for name, _reason in one.mismatches)
        cells = (
            visible(one.reference),
            one.kind,
            f"{matched(one)} of {len(one.entries)}",
            visible(names) or "all agree",
            visible(str(one.location)),
        )
        style = "warning" if one.mismatches else "good"
        lines.append(
            Line(
                key=suggestion_key(one),
                cells=cells,
                styles=("strong", "accent", "plain", style, "muted"),
                search=" ".join(cells).lower(),
            )
        )
    return lines
