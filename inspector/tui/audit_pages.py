"""Details of what is selected in the audit."""

from textual.content import Content

from inspector.inspection.audit import Audited
from inspector.model import Location, Override, Reference
from inspector.report.audit_counts import ADVICE, TITLES, advises_deny, counts
from inspector.report.audit_text import named
from inspector.tui.audit_lines import AuditRow
from inspector.tui.page import Page

_RISKS = {
    "F1": "a stop list doesn't stop at the tool",
    "F2": "an approval table lets the tool through",
    "F3": "a switch or a tool choice has no effect",
    "F4": "a prompt names a tool that the model doesn't have",
    "F5": "an environment's override table says otherwise than the code",
}
_AFTER = 4
"""Lines of a file that are shown after a place."""


def row_page(audited: Audited, row: AuditRow) -> Content:
    """A batch, an override, or one place."""
    page = Page(str(audited.root))
    if row.override is None:
        _batch(page, audited, row)
    elif row.reference is None:
        _override(page, row.override)
    else:
        _reference(page, row.override, row.reference)
    return page.content()


def overview_page(audited: Audited) -> Content:
    """Where there is nothing to select."""
    page = Page(str(audited.root))
    page.title("✓ No tool was given another name")
    page.muted(f"{audited.audit.files:,} files were read, and nothing of them was run.")
    return page.content()


def _batch(page: Page, audited: Audited, row: AuditRow) -> None:
    numbers = counts(audited.audit)
    if row.batch is None:
        page.title("Nothing to change", "no list quotes these tools by an old name")
    else:
        page.title(f"Batch {row.batch}", TITLES[row.batch])
        if row.batch == 1 and advises_deny(audited.audit):
            page.prose(ADVICE)
    page.heading("In all")
    page.field("overrides", str(numbers["overrides"]))
    page.field("to change", f"{numbers['references']}, {numbers['fixable']} of them by the fix")
    page.field("read", f"{audited.audit.files:,} files, {audited.audit.lines:,} lines")
    if audited.audit.drift:
        page.heading("Override tables that drift from the code (TI207)")
        for one in audited.audit.drift:
            page.prose(one.message)
            page.muted(f"{one.path}:{one.line}" if one.line is not None else one.path)
    if audited.audit.not_read:
        page.heading("Not read, or not as what it is called")
        for left in audited.audit.not_read[:20]:
            page.muted(f"{left.path}: {left.reason}")


def _override(page: Page, override: Override) -> None:
    page.title(named(override), override.form.replace("_", " "))
    page.field("function", f"{override.module}.{override.function}" if override.function else "")
    page.field("variable", override.variable)
    page.field("visible name", override.override or "", "$text-accent")
    page.field("can't be told", override.unresolved, "$text-warning")
    page.field("accepted", override.accepted)
    for risk in override.risk:
        page.field(risk, _RISKS[risk])
    page.heading("Where it is named")
    page.source(Location(override.path, override.line), after=_AFTER)
    left = [one for one in override.references if not one.due and not one.accepted]
    if left:
        page.heading("Left alone")
        for one in left[:20]:
            page.muted(f"{one.path}:{one.line}  {one.kept}")


def _reference(page: Page, override: Override, reference: Reference) -> None:
    page.title(reference.name, f"{reference.set.replace('_', ' ')}: {reference.reason}")
    page.field("visible name", override.override or "", "$text-accent")
    if reference.accepted:
        page.field("accepted", reference.accepted)
    elif reference.replacement is not None:
        asked = reference.path.endswith(".py") and override.importable and reference.role == "string"
        either = f", or `{override.variable}.name` where that can be imported" if asked else ""
        page.field("the fix", f"writes `{reference.replacement}`{either}")
    else:
        page.field("by hand", reference.kept, "$text-warning")
    page.heading("Where it stands")
    page.source(Location(reference.path, reference.line), after=_AFTER)
