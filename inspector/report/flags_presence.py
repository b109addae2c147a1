"""Which tool is there in which scenario, by consumer."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import msgspec

from inspector.flags.matrix import Matrix
from inspector.flags.matrix import Row as Presence
from inspector.flags.space import default, position
from inspector.flags.wording import words
from inspector.inspection.result import Inspection
from inspector.model import Condition, Consumer, Space
from inspector.report.columns import brief, fold, wrap
from inspector.report.presence_cells import PresenceCells
from inspector.report.presence_table import Row, lay_out, legend
from inspector.report.scenario_text import default_name
from inspector.report.style import Style
from inspector.report.summary import counted
from inspector.report.tools_apart import told_apart

SHOWN = "shown"
"""Column of a scenario that is neither the default one nor a tenant's."""
_ALWAYS, _NEVER, _UNDECIDED = "In every scenario", "In no scenario", "Not decided in any scenario"
_UNPROVEN = ", as far as was seen (not proven)"
_SAME = "The same in every scenario:"
_NAMED = 60
"""Tools that a summary line names at most."""


class Columns(msgspec.Struct, frozen=True):
    """The scenarios that have a column, by name."""

    names: tuple[str, ...]
    positions: tuple[tuple[int, ...], ...]


def columns_of(inspection: Inspection, space: Space) -> Columns:
    """The default scenario, the shown one where it is another without a name, and each tenant's."""
    usual, shown = default(space), position(space, inspection.scenario)
    unnamed = {default_name(space): usual}
    if shown != usual and not inspection.scenario.tenant:
        unnamed[SHOWN] = shown
    return Columns((*unnamed, *space.tenants), (*unnamed.values(), *space.tenants.values()))


def condition_of(row: Presence, space: Space) -> str:
    """When the tool is there, and when nothing tells, in words; empty for always."""
    told = row.words
    if space.legal.meets(row.undecided):
        unclear = words(space, row.undecided)
        told = f"{told}; " if told else ""
        told += f"not decided when {unclear}" if unclear else "not decided"
    return told if row.exact else f"{told or 'always'} (not proven)"


def wherever(consumer: Consumer, space: Space) -> Condition:
    """The legal scenarios that a consumer is in; `space.legal` itself where that is all of them."""
    presence = consumer.presence
    is_always = presence is None or not space.legal.meets(~presence)
    return space.legal if presence is None or is_always else presence & space.legal


def constancy(row: Presence, existing: Condition) -> str:
    """What is said of a tool that is alike in all scenarios of its consumer; empty for one that varies."""
    if existing.meets(row.undecided):
        return "" if existing.meets(~row.undecided) else _UNDECIDED
    if not existing.meets(row.presence):
        return _NEVER
    return "" if existing.meets(~row.presence) else _ALWAYS


def render(
    inspection: Inspection, space: Space, table: Matrix, style: Style, *, every: bool
) -> Iterator[str]:
    """A section for each consumer, then what the marks mean; `every`: also tools that don't vary."""
    columns, cells = columns_of(inspection, space), PresenceCells(inspection)
    rows: dict[str, list[Presence]] = defaultdict(list)
    for row in table.rows:
        rows[row.consumer].append(row)
    alike: list[str] = []
    drawn = False
    for consumer in inspection.everywhere.consumers:
        own, existing = rows[consumer.id], wherever(consumer, space)
        kinds = [constancy(row, existing) for row in own]
        certain = not consumer.doubt and all(row.exact for row in own)
        if not every and certain and existing is space.legal and set(kinds) <= {_ALWAYS}:
            alike.append(f"{brief(consumer.name)} ({counted(len(own), 'tool')})")
            continue
        yield _heading(consumer, style)
        yield from _existence(consumer, existing, space, style)
        varying = own if every else [row for row, kind in zip(own, kinds, strict=True) if not kind]
        drawn = drawn or bool(varying)
        yield from _table(_named(varying, consumer), columns, cells, space, style)
        if not every:
            yield from _constant(own, kinds, style, "" if existing is space.legal else " of it")
        yield ""
    if alike:
        yield from fold(f"{_SAME} {', '.join(alike)}", style.width, hang=2)
        yield ""
    if drawn:
        yield legend(style)
        yield ""


def _heading(consumer: Consumer, style: Style) -> str:
    return f"{style.paint(brief(consumer.name), 'bold')}  {style.paint(brief(consumer.id), 'dim')}"


def _existence(consumer: Consumer, existing: Condition, space: Space, style: Style) -> Iterator[str]:
    if existing is not space.legal:
        told = f"exists only when {words(space, existing)}" if existing.possible else "exists in no scenario"
        told += "" if not consumer.doubt else f" (not proven: {consumer.doubt})"
        yield from wrap(told, style.width, indent="  ")


def _named(rows: Sequence[Presence], consumer: Consumer) -> list[tuple[str, Presence]]:
    """Rows with their visible names; of tools that share one, also with what tells them apart."""
    apart = told_apart(consumer.tools)
    return [(f"{row.visible} ({apart[row.key]})" if row.key in apart else row.visible, row) for row in rows]


def _table(
    rows: Sequence[tuple[str, Presence]], columns: Columns, cells: PresenceCells, space: Space, style: Style
) -> Iterator[str]:
    if not rows:
        return
    shown = [
        Row(name, tuple(cells.of(row, at) for at in columns.positions), condition_of(row, space))
        for name, row in rows
    ]
    inner = msgspec.structs.replace(style, width=style.width - 2)
    yield from (f"  {line}" for line in lay_out(columns.names, shown, inner))


def _constant(rows: Sequence[Presence], kinds: Sequence[str], style: Style, of_it: str) -> Iterator[str]:
    """Tools that are alike in all scenarios, or in all `of_it` that their consumer is in."""
    names: dict[tuple[str, bool], list[str]] = defaultdict(list)
    for row, kind in zip(rows, kinds, strict=True):
        names[kind, row.exact].append(row.visible)
    for kind in (_ALWAYS, _NEVER, _UNDECIDED):
        for exact in (True, False):
            told = _summed(f"{kind}{of_it}{'' if exact else _UNPROVEN}", names.get((kind, exact), []))
            yield from (f"  {line}" for line in fold(told, style.width - 2, hang=2) if told)


def _summed(what: str, names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{what}: {', '.join(map(brief, names[:_NAMED]))}{more}" if names else ""
