"""Every name that a control set, override table or id table holds, beside what it is."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from inspector.controls import ConsumerJoin, Listing
from inspector.model import (
    ApprovalDefault,
    Consumer,
    ControlSet,
    Finding,
    ListedName,
    Location,
    Prompt,
    SetKind,
    Tool,
)
from inspector.report import listed
from inspector.report.escape import visible
from inspector.tui.glyphs import SEVERITY_GLYPH, worst
from inspector.tui.lines import Column, Line
from inspector.tui.origins import ORIGIN
from inspector.tui.snapshot import Snapshot

COLUMNS = (
    Column("Name", 0, minimum=16, maximum=40),
    Column("Set", 2, minimum=21, maximum=44, keep_end=True),
    Column("Says", 3, minimum=9, maximum=24),
    Column("Is", 1, minimum=25, maximum=60),
    Column("Where", 4, minimum=14, maximum=50, keep_end=True),
)
KIND: dict[SetKind, str] = {
    "stop": "Stop lists", "approval": "Approval", "enable": "Switches", "tool_choice": "Tool choice",
    "trace": "Trace filters", "mcp_filter": "MCP filters", "mcp_approval": "MCP approval",
    "hosted_allowed": "Hosted, allowed", "hosted_approval": "Hosted, approval", "declared": "Declared",
}  # fmt: skip
_DEFAULT_RULE = "TI203"
"""About an approval default that lets names through."""
OVERRIDES, IDS, PROMPTS = "Override tables", "Business ids", "Prompts"
ORDER = (*KIND.values(), OVERRIDES, IDS, PROMPTS)
_Place = tuple[str, str, str | None, str, Location | None]


@dataclass(frozen=True, slots=True)
class Entry:
    """One listed name; texts are raw."""

    kind: str
    source: str
    name: str
    says: str
    key: str
    location: Location | None
    consumer: str | None = None
    """Of the set; None for one of the whole project."""
    means: str = ""
    """What it is: whose tool, or why it is none."""
    is_ghost: bool = False
    tools: tuple[tuple[str, str], ...] = ()
    """(consumer id, tool key) of what it matches."""
    findings: tuple[Finding, ...] = ()


class SetEntries:
    """All entries of a snapshot; built once for a load, when they are first looked at."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._tools, self._reasons = _joined(snapshot)
        self._found: Mapping[Location, list[Finding]] = _by_first_place(snapshot.findings)
        self.by_kind: dict[str, list[Entry]] = {}
        for entry in self._all():
            self.by_kind.setdefault(entry.kind, []).append(entry)

    def at(self, finding: Finding) -> Entry | None:
        """The entry that a finding is about."""
        return next(
            (one for entries in self.by_kind.values() for one in entries if finding in one.findings), None
        )

    def _all(self) -> Iterator[Entry]:
        controls, number = self._snapshot.controls, 0
        for one in sorted(controls.sets, key=lambda each: ORDER.index(KIND[each.kind])):
            for number, entry in enumerate(one.entries):
                yield self._of_set(one, entry, number)
        if controls.approval_default is not None:
            yield self._of_default(controls.approval_default, controls.approval_default_location)
        for consumer, (default, location) in controls.own_defaults.items():
            yield self._of_default(default, location, consumer)
        for table in controls.overrides:
            for number, entry in enumerate(table.entries):
                source = f"{table.environment}: {table.source}"
                yield self._plain(OVERRIDES, source, entry, f"override:{table.environment}:{number}")
        for number, entry in enumerate(controls.ids):
            yield self._plain(IDS, "ids", entry, f"id:{number}")
        for number, prompt in enumerate(controls.prompts):
            if prompt.consumer is None:
                yield self._of_prompt(prompt, number)

    def _of_set(self, one: ControlSet, entry: ListedName, number: int) -> Entry:
        place = _place(Listing(set=one, entry=entry))
        tools, reason = self._tools.get(place, []), self._reasons.get(place, "")
        return Entry(
            kind=KIND[one.kind],
            source=one.source,
            name=entry.name,
            says=listed.says(Listing(set=one, entry=entry)),
            key=f"entry:{one.kind}:{one.consumer}:{one.source}:{number}:{entry.name}",
            location=entry.location or one.location,
            consumer=one.consumer,
            means=_means(entry.name, tools) if tools else reason or self._unmatched(one, entry.name),
            is_ghost=not tools and bool(reason),
            tools=tuple((consumer.id, tool.key) for consumer, tool in tools),
            findings=self._findings(entry.location, one.consumer, entry.name, is_ghost=bool(reason)),
        )

    def _unmatched(self, one: ControlSet, name: str) -> str:
        """What a name is that is neither a tool's nor told to be none."""
        consumer = self._snapshot.consumer(one.consumer) if one.consumer is not None else None
        tool = next((tool for tool in consumer.tools if tool.visible == name), None) if consumer else None
        if tool is not None:
            return f"{ORIGIN[tool.origin]}, which a {listed.KIND[one.kind]} never matches"
        if self._snapshot.registry.part:
            return f"no tool of {self._snapshot.registry.part}; nothing else was looked at"
        return "not known: tools may be there that nobody sees"

    def _of_default(
        self, default: ApprovalDefault, location: Location | None, consumer: str | None = None
    ) -> Entry:
        """What becomes of names that no approval table lists, in the project or on one consumer."""
        return Entry(
            kind=KIND["approval"],
            source="approval-default" if consumer is None else f"approval-default of {consumer}",
            name="any other name",
            says=default,
            key="approval-default" if consumer is None else f"approval-default:{consumer}",
            location=location,
            means="every name that no table lists",
            findings=tuple(
                one
                for one in self._snapshot.findings
                if one.code == _DEFAULT_RULE and one.consumer == consumer
            ),
        )

    def _of_prompt(self, prompt: Prompt, number: int) -> Entry:
        """A text of the whole project; findings are about any of its lines."""
        path = prompt.location.path if prompt.location is not None else prompt.source
        about = [one for place, found in self._found.items() if place.path == path for one in found]
        return Entry(
            kind=PROMPTS,
            source=prompt.source,
            name=prompt.source,
            says="",
            key=f"prompt:{number}:{prompt.source}",
            location=prompt.location,
            means=f"a text of {len(prompt.text.splitlines())} lines",
            findings=tuple(about),
        )

    def _plain(self, kind: str, source: str, entry: ListedName, key: str) -> Entry:
        value = "" if entry.value is None else str(entry.value)
        found = tuple(self._found.get(entry.location, ())) if entry.location else ()
        return Entry(kind, source, entry.name, value, key, entry.location, findings=found)

    def _findings(
        self, location: Location | None, consumer: str | None, name: str, *, is_ghost: bool
    ) -> tuple[Finding, ...]:
        if location is not None and location in self._found:
            return tuple(one for one in self._found[location] if name in (*one.names, one.ghost))
        return tuple(self._snapshot.found.on_ghost(consumer, name)) if is_ghost else ()


def entry_lines(entries: list[Entry]) -> list[Line]:
    """One line for each entry."""
    return [_line(entry) for entry in entries]


def _line(entry: Entry) -> Line:
    severity = worst(entry.findings)
    glyph = SEVERITY_GLYPH[severity] if severity else listed.GHOST if entry.is_ghost else " "
    means = visible(entry.means)
    cells = (
        visible(f"{glyph} {listed.named(entry.name)}"),
        visible(entry.source),
        visible(entry.says),
        means,
        visible(str(entry.location or "")),
    )
    codes = " ".join(one.code for one in entry.findings)
    return Line(
        key=entry.key,
        cells=cells,
        styles=(severity or ("muted" if entry.is_ghost else "strong"), "plain", "accent", "plain", "muted"),
        search=f"{' '.join(cells)} {entry.kind} {codes}".lower(),
    )


def _means(name: str, tools: list[tuple[Consumer, Tool]]) -> str:
    """Whose tool it is, or which tools it matches."""
    owners = list(dict.fromkeys(consumer.name for consumer, _tool in tools))
    whose = owners[0] if len(owners) == 1 else f"{owners[0]} and {len(owners) - 1} more"
    names = list(dict.fromkeys(tool.visible for _consumer, tool in tools))
    off = ", off" if all(tool.enabled is False for _consumer, tool in tools) else ""
    if names == [name]:
        return f"tool of {whose}{off}"
    if len(names) == 1:
        return f"means `{names[0]}` of {whose}{off}"
    return f"{len(names)} tools of {whose}{off}"


def _joined(
    snapshot: Snapshot,
) -> tuple[Mapping[_Place, list[tuple[Consumer, Tool]]], Mapping[_Place, str]]:
    """Tools, and reasons why there is none, by entry."""
    tools: dict[_Place, list[tuple[Consumer, Tool]]] = defaultdict(list)
    reasons: dict[_Place, str] = {}
    for identifier, joined in snapshot.join.consumers.items():
        consumer = snapshot.consumer(identifier)
        if consumer is None:
            continue
        by_key = {tool.key: tool for tool in consumer.tools}
        for key, listing in _tool_listings(joined):
            if key in by_key:
                tools[_place(listing)].append((consumer, by_key[key]))
        for ghost in joined.ghosts:
            reasons.update((_place(one), ghost.reason) for one in ghost.listings)
    # Where other consumers weren't looked at, a name that is none of the shown ones' may well be theirs.
    for stray in () if snapshot.registry.part else snapshot.join.strays:
        reasons.update((_place(one), stray.reason) for one in stray.listings)
    return tools, reasons


def _tool_listings(joined: ConsumerJoin) -> Iterator[tuple[str, Listing]]:
    for key, controls in joined.tools.items():
        for one in (*controls.stop, *controls.approval, *controls.enable, *controls.other):
            yield key, one


def _place(listing: Listing) -> _Place:
    """What tells an entry apart from all others, without looking at the rest of its set."""
    one = listing.set
    return one.kind, one.source, one.consumer, listing.entry.name, listing.entry.location


def _by_first_place(findings: tuple[Finding, ...]) -> Mapping[Location, list[Finding]]:
    found: dict[Location, list[Finding]] = defaultdict(list)
    for finding in findings:
        if finding.locations:
            found[finding.locations[0]].append(finding)
    return found
