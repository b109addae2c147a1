"""What depends on tenants and flags, as text."""

from collections.abc import Iterator
from pathlib import Path

from inspector.flags.matrix import matrix
from inspector.inspection.explored import Explored, explored
from inspector.inspection.result import Inspection
from inspector.model import Space
from inspector.report import (
    combinations,
    exploration_text,
    flags_declaring,
    flags_findings,
    flags_presence,
    flags_space,
)
from inspector.report.columns import wrap
from inspector.report.exactness import Exactness, exactness
from inspector.report.scenario_text import flags_of
from inspector.report.style import Style
from inspector.report.summary import counted, nothing, stand_ins, summary


def render(inspection: Inspection, style: Style, *, every: bool = False) -> Iterator[str]:
    """Lines without line ends; `every`: the presence table lists also tools that don't vary."""
    for line in stand_ins(inspection):
        yield from wrap(line, style.width)
        yield ""
    if inspection.space is None:
        yield from flags_declaring.render(Path(inspection.registry.root), style)
        yield ""
    else:
        yield from _explored(inspection, inspection.space, style, every=every)
    for line in nothing(inspection):
        yield from wrap(line, style.width)
    yield summary(inspection, style, lists_seen=False)


def _explored(inspection: Inspection, space: Space, style: Style, *, every: bool) -> Iterator[str]:
    known, proof = explored(inspection), exactness(inspection)
    yield from exploration_text.scenario(inspection, style)
    yield from exploration_text.provisos(proof, style)
    yield ""
    yield from flags_space.render(space, style)
    if known is not None:
        yield from flags_space.reads(inspection, known, style, complete=proof.complete)
        table = matrix(inspection.everywhere, space, inspection.exploration)
        yield from flags_presence.render(inspection, space, table, style, every=every)
    yield from flags_findings.render(inspection, space, style)
    if known is not None:
        yield from wrap(_counts(known, proof, space), style.width)


def _counts(known: Explored, proof: Exactness, space: Space) -> str:
    """How much was looked at, and whether that is all there is."""
    legal = combinations.legal(space)
    parts = [counted(len(space.tenants), "tenant"), counted(known.builds, "build")]
    if flags_of(space):
        flags = counted(known.flags, "flag")
        if known.unread:
            flags += f", {len(known.unread)} of them {'never read' if proof.complete else 'not read so far'}"
        parts = [
            flags,
            counted(legal, "legal combination") if legal < 1000 else f"{legal:,} legal combinations",
            *parts,
        ]
    return f"{', '.join(parts)}: {'exact' if proof.exact else 'not exact, as said above'}."
