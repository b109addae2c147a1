"""The tool table of one consumer: its leaf tools, under the passthroughs they came by, then its ghosts."""

from collections.abc import Sequence

from inspector.controls import ToolControls
from inspector.model import Consumer, Finding, Tool
from inspector.report import listed
from inspector.report.escape import visible
from inspector.rules import Fate, fate
from inspector.tui.ghost_lines import ghost_lines
from inspector.tui.glyphs import SEVERITY_GLYPH, worst
from inspector.tui.lines import Column, Line
from inspector.tui.origins import ORIGIN
from inspector.tui.snapshot import Snapshot

COLUMNS = (
    Column("Visible", 0, minimum=24, maximum=44),
    Column("Qualified", 2, minimum=18, maximum=60, keep_end=True),
    Column("Business id", 7, minimum=10, maximum=40),
    Column("Stop", 4, minimum=4, maximum=6),
    Column("Approval", 3, minimum=6, maximum=14),
    Column("Enable", 6, minimum=5, maximum=16),
    Column("Origin", 5, minimum=11, maximum=24),
    Column("State", 1, minimum=20, maximum=40, codes=True),
)
_ENABLED = {True: "on", False: "off", None: "unknown"}
_APPROVAL = {"none": "", "static": "always", "dynamic": "depends", "table": "table"}
_FATE: dict[Fate, tuple[str, str]] = {
    "off": ("○", "muted"), "shadowed": ("✗", "error"), "unknown": ("?", "warning"),
    "deferred": ("✓", "good"), "sent": ("✓", "good"), "not sent": ("○", "muted"),
}  # fmt: skip
GROUP = "group:"


class LineCache:
    """Lines of tools as they were last made: most look the same after a flip or a reload."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, bool], dict[str, tuple[tuple[object, ...], Line]]] = {}
        """By consumer and form, then tool key: what the line was made from, and the line."""

    def of(self, consumer: Consumer, *, flat: bool) -> "dict[str, tuple[tuple[object, ...], Line]]":
        """Those of a consumer, to be looked up and replaced."""
        return self._kept.setdefault((consumer.id, flat), {})


def tool_lines(
    snapshot: Snapshot,
    consumer: Consumer,
    *,
    closed: frozenset[str] = frozenset(),
    flat: bool = False,
    cache: LineCache | None = None,
) -> list[Line]:
    """Lines of all its tools, in SDK order, and of what is listed without a tool.

    `closed` holds the keys of groups whose lines are left out.
    """
    known = (cache or LineCache()).of(consumer, flat=flat)
    lines: list[Line] = []
    above: tuple[str, ...] = ()
    tools = snapshot.tools(consumer)
    for tool in tools:
        via = () if flat else tool.via
        for depth in range(_shared(above, via), len(via)):
            if not _hidden(via[:depth], closed):
                lines.append(_group_line(snapshot, consumer, via[: depth + 1], tools, closed))
        above = via
        if not _hidden(via, closed):
            found = snapshot.found.on_tool(consumer.id, tool.key)
            made_from = (
                tool,
                found,
                snapshot.listed(consumer.id, tool.key),
                snapshot.mark(consumer.id, tool.key),
                consumer.stop,
                consumer.stop_behavior,
                consumer.stop_is_text,
            )
            kept = known.get(tool.key)
            if kept is None or kept[0] != made_from:
                line = _tool_line(snapshot, consumer, tool, found, flat=flat)
                kept = known[tool.key] = (made_from, line)
            lines.append(kept[1])
    return lines + ghost_lines(snapshot, consumer, closed=closed, flat=flat)


def group_key(via: Sequence[str]) -> str:
    """Key of the line of a passthrough."""
    return GROUP + "\0".join(via)


def _approval_cell(tool: Tool, controls: ToolControls, found: Sequence[Finding]) -> tuple[str, str]:
    """How its calls are approved, and the style for it: that of the finding where a gate is missing."""
    text = visible(listed.approval_cell(tool, controls, _APPROVAL))
    severity = listed.gate_missing(tool, found) if found else None
    if severity is not None:
        return f"{SEVERITY_GLYPH[severity]} {text or 'none'}", severity
    return text, "muted" if tool.approval == "none" else "warning"


def state(snapshot: Snapshot, consumer: Consumer, tool: Tool, found: Sequence[Finding]) -> tuple[str, str]:
    """What becomes of the tool, in words, and the style for it."""
    if snapshot.mark(consumer.id, tool.key) == "-":
        return "removed", "error"
    severity = worst(found)
    word = fate(tool)
    glyph, style = _FATE[word]
    if severity is None:
        return f"{glyph} {word}", style
    return " ".join((SEVERITY_GLYPH[severity], word, *listed.codes_of(found))), severity


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _hidden(via: Sequence[str], closed: frozenset[str]) -> bool:
    return any(group_key(via[: depth + 1]) in closed for depth in range(len(via)))


def _group_line(
    snapshot: Snapshot,
    consumer: Consumer,
    via: Sequence[str],
    tools: Sequence[Tool],
    closed: frozenset[str],
) -> Line:
    inside = [tool for tool in tools if tuple(tool.via[: len(via)]) == tuple(via)]
    severity = worst(finding for tool in inside for finding in snapshot.found.on_tool(consumer.id, tool.key))
    key = group_key(via)
    kind = "MCP server" if inside[0].origin == "mcp" else "namespace"
    count = f"{len(inside)} tool{'' if len(inside) == 1 else 's'}"
    note = f"{SEVERITY_GLYPH[severity]} {count}" if severity else count
    return Line(
        key=key,
        cells=(visible(via[-1]), "", "", "", "", "", kind, note),
        styles=("strong", *["muted"] * 6, severity or "muted"),
        depth=len(via) - 1,
        open=key not in closed,
        search=visible(via[-1]).lower(),
    )


def _tool_line(
    snapshot: Snapshot, consumer: Consumer, tool: Tool, found: Sequence[Finding], *, flat: bool
) -> Line:
    controls = snapshot.listed(consumer.id, tool.key)
    approval, approval_style = _approval_cell(tool, controls, found)
    text, style = state(snapshot, consumer, tool, found)
    origin = ORIGIN[tool.origin]
    if flat and tool.via:
        origin = f"{origin} · {visible(tool.via[-1])}"
    cells = (
        visible(tool.visible),
        visible(tool.function or ""),
        visible(tool.business_id or ""),
        listed.stop_cell(consumer, tool, controls),
        approval,
        visible(listed.enable_cell(tool, controls, _ENABLED)),
        origin,
        text,
    )
    gone = style in {"muted"} or text == "removed" or tool.shadowed_by is not None
    return Line(
        key=tool.key,
        cells=cells,
        styles=(
            "muted" if gone else "strong",
            "muted",
            "plain",
            "accent",
            approval_style,
            "plain",
            "muted",
            style,
        ),
        depth=0 if flat else len(tool.via),
        mark=snapshot.mark(consumer.id, tool.key) or "",
        search=" ".join((*cells, *map(visible, tool.via))).lower(),
    )
