"""What a details page says of a condition."""

from inspector.flags.space import example, tenants
from inspector.model import Condition, Space
from inspector.report.combinations import share_text
from inspector.report.scenario_text import NO_TENANT, departures, flags_of, settings_text
from inspector.tui.page import Page
from inspector.tui.scenario_choice import scenario_of


def default_words(space: Space) -> str:
    """What is said of flags that have no other value; empty where there are no flags."""
    return "each flag's default" if flags_of(space) else ""


def condition_fields(page: Page, space: Space, condition: Condition, *, exact: bool, doubt: str = "") -> None:
    """How often it holds, where for example, and for which tenants."""
    if not condition.possible:
        page.field("share", "in no legal combination")
        return
    page.field("share", share_text(space, condition) if exact else "not known: see below")
    found = scenario_of(space, example(space, condition))
    told = settings_text(departures(space, found.values))
    named = [part for part in (found.tenant, told) if part]
    page.field("for example", ": ".join(named) or default_words(space) or NO_TENANT)
    if space.tenants:
        page.field("tenants", ", ".join(tenants(space, condition)) or "none of the named ones")
    if not exact:
        page.field("not proven", doubt or "drawn from a sample of the combinations", "$text-warning")
