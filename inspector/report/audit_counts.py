"""What an audit comes to in numbers, and its overrides by batch."""

from collections.abc import Iterator

from inspector.model import Audit, Batch, Override

BATCHES: tuple[Batch, ...] = (1, 2, 3)
TITLES: dict[Batch, str] = {1: "approval first", 2: "then stop lists", 3: "then the rest"}
ADVICE = (
    "Until batch 1 is done, let the approval default be `deny`: a table that still has the old name would "
    "let the tool through unreviewed."
)


def counts(audit: Audit) -> dict[str, int]:
    """Overrides, those in each batch, references that are due, and those of them that the fix can change."""
    due = [one for override in audit.overrides for one in override.references if one.due]
    return {
        "overrides": len(audit.overrides),
        **{f"batch_{batch}": len(in_batch(audit, batch)) for batch in BATCHES},
        "references": len(due),
        "fixable": sum(one.replacement is not None for one in due),
        "drift": len(audit.drift),
    }


def in_batch(audit: Audit, batch: Batch | None) -> list[Override]:
    """The overrides of a batch; None: those that nothing refers to by mistake."""
    return [one for one in audit.overrides if one.batch == batch]


def plan(audit: Audit, batch: Batch | None = None) -> Iterator[tuple[Batch, list[Override]]]:
    """Each batch that has overrides, or only the one that is asked for."""
    for each in BATCHES:
        found = in_batch(audit, each)
        if found and batch in (None, each):
            yield each, found


def is_worst(audit: Audit) -> str:
    """The severity of the audit: approval, stop and drift are errors, the rest warnings; empty for none."""
    if audit.drift or in_batch(audit, 1) or in_batch(audit, 2):
        return "error"
    return "warning" if in_batch(audit, 3) else ""


def advises_deny(audit: Audit) -> bool:
    """Whether the approval default should be turned to deny while batch 1 is under way."""
    return bool(in_batch(audit, 1)) and audit.approval_default != "deny"
