"""The tree on the left: consumers under the module they come from, then what could not be shown."""

from collections import defaultdict
from collections.abc import Mapping

from inspector.model import Consumer, Finding
from inspector.report.escape import visible
from inspector.tui.glyphs import badge, worst
from inspector.tui.issues import Issue, by_kind, issues_of
from inspector.tui.lines import Column, Line
from inspector.tui.snapshot import Snapshot

COLUMNS = (
    Column("Consumer", 0, minimum=12, maximum=60),
    Column("Tools", 2, minimum=1, maximum=6, right=True),
    Column("Found", 1, minimum=1, maximum=14, right=True),
)
MODULE, ISSUES, ISSUE_KIND = "module:", "issues:", "issues:kind:"


def consumer_lines(snapshot: Snapshot, closed: frozenset[str] = frozenset()) -> list[Line]:
    """Lines of the whole tree; keys are consumer ids, or start with MODULE or ISSUES."""
    found: dict[str | None, list[Finding]] = defaultdict(list)
    for finding in snapshot.findings:
        found[finding.consumer].append(finding)
    modules: dict[str, list[Consumer]] = {}
    for consumer in (*snapshot.registry.consumers, *snapshot.removed):
        modules.setdefault(module_of(consumer), []).append(consumer)
    lines: list[Line] = []
    for module, consumers in modules.items():
        inside = [finding for consumer in consumers for finding in found.get(consumer.id, ())]
        is_open = MODULE + module not in closed
        lines.append(_module_line(module, inside, is_open))
        if is_open:
            ids = {consumer.id for consumer in consumers}
            lines += [
                _consumer_line(snapshot, one, found.get(one.id, []), _depth(one, ids)) for one in consumers
            ]
    return lines + _issue_lines(snapshot, found, closed)


def module_of(consumer: Consumer) -> str:
    """The module or file part of a consumer id."""
    return consumer.id.partition(":")[0]


def _depth(consumer: Consumer, ids: set[str]) -> int:
    parent = consumer.id.rpartition(">")[0]
    depth = 1
    while parent:
        depth += parent in ids
        parent = parent.rpartition(">")[0]
    return depth


def _module_line(module: str, inside: list[Finding], is_open: bool) -> Line:
    return Line(
        key=MODULE + module,
        cells=(visible(module), "", "" if is_open else badge(inside)),
        styles=("muted", "muted", worst(inside) or "muted"),
        open=is_open,
        search=visible(module).lower(),
    )


def _consumer_line(snapshot: Snapshot, consumer: Consumer, found: list[Finding], depth: int) -> Line:
    name = visible(consumer.name)
    stale, mark = consumer.id in snapshot.stale, snapshot.consumer_marks.get(consumer.id, "")
    note = " (stale)" if stale else " (cut short)" if consumer.partial else ""
    names = (word for tool in snapshot.tools(consumer) for word in (tool.visible, tool.function or ""))
    style = "muted" if stale or mark == "-" else "strong"
    return Line(
        key=consumer.id,
        cells=(name + note, str(sum(tool.live for tool in consumer.tools)), badge(found) or "✓"),
        styles=(style, "plain", worst(found) or "good"),
        depth=depth,
        mark=mark,
        search=" ".join(map(visible, (consumer.name, consumer.id, *names))).lower(),
    )


def _issue_lines(
    snapshot: Snapshot, found: Mapping[str | None, list[Finding]], closed: frozenset[str]
) -> list[Line]:
    issues = issues_of(snapshot.registry)
    if not issues:
        return []
    is_open = ISSUES not in closed
    severity = worst(found.get(None, ()))
    lines = [_issue_line(ISSUES, "Not shown", issues, depth=0, is_open=is_open, style=severity or "muted")]
    if is_open:
        lines += [
            _issue_line(
                ISSUE_KIND + kind,
                kind,
                members,
                depth=1,
                is_open=None,
                style="error" if members[0].is_failure else "muted",
            )
            for kind, members in by_kind(issues).items()
        ]
    return lines


def _issue_line(
    key: str, title: str, issues: list[Issue], *, depth: int, is_open: bool | None, style: str
) -> Line:
    search = " ".join((title, *(issue.search for issue in issues))).lower()
    return Line(
        key=key,
        cells=(title, str(len(issues)), "✗" if style == "error" else ""),
        styles=("plain", "muted", style),
        depth=depth,
        open=is_open,
        search=search,
    )
