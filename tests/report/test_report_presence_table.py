"""The presence table: many tenants in few columns."""

import re

import pytest

from inspector.report.columns import width
from inspector.report.presence_table import Cell, Row, lay_out, legend
from inspector.report.style import Style

PLAIN = Style(width=80)
MANY = ("default", *(f"tenant_{number:02}" for number in range(40)))


def table(columns: tuple[str, ...], rows: list[Row], style: Style = PLAIN) -> list[str]:
    return list(lay_out(columns, rows, style))


def by_turns(number: int, of: int) -> tuple[Cell, ...]:
    """Cells of the many, which differ by the remainder of their position."""
    return tuple(index % of == number for index in range(len(MANY)))


def test_a_column_for_each_scenario_and_the_condition_beside_it() -> None:
    rows = [Row("refund", (False, True, None), "beta_refunds"), Row("void", (True, False, False), "not sso")]
    assert table(("default", "acme", "globex"), rows) == [
        "Tool    default  acme  globex  When",
        "refund  ·        ✓     ?       beta_refunds",
        "void    ✓        ·     ·       not sso",
    ]


def test_long_conditions_go_on_below_where_they_began() -> None:
    row = Row("refund", (False, True), "plan in {pro, enterprise} or region is eu and not sso or beta")
    assert table(("default", "acme"), [row])[1:] == [
        "refund  ·        ✓     plan in {pro, enterprise} or region is eu and not sso or",
        "                       beta",
    ]


def test_scenarios_that_agree_share_a_numbered_column_when_names_do_not_fit() -> None:
    rows = [Row("refund", by_turns(0, 3), "beta"), Row("export", by_turns(1, 3), "sso")]
    lines = table(MANY, rows)
    assert lines[:4] == [
        "Tool    1  2  3  When",
        "refund  ✓  ·  ·  beta",
        "export  ·  ✓  ·  sso",
        "1  default, tenant_02, tenant_05, tenant_08, tenant_11, tenant_14, tenant_17,",
    ]
    listed = re.findall(r"default|tenant_\d\d", " ".join(lines[3:]))
    assert sorted(listed) == sorted(MANY)


def test_as_many_pieces_as_it_takes_when_all_differ() -> None:
    rows = [
        Row(f"tool_{bit}", tuple(bool(at >> bit & 1) for at in range(len(MANY))), "x") for bit in range(6)
    ]
    lines = table(MANY, rows)
    heads = [line.split()[1:] for line in lines if line.startswith("Tool")]
    assert [number for head in heads for number in head] == [str(number) for number in range(1, 42)]
    assert "tool_0: x" in lines
    assert "41  tenant_39" in lines


@pytest.mark.parametrize("columns", [40, 60, 80, 120])
@pytest.mark.parametrize("count", [0, 1, 5, 40])
def test_no_line_is_wider_than_the_terminal(columns: int, count: int) -> None:
    names = MANY[: count + 1]
    long = "beta_refunds and plan in {pro, enterprise} or not sso and region in {eu, us}"
    rows = [
        Row("a_tool_with_quite_a_long_name_" * 2, by_turns(turn, 5)[: count + 1], long) for turn in range(4)
    ]
    assert all(width(line) <= columns for line in table(names, rows, Style(width=columns)))


def test_without_a_bound_every_name_and_condition_stands_in_full() -> None:
    long = "beta_refunds and plan in {pro, enterprise} or not sso and region in {eu, us}"
    lines = table(MANY, [Row("refund", by_turns(0, 3), long)], Style(bounded=False))
    assert len(lines) == 2
    assert lines[0].split()[1:-1] == list(MANY)
    assert lines[1].endswith(long)


def test_hostile_names_are_made_visible() -> None:
    lines = table(("default", "a\x1b[31m\nb"), [Row("\u202ex", (True, True), "\x07")])
    assert "a\\x1b[31m\\nb" in lines[0]
    assert lines[1].startswith("\\u202ex")
    assert lines[1].endswith("\\x07")


def test_marks_without_unicode() -> None:
    style = Style(ascii=True)
    lines = table(
        ("default",), [Row("a", (True,), "x"), Row("b", (False,), "y"), Row("c", (None,), "z")], style
    )
    assert [line.split()[1] for line in lines[1:]] == ["+", ".", "?"]
    assert legend(style) == "+ present  . absent  ? not known"
