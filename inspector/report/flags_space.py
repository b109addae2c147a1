"""What flags and tenants there are, and what reads them."""

from collections.abc import Iterator, Sequence

from inspector.inspection.explored import Explored
from inspector.inspection.result import Inspection
from inspector.model import FlagValue, Space
from inspector.report import combinations
from inspector.report.columns import brief, fold, pad, width, wrap
from inspector.report.flag_readers import Reader, reader_text, readers
from inspector.report.scenario_text import FIRST_VALUES, departures, flags_of, settings_text, value_text
from inspector.report.style import Style

_UNHEEDED = "{} forbidden combinations could not be taken into account: together they are too intricate."
_MANY = 12
"""Flags above which they are told together where they are alike."""
_Entry = tuple[str, tuple[str, ...]]
"""A name, and lines that say something of it."""
_MOST_READERS = 12
"""Of one flag; JSON has all of them."""
_LONGEST_NAME = 28
"""Columns that the names on the left take at most."""


def render(space: Space, style: Style) -> Iterator[str]:
    """Flags with their values, the combinations that are legal, and the tenants."""
    flags = flags_of(space)
    if flags:
        yield f"{style.paint('Flags', 'bold')}  (the default first)"
        yield from _listed(_together([(one.name, (_values(one.values),)) for one in flags]), style)
        yield from wrap(_legal(space), style.width, indent="  ")
        if space.unheeded:
            yield from wrap(_UNHEEDED.format(len(space.unheeded)), style.width, indent="  ")
        yield ""
    if space.tenants:
        yield style.paint("Tenants", "bold")
        if flags:
            yield from _listed([(name, (tenant_text(space, name),)) for name in space.tenants], style)
        else:
            yield from wrap(", ".join(map(brief, space.tenants)), style.width, indent="  ")
        yield ""


def reads(inspection: Inspection, known: Explored, style: Style, *, complete: bool) -> Iterator[str]:
    """What reads each flag, and the flags that nothing reads; `complete`: everything was explored."""
    by_flag = readers(inspection)
    if by_flag:
        yield style.paint("Read by", "bold")
        yield from _listed(_together([(flag, _told(found)) for flag, found in by_flag.items()]), style)
        yield ""
    if known.unread:
        yield style.paint("Never read" if complete else "Not known yet", "bold")
        names = ", ".join(map(brief, known.unread))
        yield from wrap(names, style.width, indent="  ")
        if not complete:
            yield from wrap("What was not explored may read them.", style.width, indent="  ")
        yield ""


def _told(found: Sequence[Reader]) -> tuple[str, ...]:
    texts = [reader_text(one) for one in found[:_MOST_READERS]]
    if len(found) > _MOST_READERS:
        texts.append(f"and {len(found) - _MOST_READERS} more")
    return tuple(texts)


def _together(entries: Sequence[_Entry]) -> list[_Entry]:
    """Of many flags those that the same is said of as one."""
    if len(entries) <= _MANY:
        return list(entries)
    names: dict[tuple[str, ...], list[str]] = {}
    for name, said in entries:
        names.setdefault(said, []).append(name)
    return [(", ".join(alike), said) for said, alike in names.items()]


def tenant_text(space: Space, name: str) -> str:
    """The values of a tenant that aren't their flags' first ones."""
    flags = flags_of(space)
    values = {
        flag.name: value
        for flag, position in zip(flags, space.tenants[name], strict=False)
        if (value := flag.values[position]) is not None
    }
    return settings_text(departures(space, values)) or FIRST_VALUES


def _values(values: Sequence[FlagValue | None]) -> str:
    return ", ".join(value_text(value) for value in values if value is not None)


def _legal(space: Space) -> str:
    legal, written = combinations.legal(space), combinations.written(space)
    if legal == written:
        return f"{written:,} combinations; none is forbidden."
    return f"{legal:,} of {written:,} combinations are legal. Forbidden: {combinations.forbidden(space)}."


def _listed(entries: Sequence[_Entry], style: Style) -> Iterator[str]:
    """Names on the left, what is said of them on the right; below those that are long."""
    names = [brief(name) for name, _said in entries]
    columns = max((width(name) for name in names if width(name) <= _LONGEST_NAME), default=2)
    for name, (_raw, said) in zip(names, entries, strict=True):
        lead = pad(name, columns)
        if width(name) > columns:
            yield from wrap(name, style.width, indent="  ")
            lead = " " * columns
        for text in said:
            yield from fold(text, style.width, lead=f"  {lead}  ")
            lead = " " * columns
