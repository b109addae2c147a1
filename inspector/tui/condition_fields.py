"""What a details page says of a condition."""

from fractions import Fraction

from inspector.flags.space import example, share, tenants
from inspector.model import Condition, Space
from inspector.report.scenario_text import departures, settings_text
from inspector.tui.page import Page
from inspector.tui.scenario_choice import scenario_of


def share_text(part: Fraction) -> str:
    """A share of the legal combinations, as `25%` or `1 in 65,536`; never a rounded nothing or everything."""
    percent = part * 100
    if part in (0, 1) or (percent.denominator == 1):
        return f"{percent}% of the legal combinations"
    if 1 <= percent <= 99:
        return f"about {float(percent):.0f}% of the legal combinations"
    if percent > 99:
        return f"all but 1 in {round(1 / (1 - part)):,} of the legal combinations"
    return f"1 in {round(1 / part):,} of the legal combinations"


def condition_fields(page: Page, space: Space, condition: Condition, *, exact: bool, doubt: str = "") -> None:
    """How often it holds, where for example, and for which tenants."""
    if not condition.possible:
        page.field("share", "none of the legal combinations")
        return
    page.field("share", share_text(share(space, condition)) if exact else "not known: see below")
    found = scenario_of(space, example(space, condition))
    told = settings_text(departures(space, found.values)) or "each flag's default"
    page.field("for example", f"{found.tenant}: {told}" if found.tenant else told)
    if space.tenants:
        page.field("tenants", ", ".join(tenants(space, condition)) or "none of the named ones")
    if not exact:
        page.field("not proven", doubt or "drawn from a sample of the combinations", "$text-warning")
