"""The lines of the audit: batches, their overrides, and the places that quote their old names."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inspector.model import Audit, Batch, Override, Reference
from inspector.report.audit_counts import BATCHES, TITLES, in_batch
from inspector.report.audit_text import named
from inspector.report.escape import visible
from inspector.tui.glyphs import SEVERITY_GLYPH, SUPPRESSED
from inspector.tui.lines import Column, Line

COLUMNS = (
    Column("Override, and where its old name stands", 0, minimum=30, maximum=64, keep_end=False),
    Column("Set", 2, minimum=8, maximum=14),
    Column("Change", 1, minimum=12, maximum=40),
    Column("Risk", 3, minimum=5, maximum=14),
    Column("Defined", 4, minimum=20, maximum=44, keep_end=True),
)
_NONE = "none"


@dataclass(frozen=True, slots=True)
class AuditRow:
    """What a line stands for: a batch, an override of it, or one of its references."""

    batch: Batch | None
    override: Override | None = None
    reference: Reference | None = None


def audit_lines(audit: Audit) -> tuple[list[Line], dict[str, AuditRow]]:
    """All lines in order, and what each stands for by its key."""
    lines: list[Line] = []
    rows: dict[str, AuditRow] = {}
    for batch in (*BATCHES, None):
        overrides = in_batch(audit, batch)
        if overrides:
            for line, row in _batch(batch, overrides):
                lines.append(line)
                rows[line.key] = row
    return lines, rows


def _batch(batch: Batch | None, overrides: Sequence[Override]) -> Iterator[tuple[Line, AuditRow]]:
    title = f"Batch {batch}: {TITLES[batch]}" if batch is not None else "Nothing to change"
    cells = (f"{title} ({len(overrides)})", "", "", "", "")
    yield (
        Line(str(batch), cells, ("strong", *("muted",) * 4), open=True, search=title.lower()),
        AuditRow(batch),
    )
    for override in overrides:
        yield _override(override), AuditRow(batch, override)
        for reference in override.references:
            if reference.due or reference.accepted:
                yield _reference(override, reference), AuditRow(batch, override, reference)


def _override(override: Override) -> Line:
    place = visible(f"{override.path}:{override.line}")
    due = sum(one.due for one in override.references)
    accepted = any(one.accepted for one in override.references)
    nothing = "all accepted" if accepted else "quoted nowhere"
    change = f"{due} to change" if due else visible(override.unresolved) or nothing
    sign = SEVERITY_GLYPH["error" if override.batch in (1, 2) else "warning"] if due else "✓"
    if override.unresolved:
        sign = "?"
    cells = (f"{sign} {named(override)}", "", change, " ".join(override.risk), place)
    severity = {1: "error", 2: "error", 3: "warning"}.get(override.batch or 0, "plain")
    return Line(
        override_key(override),
        cells,
        (severity, "plain", "muted", "plain", "muted"),
        depth=1,
        open=True if due or accepted else None,
        search=" ".join(cells).lower(),
    )


def _reference(override: Override, reference: Reference) -> Line:
    place = visible(f"{reference.path}:{reference.line}")
    if reference.accepted:
        change = f"{SUPPRESSED} accepted: {visible(reference.accepted)}"
    elif reference.replacement is not None:
        change = f"write {visible(reference.replacement)}"
    else:
        change = "by hand"
    cells = (f"{place}  {visible(reference.text)}", reference.set.replace("_", " "), change, "", "")
    style = "muted" if reference.accepted else "plain"
    return Line(
        reference_key(override, reference),
        cells,
        (style, style, style, style, style),
        depth=2,
        search=" ".join((*cells, named(override))).lower(),
    )


def override_key(override: Override) -> str:
    """Stable from audit to audit as long as the override stands in the same module."""
    return "\0".join((override.path, override.function, override.form, str(override.override)))


def reference_key(override: Override, reference: Reference) -> str:
    """Stable as long as the place keeps its line."""
    place = (reference.path, str(reference.line), str(reference.column))
    return "\0".join((override_key(override), *place))
