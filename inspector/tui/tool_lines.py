"""The tool table of one consumer: one line for each leaf tool, under the passthroughs it came by."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from inspector.model import SEVERITIES, Consumer, Finding, Tool
from inspector.report.escape import visible
from inspector.rules import Fate, fate
from inspector.rules.stopping import STOPPABLE, stops
from inspector.tui.glyphs import SEVERITY_GLYPH, worst
from inspector.tui.lines import Column, Line
from inspector.tui.snapshot import Snapshot

COLUMNS = (
    Column("Visible", 0, minimum=24, maximum=44),
    Column("Qualified", 2, minimum=18, maximum=60, keep_end=True),
    Column("Business id", 7, minimum=10, maximum=40),
    Column("Stop", 4, minimum=4, maximum=6),
    Column("Approval", 3, minimum=6, maximum=8),
    Column("Enable", 6, minimum=5, maximum=7),
    Column("Origin", 5, minimum=11, maximum=24),
    Column("State", 1, minimum=24, maximum=40),
)
ORIGIN = {
    "function": "function", "agent_tool": "agent tool", "handoff": "handoff", "mcp": "MCP",
    "hosted": "hosted",
    "shell": "shell", "custom": "custom", "apply_patch": "apply patch", "computer": "computer",
    "workflow": "workflow",
}  # fmt: skip
_APPROVAL = {"none": "", "static": "always", "dynamic": "depends", "table": "table"}
_FATE: dict[Fate, tuple[str, str]] = {
    "off": ("○", "muted"), "shadowed": ("✗", "error"), "unknown": ("?", "warning"),
    "deferred": ("✓", "good"), "sent": ("✓", "good"), "not sent": ("○", "muted"),
}  # fmt: skip
GROUP = "group:"


def findings_by_tool(findings: Sequence[Finding], consumer: str) -> dict[str, list[Finding]]:
    """The consumer's findings by the key of each tool that takes part."""
    found: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        if finding.consumer == consumer:
            for key in finding.tools:
                found[key].append(finding)
    return found


def tool_lines(
    snapshot: Snapshot, consumer: Consumer, *, closed: frozenset[str] = frozenset(), flat: bool = False
) -> list[Line]:
    """Lines of all its tools, in SDK order; `closed` holds the keys of groups whose lines are left out."""
    found = findings_by_tool(snapshot.findings, consumer.id)
    lines: list[Line] = []
    above: tuple[str, ...] = ()
    tools = snapshot.tools(consumer)
    for tool in tools:
        via = () if flat else tool.via
        for depth in range(_shared(above, via), len(via)):
            if not _hidden(via[:depth], closed):
                lines.append(_group_line(via[: depth + 1], tools, found, closed))
        above = via
        if not _hidden(via, closed):
            lines.append(
                _tool_line(snapshot, consumer, tool, found.get(tool.key, []), depth=len(via), flat=flat)
            )
    return lines


def group_key(via: Sequence[str]) -> str:
    """Key of the line of a passthrough."""
    return GROUP + "\0".join(via)


def stop_cell(consumer: Consumer, tool: Tool) -> str:
    """Whether a call of the tool ends the run."""
    if consumer.stop_behavior == "function":
        return "asks" if tool.origin in STOPPABLE else ""
    if not stops(tool, consumer):
        return ""
    return "first" if consumer.stop_behavior == "stop_on_first_tool" else "stop"


def enable_cell(tool: Tool) -> str:
    """What its switch says."""
    if tool.enabled is None:
        return "unknown"
    if tool.enabled is False:
        return "off"
    return "on" if tool.predicate else ""


def state(snapshot: Snapshot, consumer: Consumer, tool: Tool, found: Sequence[Finding]) -> tuple[str, str]:
    """What becomes of the tool, in words, and the style for it."""
    if snapshot.mark(consumer.id, tool.key) == "-":
        return "removed", "error"
    severity = worst(found)
    codes = sorted({one.code for one in found}, key=lambda code: (_rank(found, code), code))
    word = fate(tool)
    glyph, style = _FATE[word]
    if severity is None:
        return f"{glyph} {word}", style
    return " ".join((SEVERITY_GLYPH[severity], word, *codes)), severity


def _rank(found: Sequence[Finding], code: str) -> int:
    return min(SEVERITIES.index(one.severity) for one in found if one.code == code)


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
    via: Sequence[str], tools: Sequence[Tool], found: Mapping[str, list[Finding]], closed: frozenset[str]
) -> Line:
    inside = [tool for tool in tools if tuple(tool.via[: len(via)]) == tuple(via)]
    severity = worst(finding for tool in inside for finding in found.get(tool.key, ()))
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
    snapshot: Snapshot, consumer: Consumer, tool: Tool, found: Sequence[Finding], *, depth: int, flat: bool
) -> Line:
    text, style = state(snapshot, consumer, tool, found)
    origin = ORIGIN[tool.origin]
    if flat and tool.via:
        origin = f"{origin} · {visible(tool.via[-1])}"
    cells = (
        visible(tool.visible),
        visible(tool.function or ""),
        visible(tool.business_id or ""),
        stop_cell(consumer, tool),
        _APPROVAL[tool.approval],
        enable_cell(tool),
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
            "warning",
            "plain",
            "muted",
            style,
        ),
        depth=depth,
        mark=snapshot.mark(consumer.id, tool.key) or "",
        search=" ".join((*cells, *map(visible, tool.via))).lower(),
    )
