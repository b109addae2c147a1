"""Lines of names that a control set lists for a consumer without a tool behind them."""

from inspector.controls import Ghost
from inspector.model import Consumer, Finding
from inspector.report import listed
from inspector.report.escape import visible
from inspector.tui.glyphs import SEVERITY_GLYPH, worst
from inspector.tui.lines import Line
from inspector.tui.snapshot import Snapshot

GHOSTS, GHOST = "ghosts:", "ghost:"
"""Key of the group, and what keys of the lines in it start with."""
TITLE = "Listed, but no tool"


def ghost_lines(
    snapshot: Snapshot, consumer: Consumer, *, closed: frozenset[str] = frozenset(), flat: bool = False
) -> list[Line]:
    """The group and its lines; nothing when every listed name is a tool's."""
    ghosts = snapshot.ghosts(consumer.id)
    if not ghosts:
        return []
    depth = 0 if flat else 1
    lines = [_ghost_line(snapshot, consumer, ghost, depth) for ghost in ghosts]
    if flat:
        return lines
    is_open = GHOSTS not in closed
    return [_group_line(snapshot, consumer, ghosts, is_open), *(lines if is_open else ())]


def ghost_key(name: str) -> str:
    """Key of the line of a listed name."""
    return GHOST + name


def ghost_state(snapshot: Snapshot, consumer: str, ghost: Ghost) -> tuple[str, str]:
    """What is to be said of it, and the style for it."""
    if snapshot.ghost_marks.get(consumer, {}).get(ghost.name) == "-":
        return "removed", "muted"
    found: list[Finding] = [*snapshot.found.on_ghost(consumer, ghost.name)]
    severity = worst(found)
    if severity is None:
        return "○ ghost", "muted"
    return " ".join((SEVERITY_GLYPH[severity], "ghost", *listed.codes_of(found))), severity


def _group_line(snapshot: Snapshot, consumer: Consumer, ghosts: tuple[Ghost, ...], is_open: bool) -> Line:
    severity = worst(one for ghost in ghosts for one in snapshot.found.on_ghost(consumer.id, ghost.name))
    count = f"{len(ghosts)} name{'' if len(ghosts) == 1 else 's'}"
    return Line(
        key=GHOSTS,
        cells=(
            TITLE,
            "",
            "",
            "",
            "",
            "",
            "listed",
            f"{SEVERITY_GLYPH[severity]} {count}" if severity else count,
        ),
        styles=("strong", *["muted"] * 6, severity or "muted"),
        open=is_open,
        search=TITLE.lower(),
    )


def _ghost_line(snapshot: Snapshot, consumer: Consumer, ghost: Ghost, depth: int) -> Line:
    text, style = ghost_state(snapshot, consumer.id, ghost)
    stop, approval, enable, origin = map(visible, listed.ghost_cells(ghost))
    name, reason = visible(f"{listed.GHOST} {listed.named(ghost.name)}"), visible(ghost.reason)
    sources = " ".join(visible(one.set.source) for one in ghost.listings)
    return Line(
        key=ghost_key(ghost.name),
        cells=(name, reason, "", stop, approval, enable, origin, text),
        styles=(style, "plain", "plain", "accent", "warning", "plain", "muted", style),
        depth=depth,
        mark=snapshot.ghost_marks.get(consumer.id, {}).get(ghost.name, ""),
        search=f"{name} {reason} {sources} {stop} {approval} {enable} {origin} {text}".lower(),
        from_start=True,
    )
