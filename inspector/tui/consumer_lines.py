"""The tree on the left: consumers by module, then control sets, suggested sets and what isn't shown."""

from inspector.model import Consumer, Finding
from inspector.report import suggested_sets
from inspector.report.escape import visible
from inspector.tui.glyphs import DISAGREE, badge, worst
from inspector.tui.issues import Issue, by_kind, issues_of
from inspector.tui.lines import Column, Line
from inspector.tui.set_entries import ORDER, Entry, SetEntries
from inspector.tui.snapshot import Snapshot

COLUMNS = (
    Column("Consumer", 0, minimum=12, maximum=60),
    Column("Tools", 2, minimum=1, maximum=6, right=True),
    Column("Found", 1, minimum=1, maximum=14, right=True),
)
MODULE, ISSUES, ISSUE_KIND = "module:", "issues:", "issues:kind:"
SETS, SET_KIND, SUGGESTED = "sets:", "sets:kind:", "suggested:"
_OF_LOADING = "TI7"
"""What codes of findings about loading begin with."""


def tree_lines(snapshot: Snapshot, entries: SetEntries, closed: frozenset[str] = frozenset()) -> list[Line]:
    """Lines of the whole tree; keys are consumer ids, or start with MODULE, SETS, SUGGESTED or ISSUES."""
    return [
        *consumer_lines(snapshot, closed),
        *_set_lines(entries, closed),
        *_suggested_lines(snapshot),
        *_issue_lines(snapshot, closed),
    ]


def consumer_lines(snapshot: Snapshot, closed: frozenset[str] = frozenset()) -> list[Line]:
    """Lines of consumers under their modules."""
    modules: dict[str, list[Consumer]] = {}
    for consumer in (*snapshot.registry.consumers, *snapshot.removed):
        modules.setdefault(module_of(consumer), []).append(consumer)
    lines: list[Line] = []
    for module, consumers in modules.items():
        inside = {id(one): one for consumer in consumers for one in snapshot.found.of(consumer.id)}
        is_open = MODULE + module not in closed
        lines.append(_module_line(module, [*inside.values()], is_open))
        if is_open:
            ids = {consumer.id for consumer in consumers}
            lines += [_consumer_line(snapshot, one, _depth(one, ids)) for one in consumers]
    return lines


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


def _consumer_line(snapshot: Snapshot, consumer: Consumer, depth: int) -> Line:
    name, found = visible(consumer.name), snapshot.found.of(consumer.id)
    stale, mark = consumer.id in snapshot.stale, snapshot.consumer_marks.get(consumer.id, "")
    note = " (stale)" if stale else " (cut short)" if consumer.partial else ""
    names = [word for tool in snapshot.tools(consumer) for word in (tool.visible, tool.function or "")]
    names += [ghost.name for ghost in snapshot.ghosts(consumer.id)]
    style = "muted" if stale or mark == "-" else "strong"
    live = sum(tool.live for tool in consumer.tools)
    return Line(
        key=consumer.id,
        cells=(name + note, str(live), badge(found) or snapshot.all_well),
        styles=(style, "plain", worst(found) or ("warning" if snapshot.error else "good")),
        depth=depth,
        mark=mark,
        search=" ".join(map(visible, (consumer.name, consumer.id, *names))).lower(),
    )


def _set_lines(entries: SetEntries, closed: frozenset[str]) -> list[Line]:
    """Control sets by kind."""
    if not entries.by_kind:
        return []
    is_open = SETS not in closed
    everything = [one for kind in entries.by_kind.values() for one in kind]
    lines = [_set_line(SETS, "Control sets", everything, depth=0, is_open=is_open)]
    if is_open:
        lines += [
            _set_line(SET_KIND + kind, kind, entries.by_kind[kind], depth=1, is_open=None)
            for kind in ORDER
            if kind in entries.by_kind
        ]
    return lines


def _set_line(key: str, title: str, entries: list[Entry], *, depth: int, is_open: bool | None) -> Line:
    found = {id(one): one for entry in entries for one in entry.findings}.values()
    names = (f"{one.name} {one.source}" for one in entries)
    return Line(
        key=key,
        cells=(title, str(len(entries)), badge(found)),
        styles=("plain", "muted", worst(found) or "muted"),
        depth=depth,
        open=is_open,
        search=" ".join((title, *map(visible, names))).lower(),
    )


def _suggested_lines(snapshot: Snapshot) -> list[Line]:
    suggestions = snapshot.suggestions
    if not suggestions:
        return []
    words = (f"{one.reference} {' '.join(name for name, _reason in one.mismatches)}" for one in suggestions)
    count = suggested_sets.disagreeing(suggestions)
    return [
        Line(
            key=SUGGESTED,
            cells=("Suggested sets", str(len(suggestions)), f"{DISAGREE}{count}" if count else ""),
            styles=("plain", "muted", "warning"),
            search=f"suggested sets {' '.join(map(visible, words))}".lower(),
        )
    ]


def _issue_lines(snapshot: Snapshot, closed: frozenset[str]) -> list[Line]:
    issues = issues_of(snapshot.registry, snapshot.notices)
    if not issues:
        return []
    is_open = ISSUES not in closed
    severity = worst(one for one in snapshot.found.of(None) if one.code.startswith(_OF_LOADING))
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
