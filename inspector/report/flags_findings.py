"""Findings that depend on flags."""

from collections.abc import Iterator

from inspector.inspection.result import Inspection
from inspector.model import Finding, Space
from inspector.report.columns import brief, wrap
from inspector.report.condition_text import condition_text, depends, way_there
from inspector.report.escape import visible
from inspector.report.listed import named
from inspector.report.style import Style
from inspector.report.summary import counted

_MOST_NAMES = 8


def render(inspection: Inspection, space: Space, style: Style) -> Iterator[str]:
    """Each with its condition and all tenants that it hits, then how many hold in every scenario."""
    varying = [one for one in inspection.findings if depends(one)]
    constant = len(inspection.findings) - len(varying)
    yield style.paint("Findings that depend on flags", "bold")
    if inspection.whole is None:
        yield from _unknown(constant, style)
        return
    if not varying:
        yield "  none"
    for finding in varying:
        yield from _finding(finding, space, style)
    if constant:
        hold = "holds" if constant == 1 else "hold"
        told = f"{counted(constant, 'finding')} {hold} in every scenario; `toolinspect check` tells them."
        yield from wrap(told, style.width, indent="  ")
    yield ""


def _unknown(here: int, style: Style) -> Iterator[str]:
    """Where only the scenario shown was looked at: nothing is known of the others."""
    of = f"; there {'is' if here == 1 else 'are'} {counted(here, 'finding')} in the one shown" if here else ""
    yield from wrap(f"not known: the other scenarios were not explored{of}.", style.width, indent="  ")
    yield ""


def _finding(finding: Finding, space: Space, style: Style) -> Iterator[str]:
    names = ", ".join(brief(named(name)) for name in finding.names[:_MOST_NAMES])
    more = len(finding.names) - _MOST_NAMES
    names += f" and {more} more" if more > 0 else ""
    who = brief(finding.consumer_name or "Project")
    code = style.paint(finding.code, finding.severity)
    about = f": {names}" if names else ""
    yield f"  {style.glyph(finding.severity)} {code} {finding.name}, {who}{about}"
    yield from wrap(condition_text(finding, space, most=None), style.width, indent="    ")
    if way := way_there(finding, space):
        yield f"    See it with {visible(way)}"
