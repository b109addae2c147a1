"""The audit as text: the plan batch by batch, what the fix leaves alone, and what could not be read."""

from collections.abc import Iterator, Sequence

from inspector.model import Audit, Batch, Override, Reference
from inspector.report.audit_counts import ADVICE, TITLES, advises_deny, counts, in_batch, plan
from inspector.report.columns import brief, wrap
from inspector.report.escape import visible
from inspector.report.style import Style
from inspector.report.summary import counted

_MOST = 12
"""References of one override, and files that were not read, that are named."""
_CALLED = {"override_table": "override table", "tool_choice": "tool choice", "trace": "trace filter"}


def render(audit: Audit, style: Style, *, batch: Batch | None = None, every: bool = False) -> Iterator[str]:
    """Lines without line ends; `every`: also overrides that nothing refers to, and places that are right."""
    for number, overrides in plan(audit, batch):
        heading = f"Batch {number}: {TITLES[number]}"
        yield f"{style.paint(heading, 'bold')} ({counted(len(overrides), 'override')})"
        if number == 1 and advises_deny(audit):
            yield from wrap(ADVICE, style.width, indent="  ")
        for override in overrides:
            yield from _override(override, style, every=every)
        yield ""
    if batch is None:
        yield from _drift(audit, style)
        yield from _unresolved(audit, style)
        yield from _unreferred(audit, style, every=every)
        yield from _not_read(audit, style, every=every)
    yield _summary(audit)


def named(override: Override) -> str:
    """`refund_order_v2 → refund`; a name that can't be told is `?`."""
    old = override.variable if override.form == "variable" else _function(override)
    return f"{brief(old)} → {brief(override.override or '?')}"


def _function(override: Override) -> str:
    return override.function or override.variable or "(tools of MCP servers)"


def _override(override: Override, style: Style, *, every: bool) -> Iterator[str]:
    risks = f"  {' '.join(override.risk)}" if override.risk else ""
    sign = style.glyph("error" if override.batch in (1, 2) else "warning")
    place = style.paint(f"{visible(override.path)}:{override.line}", "dim")
    yield f"  {sign} {style.paint(named(override), 'bold')}{risks}  {place}"
    references = [one for one in override.references if every or one.due or one.accepted]
    for reference in references[:_MOST]:
        yield from _reference(reference, style)
    if len(references) > _MOST:
        yield f"      and {len(references) - _MOST} more"


def _reference(reference: Reference, style: Style) -> Iterator[str]:
    what = _CALLED.get(reference.set, reference.set)
    where = f"{visible(reference.path)}:{reference.line}:{reference.column}"
    yield f"      {where}  {what}  {style.paint(brief(reference.text), 'dim')}"
    if reference.accepted:
        note = f"accepted: {reference.accepted}"
    elif reference.replacement is not None:
        note = f"write `{reference.replacement}`: {reference.reason}"
    elif reference.due:
        note = f"by hand: {reference.kept}"
    else:
        note = f"left alone: {reference.kept}"
    yield from wrap(note, style.width, indent="        ")


def _drift(audit: Audit, style: Style) -> Iterator[str]:
    if not audit.drift:
        return
    yield style.paint("Override tables that drift from the code (TI207)", "bold")
    for one in audit.drift:
        first, *more = wrap(one.message, style.width - 4)
        yield f"  {style.glyph('error')} {first}"
        yield from (f"    {line}" for line in more)
        line = f":{one.line}" if one.line is not None else ""
        yield style.paint(f"    {visible(one.path)}{line}", "dim")
    yield ""


def _unresolved(audit: Audit, style: Style) -> Iterator[str]:
    found = [one for one in audit.overrides if one.unresolved]
    if not found:
        return
    yield style.paint("Names that only a run tells", "bold")
    for override in found:
        place = style.paint(f"{visible(override.path)}:{override.line}", "dim")
        yield f"  {brief(_function(override))}  {place}"
        yield from wrap(override.unresolved, style.width, indent="    ")
    yield ""


def _unreferred(audit: Audit, style: Style, *, every: bool) -> Iterator[str]:
    found = [one for one in in_batch(audit, None) if not one.unresolved]
    if not found:
        return
    said = f"{counted(len(found), 'override')} that nothing quotes"
    if not every:
        yield f"{said} by an old name (--all lists them)"
        yield ""
        return
    yield style.paint(f"{said} by an old name", "bold")
    for override in found:
        place = style.paint(f"{visible(override.path)}:{override.line}", "dim")
        yield f"  {named(override)}  {place}"
        for reference in override.references:
            yield from _reference(reference, style)
    yield ""


def _not_read(audit: Audit, style: Style, *, every: bool) -> Iterator[str]:
    found: Sequence[tuple[str, str]] = [
        (f"{one.path}:{one.line}" if one.line is not None else one.path, one.reason)
        for one in audit.not_read
        if every or one.reason != "binary"
    ]
    if not found:
        return
    yield style.paint("Not read, or not as what it is called", "bold")
    for path, reason in found if every else found[:_MOST]:
        yield from wrap(f"{path}: {reason}", style.width, indent="  ")
    if len(found) > _MOST and not every:
        yield f"  and {len(found) - _MOST} more"
    yield ""


def _summary(audit: Audit) -> str:
    numbers = counts(audit)
    due, fixable = numbers["references"], numbers["fixable"]
    parts = [counted(numbers["overrides"], "override"), f"{counted(due, 'place')} to change"]
    if due:
        parts.append(f"{fixable} of them by --fix")
    if audit.drift:
        parts.append(counted(len(audit.drift), "drift"))
    return f"{', '.join(parts)} ({counted(audit.files, 'file')}, {audit.lines:,} lines)"
