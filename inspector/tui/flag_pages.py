"""Details of a flag, a tenant, and a tool that isn't always there."""

import re

from textual.content import Content

from inspector.flags.matrix import Matrix, Row
from inspector.flags.space import default
from inspector.model import Space
from inspector.report.flag_readers import reader_text
from inspector.report.scenario_text import departures, flags_of, value_text
from inspector.report.summary import counted
from inspector.tui.condition_fields import condition_fields, default_words
from inspector.tui.finding_lines import names_text
from inspector.tui.flag_facts import FlagFacts
from inspector.tui.glyphs import SEVERITY_GLYPH
from inspector.tui.page import Page
from inspector.tui.presence_lines import conditional, varying
from inspector.tui.scenario_choice import same, tenant_scenario
from inspector.tui.snapshot import Snapshot

NO_FLAGS = """\
[tool.toolinspect]
context = "my_app.context:make"        # called with the flags; what it returns is the run context

[tool.toolinspect.flags]               # every flag with its values, the default first
beta_refunds = [false, true]
plan = ["free", "pro", "enterprise"]

[[tool.toolinspect.forbidden]]         # combinations that can't occur
plan = "free"
beta_refunds = true

[tool.toolinspect.tenants.acme]        # a named combination
beta_refunds = true
plan = "pro"
"""
_MOST = 40
_NOW = {
    True: "there",
    False: "absent in the scenario shown; g takes you to one that has it",
    None: "not known of the scenario shown",
}


def no_flags_page(root: str) -> Content:
    """What to write so that there is something to flip."""
    page = Page(root)
    page.title("No flags in the config")
    page.prose(
        "toolinspect can show which tools are there, and which findings hold, under every combination of "
        "feature flags and for each tenant. It has to know the flags: say in the config which there are, and "
        "how they reach the code."
    )
    page.heading("Add to pyproject.toml")
    page.prose(NO_FLAGS)
    return page.content()


def flag_page(
    snapshot: Snapshot, space: Space, flag: str, facts: FlagFacts | None, exploring: str = ""
) -> Content:
    """Its values, what reads it, and what depends on it; `exploring` says what that is at, if it is."""
    matrix = facts.matrix if facts is not None else None
    page = Page(snapshot.registry.root)
    variable = next(one for one in flags_of(space) if one.name == flag)
    now = snapshot.scenario.values[flag]
    page.title(flag, "flag")
    page.field("now", value_text(now), "" if same(now, variable.values[0]) else "$text-accent")
    page.field("values", ", ".join(value_text(one) for one in variable.values if one is not None))
    page.field("default", value_text(next(one for one in variable.values if one is not None)))
    for values, where in facts.forbidden if facts is not None else ():
        if flag in values:
            those = " and ".join(f"{name} = {value_text(value)}" for name, value in values.items())
            page.field("forbidden", f"{those}   {where}")
    _read_by(page, flag, facts, exploring)
    found = [one for one in conditional(snapshot.findings) if _names(one.condition or "", flag)]
    if found:
        page.heading("Findings that depend on it")
        for finding in found[:_MOST]:
            sign = SEVERITY_GLYPH[finding.severity]
            page.row(f"{sign} {finding.code}", names_text(finding), finding.condition or "")
    varied = varying(matrix, space) if matrix is not None else []
    rows = [one for one in varied if _names(one.words, flag)]
    if rows:
        page.heading("Tools that depend on it")
        for row in rows[:_MOST]:
            page.row(row.visible, row.consumer_name, row.words)
        if len(rows) > _MOST:
            page.muted(f"and {len(rows) - _MOST} more")
    return page.content()


def _names(words: str, flag: str) -> bool:
    """Whether a condition, which is written as short as it can be, is about the flag."""
    return re.search(rf"(?<![\w-]){re.escape(flag)}(?![\w-])", words) is not None


def _read_by(page: Page, flag: str, facts: FlagFacts | None, exploring: str) -> None:
    page.heading("Read by")
    if facts is None or facts.explored is None:
        page.muted(f"not known yet: {exploring}" if exploring else "not known: nothing was explored")
        return
    readers = facts.readers.get(flag, ())
    for reader in readers[:_MOST]:
        page.prose(reader_text(reader))
    if len(readers) > _MOST:
        page.muted(f"and {len(readers) - _MOST} more")
    if readers:
        return
    if not facts.exactness.complete:
        page.muted("Not known yet: nothing that was explored, but not everything has been.")
        return
    page.muted(
        "Nothing: no predicate, factory, callable instructions or callable set that was run asked for it. "
        "Its value changes nothing that is shown."
    )


def tenant_page(snapshot: Snapshot, space: Space, tenant: str, matrix: Matrix | None) -> Content:
    """Its flags, its findings, and which tools it has that the default scenario hasn't."""
    page = Page(snapshot.registry.root)
    scenario = tenant_scenario(space, tenant)
    page.title(tenant or "No tenant", "tenant" if tenant else default_words(space))
    for name, value in scenario.values.items():
        departs = name in departures(space, scenario.values)
        page.field(name, value_text(value), "$text-accent" if departs else "")
    at = space.tenants[tenant] if tenant else default(space)
    found = [one for one in snapshot.findings if one.holds is None or one.holds.holds(at)]
    page.heading("Findings")
    for finding in found[:_MOST]:
        sign = SEVERITY_GLYPH[finding.severity]
        page.row(f"{sign} {finding.code}", names_text(finding), finding.condition or "always")
    if not found:
        page.muted("none")
    if matrix is not None and tenant:
        _differences(page, space, at, matrix)
    return page.content()


def _differences(page: Page, space: Space, at: tuple[int, ...], matrix: Matrix) -> None:
    start = default(space)
    more = [one for one in matrix.rows if one.presence.holds(at) and not one.presence.holds(start)]
    less = [one for one in matrix.rows if one.presence.holds(start) and not one.presence.holds(at)]
    for title, rows in (("Tools that the default scenario lacks", more), ("Tools that it lacks", less)):
        if rows:
            page.heading(title)
            for row in rows[:_MOST]:
                page.row(row.visible, row.consumer_name, row.words)
            if len(rows) > _MOST:
                page.muted(f"and {len(rows) - _MOST} more")


def presence_page(
    snapshot: Snapshot, space: Space, row: Row, *, here: bool | None, doubt: str = ""
) -> Content:
    """When a tool is there, and for whom; `here`: in the scenario shown, None where nothing tells."""
    page = Page(snapshot.registry.root)
    page.title(row.visible, f"tool of {row.consumer_name}")
    page.field("now", _NOW[here])
    page.field("when", row.words or "always")
    condition_fields(page, space, row.presence, exact=row.exact, doubt=doubt)
    if row.undecided.possible:
        page.field("undecided", "in some combinations its predicate gives no answer", "$text-warning")
        condition_fields(page, space, row.undecided, exact=row.exact)
    return page.content()


def overview_page(root: str, facts: FlagFacts | None, varied: int) -> Content:
    """What exploring came to, where nothing is selected or nothing varies."""
    page = Page(root)
    explored = facts.explored if facts is not None else None
    if facts is None or explored is None:
        page.title("The flags have not been explored", "r loads again")
        return page.content()
    is_complete = facts.exactness.complete
    nothing = "Nothing depends on flags" if is_complete else "Nothing is known to depend on flags"
    page.title("Flags" if varied else nothing, counted(explored.flags, "flag"))
    page.field("read", ", ".join(explored.read) or "none")
    page.field("never read" if is_complete else "not known yet", ", ".join(explored.unread))
    page.field("builds", f"{explored.builds:,}" if explored.builds else "")
    if not explored.read and is_complete:
        page.prose(
            "\nNothing that was run asked for a flag: no predicate, factory, callable instructions or "
            "callable set. If the code gets its flags some other way, hand them over: as `context`, or by "
            '`[tool.toolinspect.arguments]` with "$flags.name" (see the README).'
        )
    return page.content()
