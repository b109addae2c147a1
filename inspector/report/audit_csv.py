"""The audit as CSV: a line for each place, and one for each override without any."""

import csv
import io

from inspector.model import Audit, Batch
from inspector.report.escape import visible

HEADER = (
    *("batch", "function", "module", "override", "by", "defined_at", "risk", "set", "place", "column"),
    *("old_name", "due", "replacement", "reason", "kept", "accepted", "text"),
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def render(audit: Audit, batch: Batch | None = None) -> bytes:
    """UTF-8 with a header; what a spreadsheet would take for a formula has a `'` before it."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(HEADER)
    for override in audit.overrides:
        if batch is not None and override.batch != batch:
            continue
        own = (
            override.batch or "",
            override.function,
            override.module,
            override.override or "",
            override.by,
            f"{override.path}:{override.line}",
            " ".join(override.risk),
        )
        for one in override.references:
            place = (one.set, f"{one.path}:{one.line}", one.column, one.name, "yes" if one.due else "no")
            said = (one.replacement or "", one.reason, one.kept, one.accepted, one.text)
            writer.writerow([_cell(each) for each in (*own, *place, *said)])
        if not override.references:
            writer.writerow([_cell(each) for each in (*own, *[""] * (len(HEADER) - len(own)))])
    return stream.getvalue().encode("utf-8")


def _cell(value: object) -> str:
    text = visible(str(value))
    return f"'{text}" if text.startswith(_FORMULA) else text
