"""The list of flags with their values and, below, of tenants: what there is to pick from."""

from collections.abc import Mapping, Sequence

from inspector.model import FlagValue, Scenario, Space, Variable
from inspector.report.escape import visible
from inspector.report.scenario_text import NO_TENANT, departures, flags_of, settings_text, value_text
from inspector.tui.condition_fields import default_words
from inspector.tui.lines import Column, Line
from inspector.tui.scenario_bar import CUSTOM
from inspector.tui.scenario_choice import same, tenant_scenario

COLUMNS = (
    Column("Flag", 0, minimum=12, maximum=28),
    Column("[now] default*", 1, minimum=14, maximum=60),
    Column("Read", 2, minimum=5, maximum=5, right=True),
)
FLAG, TENANT = "flag:", "tenant:"
FLAGS, TENANTS = "flags", "tenants"
NEVER, UNKNOWN = "never", "?"
"""What reads a flag that nothing reads, and one that something may that wasn't explored."""
_MOST_VALUES = 6
_LONGEST = 24
Readers = Mapping[str, Sequence[object]]
"""By flag."""


def flag_lines(
    space: Space,
    scenario: Scenario,
    *,
    readers: Readers | None,
    complete: bool = True,
    closed: frozenset[str] = frozenset(),
) -> list[Line]:
    """Lines of both, of flags only where there are any.

    `readers` tells what reads each flag, None while that isn't known; `complete`: nothing else may.
    """
    flags = flags_of(space)
    lines = [_heading(FLAGS, f"Flags {len(flags)}", is_open=FLAGS not in closed)] if flags else []
    if FLAGS not in closed:
        lines += [_flag_line(one, scenario.values[one.name], _read(one, readers, complete)) for one in flags]
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


def _read(flag: Variable, readers: Readers | None, complete: bool) -> str:
    """By how much code; empty where nothing was explored."""
    if readers is None:
        return ""
    return str(len(readers.get(flag.name, ()))) if flag.name in readers else NEVER if complete else UNKNOWN


def _flag_line(flag: Variable, now: FlagValue, read: str) -> Line:
    departs = not same(now, flag.values[0])
    name, values = visible(flag.name), values_text(flag, now)
    unread = read == NEVER
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
        text = "flags flipped by hand" if by_hand else default_words(space)
    shown = f"[{name}]" if now else name
    return Line(
        key=TENANT + tenant,
        cells=(shown, text or default_words(space), ""),
        styles=("accent" if now else "strong", "muted", "muted"),
        depth=1,
        search=f"{name} {text}".lower(),
    )
