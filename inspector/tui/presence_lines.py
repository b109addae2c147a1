"""The presence matrix as lines: failing conditions, then the tools that vary, by default and tenant."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from inspector.flags.matrix import Matrix, Row
from inspector.flags.space import position
from inspector.model import ALWAYS, NEVER, Condition, Finding, Space
from inspector.report.condition_text import depends
from inspector.report.escape import visible
from inspector.report.presence_cells import PresenceCells
from inspector.report.scenario_text import default_name
from inspector.tui.finding_lines import finding_key
from inspector.tui.glyphs import SEVERITY_GLYPH
from inspector.tui.lines import Line
from inspector.tui.scenario_choice import default_scenario

FINDING, TOOL, CONSUMER, CONDITIONS = "finding:", "tool:", "consumer:", "conditions"
THERE, ABSENT, UNKNOWN = "✓", "·", "?"
_LONGEST = 48


@dataclass(frozen=True, slots=True)
class Presence:
    """One row, whichever scenarios its columns are."""

    line: Line
    """Its first cells: what it is, and when it holds."""
    holds: Condition | None = None
    """None: a heading."""
    known: Callable[[Sequence[int]], bool | None] | None = None
    """Of a tool, whether it is there in a scenario; None where nothing tells."""
    mark: str = THERE
    """What a column shows where it holds; a finding has its sign."""
    style: str = "good"
    row: Row | None = None
    finding: Finding | None = None

    def cell(self, scenario: Sequence[int]) -> str:
        """What the column of a scenario shows."""
        if self.holds is None:
            return ""
        holds = self.known(scenario) if self.known is not None else self.holds.holds(scenario)
        return UNKNOWN if holds is None else self.mark if holds else ABSENT


def conditional(findings: Sequence[Finding]) -> list[Finding]:
    """Findings that depend on flags, or may."""
    return [one for one in findings if depends(one)]


def presences(
    matrix: Matrix,
    cells: PresenceCells,
    space: Space,
    findings: Sequence[Finding],
    *,
    apart: Mapping[tuple[str, str], str],
    closed: frozenset[str] = frozenset(),
) -> list[Presence]:
    """Everything that depends on flags, or may, under headings that `closed` may fold.

    `apart` is what tells tools of one name apart, by consumer and key.
    """
    tools = _tools(matrix, cells, space, closed, apart)
    return [*_conditions(conditional(findings), closed), *tools]


def varying(matrix: Matrix, space: Space) -> list[Row]:
    """Tools that are there, or undecided, in some scenarios only, or aren't proven not to be."""
    return [one for one in matrix.rows if _varies(one, space)]


def _varies(row: Row, space: Space) -> bool:
    legal = space.legal
    return not row.exact or any(one & legal not in (NEVER, legal) for one in (row.presence, row.undecided))


def columns_of(space: Space) -> list[tuple[str, tuple[int, ...]]]:
    """The default scenario and those of the tenants, each with its heading, safe to print."""
    default = (default_name(space), position(space, default_scenario(space)))
    return [default, *((visible(name), scenario) for name, scenario in space.tenants.items())]


def _conditions(findings: Sequence[Finding], closed: frozenset[str]) -> Iterator[Presence]:
    if not findings:
        return
    is_open = CONDITIONS not in closed
    count = f"Findings {len(findings)}"
    yield _heading(CONDITIONS, count, "when they hold", is_open=is_open)
    if is_open:
        yield from map(_finding, findings)


def _finding(finding: Finding) -> Presence:
    sign = SEVERITY_GLYPH[finding.severity]
    names = ", ".join(visible(name)[:_LONGEST] for name in finding.names[:3])
    owner = visible(finding.consumer_name or "the project")
    what = f"{sign} {finding.code} {names}"
    when = visible(finding.condition or "")
    if not finding.exact:
        when = f"≈ {when}"
    return Presence(
        Line(
            key=FINDING + finding_key(finding),
            cells=(what, when),
            styles=(finding.severity, "plain"),
            depth=1,
            search=f"{what} {finding.name} {owner} {when}".lower(),
        ),
        holds=ALWAYS if finding.holds is None else finding.holds,
        mark=sign,
        style=finding.severity,
        finding=finding,
    )


def _tools(
    matrix: Matrix,
    cells: PresenceCells,
    space: Space,
    closed: frozenset[str],
    apart: Mapping[tuple[str, str], str],
) -> Iterator[Presence]:
    by_consumer: dict[str, list[Row]] = {}
    for row in matrix.rows:
        by_consumer.setdefault(row.consumer, []).append(row)
    for consumer, rows in by_consumer.items():
        vary = [one for one in rows if _varies(one, space)]
        if not vary:
            continue
        key = CONSUMER + consumer
        is_open = key not in closed
        yield _heading(
            key,
            visible(rows[0].consumer_name),
            f"{len(vary)} of {len(rows)} tools {verb(vary)}",
            is_open=is_open,
        )
        if is_open:
            yield from (_tool(row, cells, apart.get((row.consumer, row.key), "")) for row in vary)


def verb(rows: Sequence[Row]) -> str:
    """What is said of tools that vary."""
    return "vary" if all(row.exact for row in rows) else "vary or may vary"


def _tool(row: Row, cells: PresenceCells, told: str) -> Presence:
    when = visible(row.words) or "always"
    if not row.exact:
        when = f"≈ {when}"
    name = f"{visible(row.visible)} ({visible(told)})" if told else visible(row.visible)
    return Presence(
        Line(
            key=f"{TOOL}{row.consumer}\0{row.key}",
            cells=(name, when),
            styles=("strong", "plain"),
            depth=1,
            search=f"{name} {visible(row.consumer_name)} {when}".lower(),
        ),
        holds=row.presence,
        known=partial(cells.of, row),
        row=row,
    )


def _heading(key: str, title: str, note: str, *, is_open: bool) -> Presence:
    return Presence(
        Line(key=key, cells=(title, note), styles=("muted", "muted"), open=is_open, search=title.lower())
    )
