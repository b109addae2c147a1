"""The list of flags with their values and, below, of tenants: what there is to pick from."""

from collections.abc import Mapping, Sequence

from inspector.model import FlagValue, Scenario, Space, Variable
from inspector.report.escape import visible
from inspector.report.scenario_text import departures, settings_text, value_text
from inspector.tui.lines import Column, Line
from inspector.tui.scenario_bar import CUSTOM, NO_TENANT
from inspector.tui.scenario_choice import flags_of, same, tenant_scenario

COLUMNS = (
    Column("Flag", 0, minimum=12, maximum=28),
    Column("[now] default*", 1, minimum=14, maximum=60),
    Column("Read", 2, minimum=5, maximum=5, right=True),
)
FLAG, TENANT = "flag:", "tenant:"
FLAGS, TENANTS = "flags", "tenants"
_MOST_VALUES = 6
_LONGEST = 24


def flag_lines(
    space: Space,
    scenario: Scenario,
    *,
    readers: Mapping[str, Sequence[str]] | None,
    closed: frozenset[str] = frozenset(),
) -> list[Line]:
    """Lines of both; `readers` tells what reads each flag, None while that isn't known."""
    flags = flags_of(space)
    lines = [_heading(FLAGS, f"Flags {len(flags)}", is_open=FLAGS not in closed)]
    if FLAGS not in closed:
        lines += [_flag_line(one, scenario.values[one.name], readers) for one in flags]
    if space.tenants:
        lines.append(_heading(TENANTS, f"Tenants {len(space.tenants)}", is_open=TENANTS not in closed))
        if TENANTS not in closed:
            lines += [_tenant_line(space, scenario, name) for name in ("", *space.tenants)]
    return lines


def values_text(variable: Variable, now: FlagValue) -> str:
    """All values, the default starred and the present one in brackets; of many, those two and a count."""
    values = [one for one in variable.values if one is not None]
    kept = values
    if len(values) > _MOST_VALUES:
        kept = [one for index, one in enumerate(values) if index == 0 or same(one, now)]
    words = [_value(one, is_default=same(one, values[0]), is_now=same(one, now)) for one in kept]
    if len(kept) < len(values):
        words.append(f"and {len(values) - len(kept)} more")
    return "  ".join(words)


def _value(value: FlagValue, *, is_default: bool, is_now: bool) -> str:
    text = visible(value_text(value))
    text = (text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…") + ("*" if is_default else "")
    return f"[{text}]" if is_now else text


def _heading(key: str, title: str, *, is_open: bool) -> Line:
    return Line(key=key, cells=(title, "", ""), styles=("muted",) * 3, open=is_open)


def _flag_line(flag: Variable, now: FlagValue, readers: Mapping[str, Sequence[str]] | None) -> Line:
    count = len(readers.get(flag.name, ())) if readers is not None else None
    read = "" if count is None else str(count) if count else "never"
    departs = not same(now, flag.values[0])
    name, values = visible(flag.name), values_text(flag, now)
    unread = count == 0
    return Line(
        key=FLAG + flag.name,
        cells=(name, values, read),
        styles=(
            "accent" if departs else "muted" if unread else "strong",
            "accent" if departs else "muted" if unread else "plain",
            "warning" if unread else "muted",
        ),
        depth=1,
        search=f"{name} {values} {'never read' if unread else ''}".lower(),
    )


def _tenant_line(space: Space, scenario: Scenario, tenant: str) -> Line:
    now = scenario.tenant == tenant
    own = departures(space, tenant_scenario(space, tenant).values)
    text = visible(settings_text(own))
    name = visible(tenant)
    if not tenant:
        by_hand = now and departures(space, scenario.values) != own
        name = CUSTOM if by_hand else NO_TENANT
        text = "flags flipped by hand" if by_hand else "each flag's default"
    shown = f"[{name}]" if now else name
    return Line(
        key=TENANT + tenant,
        cells=(shown, text or "each flag's default", ""),
        styles=("accent" if now else "strong", "muted", "muted"),
        depth=1,
        search=f"{name} {text}".lower(),
    )
