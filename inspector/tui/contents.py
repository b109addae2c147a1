"""What stands in the table beside the tree, for each line of the tree, and what each of its lines is."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from inspector.model import Consumer, Tool
from inspector.report import suggested_sets
from inspector.report.escape import visible
from inspector.report.summary import gave_no_agent
from inspector.tui import consumer_lines, ghost_lines, issues, set_entries, suggestion_lines, tool_lines
from inspector.tui.lines import Column, Line, filtered
from inspector.tui.set_entries import Entry, SetEntries
from inspector.tui.snapshot import Snapshot
from inspector.tui.subject import NOTHING, Subject

_LONGEST = 60
NOTHING_MATCHES = "nothing matches; Esc clears the filter"


@dataclass(frozen=True, slots=True)
class Shown:
    """The contents of one tree line."""

    columns: Sequence[Column]
    lines: list[Line]
    title: str
    """Safe to print; without the count."""
    total: int
    """What the title counts when no filter is set."""
    note: str = ""
    empty: str = ""
    """Said in place of lines."""
    own_words: str = ""
    """Lower-case text of the tree line itself: a filter that it matches keeps every line."""
    subjects: dict[str, Subject] = field(default_factory=dict)
    """By line key; a key that is neither here nor in `tools` is a group."""
    whole: Subject = NOTHING
    """What the tree line itself is."""
    tools: dict[str, Tool] = field(default_factory=dict)
    """Of the consumer, by line key."""

    def subject(self, key: str) -> Subject:
        """What a line is; the consumer for a group of its tools."""
        tool = self.tools.get(key)
        if tool is not None:
            return Subject(consumer=self.whole.consumer, tool=tool)
        return self.subjects.get(key, Subject(consumer=self.whole.consumer))


def counted_rows(lines: Sequence[Line]) -> int:
    """How many of them a title counts: no groups, and no listed names without a tool."""
    return sum(line.open is None and not line.key.startswith(ghost_lines.GHOST) for line in lines)


class Contents:
    """The tree and its tables for one snapshot; keeps what it made last, since a filter asks for it anew."""

    def __init__(self, snapshot: Snapshot, cache: tool_lines.LineCache | None = None) -> None:
        self.snapshot = snapshot
        self._cache = cache
        self.entries = SetEntries(snapshot)
        self._issues = issues.issues_of(snapshot.registry, snapshot.notices)
        self._tree: tuple[frozenset[str], list[Line]] | None = None
        self._last: tuple[tuple[str, frozenset[str], bool], Shown] | None = None
        self._words: dict[str, str] = {}

    def tree(self, closed: frozenset[str]) -> list[Line]:
        """Lines of the tree; `closed` holds the keys of its groups whose lines are left out."""
        if self._tree is None or self._tree[0] != closed:
            self._tree = closed, consumer_lines.tree_lines(self.snapshot, self.entries, closed)
        return self._tree[1]

    def matching(self, closed: frozenset[str], wanted: str) -> Sequence[Line]:
        """The lines of the tree that a filter keeps: itself matches, or a line of its table does."""
        if wanted.startswith("!"):
            return self.tree(closed)
        return filtered(
            self.tree(closed), wanted, also=lambda line: wanted.lower() in self._table_words(line)
        )

    def _table_words(self, line: Line) -> str:
        """All that the table of a tree line shows; made when a filter first asks for it."""
        if line.key.startswith(consumer_lines.MODULE):
            return ""
        if line.key not in self._words:
            shown = self._make(line.key, frozenset(), flat=False)
            self._words[line.key] = "\n".join(one.search for one in shown.lines)
        return self._words[line.key]

    def of(self, key: str, *, closed: frozenset[str], flat: bool) -> Shown:
        """What the tree line of that key stands for."""
        wanted = key, closed, flat
        if self._last is None or self._last[0] != wanted:
            self._last = wanted, self._make(key, closed, flat)
        return self._last[1]

    def _make(self, key: str, closed: frozenset[str], flat: bool) -> Shown:
        consumer = self.snapshot.consumer(key)
        if consumer is not None:
            return self._tools(consumer, closed, flat)
        if key.startswith(consumer_lines.ISSUES):
            return self._of_issues(key)
        if key.startswith(consumer_lines.SETS):
            return self._of_sets(key)
        if key == consumer_lines.SUGGESTED:
            return self._suggested()
        return self._module(key)

    def _tools(self, consumer: Consumer, closed: frozenset[str], flat: bool) -> Shown:
        ghosts = self.snapshot.ghosts(consumer.id)
        subjects = {
            ghost_lines.ghost_key(ghost.name): Subject(consumer=consumer, ghost=ghost) for ghost in ghosts
        }
        note = f" · {ghost_lines.TITLE.lower()}: {len(ghosts)}" if ghosts else ""
        stale = " · last good version" if consumer.id in self.snapshot.stale else ""
        return Shown(
            tool_lines.COLUMNS,
            tool_lines.tool_lines(self.snapshot, consumer, closed=closed, flat=flat, cache=self._cache),
            title=f"{visible(consumer.name)[:_LONGEST]} · tools",
            total=sum(tool.live for tool in consumer.tools),
            note=note + stale,
            empty="this consumer has no tools",
            own_words=f"{consumer.name} {consumer.id}".lower(),
            subjects=subjects,
            whole=Subject(consumer=consumer),
            tools={tool.key: tool for tool in self.snapshot.tools(consumer)},
        )

    def _of_issues(self, key: str) -> Shown:
        kind = key.removeprefix(consumer_lines.ISSUE_KIND)
        members = [one for one in self._issues if key == consumer_lines.ISSUES or one.kind == kind]
        return Shown(
            issues.COLUMNS,
            issues.issue_lines(members),
            title="Not shown" if key == consumer_lines.ISSUES else kind,
            total=len(members),
            own_words=kind.lower(),
            subjects={one.key: Subject(issue=one) for one in members},
        )

    def _of_sets(self, key: str) -> Shown:
        kind = key.removeprefix(consumer_lines.SET_KIND)
        groups = self.entries.by_kind
        members: list[Entry] = (
            [one for group in groups.values() for one in group]
            if key == consumer_lines.SETS
            else groups.get(kind, [])
        )
        return Shown(
            set_entries.COLUMNS,
            set_entries.entry_lines(members),
            title="Control sets" if key == consumer_lines.SETS else kind,
            total=len(members),
            own_words=kind.lower(),
            subjects={one.key: Subject(entry=one) for one in members},
        )

    def _suggested(self) -> Shown:
        suggestions = self.snapshot.suggestions
        file = suggested_sets.config_file(Path(self.snapshot.registry.root))
        return Shown(
            suggestion_lines.COLUMNS,
            suggestion_lines.suggestion_lines(suggestions),
            title="Suggested sets",
            total=len(suggestions),
            own_words="suggested sets",
            subjects={
                suggestion_lines.suggestion_key(one): Subject(suggestions=(one,), config_file=file)
                for one in suggestions
            },
            whole=Subject(suggestions=suggestions, config_file=file),
        )

    def _module(self, key: str) -> Shown:
        """The consumers of a module; nothing for no key."""
        lines = [
            line
            for line in consumer_lines.consumer_lines(self.snapshot)
            if (one := self.snapshot.consumer(line.key))
            and consumer_lines.MODULE + consumer_lines.module_of(one) == key
        ]
        if self.snapshot.registry.consumers:
            empty = "" if key else NOTHING_MATCHES
        elif part := self.snapshot.registry.part:
            empty = visible(gave_no_agent(part))
        else:
            empty = "No agents were found in this project."
        return Shown(
            consumer_lines.COLUMNS if key else tool_lines.COLUMNS,
            lines,
            title=visible(key.removeprefix(consumer_lines.MODULE))[:_LONGEST] or "Tools",
            total=len(lines),
            empty=empty,
            subjects={line.key: Subject(consumer=self.snapshot.consumer(line.key)) for line in lines},
        )
