"""Screen 3: flags and tenants to pick, and what depends on them."""

import dataclasses

import msgspec
import pytest
from app_driver import SMALL, WIDE, app_of, cursor_text, opened, screen_text, until
from flag_samples import BILLING, explored_root, flag_desk, flag_engine, flag_settings, one_of

from inspector.flags.space import space_of
from inspector.model import Scenario
from inspector.tui.presence_lines import ABSENT, THERE

SIZES = pytest.mark.parametrize("size", [SMALL, WIDE], ids=["80x24", "140x45"])


@SIZES
async def test_shows_values_tenants_and_the_matrix(size: tuple[int, int]) -> None:
    async with opened(flag_engine(), size=size) as pilot:
        app = app_of(pilot)
        await pilot.press("3")
        await until(pilot, lambda: "Flags and tenants" in screen_text(app))
        flags = {line.cells[0]: line.cells for line in app.main.flags.flags.lines}
        assert flags["plan"][1:] == ("[free*]  pro  enterprise", "1")
        assert flags["legacy_ui"][1:] == ("[false*]  true", "never")
        assert flags["[no tenant]"][1] == "each flag's default"
        assert flags["acme"][1] == "beta_refunds, plan pro"
        rows = {line.cells[0]: line.cells for line in app.main.flags.presence.lines}
        assert rows["refund_now"][2:] == (ABSENT, ABSENT, THERE, ABSENT)
        assert rows["bulk_export"][2:] == (ABSENT, ABSENT, THERE, THERE)
        assert rows["✗ TI501 refund_now"][1] == "beta_refunds and plan in {pro, enterprise}"
        assert rows["✗ TI501 refund_now"][2:] == (ABSENT, ABSENT, "✗", ABSENT)
        assert rows["Billing"][1] == "2 of 9 tools vary"
        assert "Triage" not in rows
        for name in ("refund_now", "acme", "globex", "beta_refunds"):
            assert name in screen_text(app)


async def test_enter_flips_a_flag_and_space_picks_a_tenant() -> None:
    async with opened(flag_engine()) as pilot:
        app = app_of(pilot)
        await pilot.press("3", "enter")
        await until(pilot, lambda: app.snapshot.scenario.values["beta_refunds"] is True)
        assert cursor_text(app.main.flags.flags) == "beta_refunds"
        rows = {line.cells[0]: line.cells for line in app.main.flags.presence.lines}
        assert rows["refund_now"][2] == THERE
        await pilot.press("end", "space")
        await until(pilot, lambda: app.snapshot.scenario.tenant == "globex")
        assert cursor_text(app.main.flags.flags) == "[globex]"


async def test_details_say_who_reads_a_flag_and_why_another_is_never_read() -> None:
    async with opened(flag_engine()) as pilot:
        app = app_of(pilot)
        details = app.main.flags.details
        await pilot.press("3")
        await until(pilot, lambda: "refund_now" in details.text)
        assert "Findings that depend on it" in details.text
        await pilot.press("down")
        await until(pilot, lambda: "plan = free and sso = true" in details.text)
        await pilot.press("down", "down")
        await until(pilot, lambda: "Nothing: no predicate" in details.text)


@pytest.mark.parametrize("key", ["enter", "g"])
async def test_takes_the_user_to_a_failing_condition(key: str) -> None:
    async with opened(flag_engine()) as pilot:
        app = app_of(pilot)
        await pilot.press("3", "right", key)
        await until(pilot, lambda: app.main.view == "registry")
        assert app.snapshot.scenario.values["beta_refunds"] is True
        assert app.snapshot.scenario.values["plan"] == "pro"
        assert cursor_text(app.main.registry.tools) == "refund_now"
        assert app.main.registry.tools.current.cells[-1] == "✗ sent TI501"


async def test_takes_the_user_to_a_tool_in_the_nearest_scenario_that_has_it() -> None:
    async with opened(flag_engine()) as pilot:
        app = app_of(pilot)
        await pilot.press("3", "right", "end", "g")
        await until(pilot, lambda: app.main.view == "registry")
        assert cursor_text(app.main.registry.tools) == "bulk_export"
        assert app.snapshot.scenario.values["plan"] == "pro"
        assert app.snapshot.scenario.values["beta_refunds"] is False


async def test_loads_first_where_only_a_load_shows_the_place() -> None:
    engine = flag_engine(make=lambda scenario: flag_desk(scenario, is_explored=False))
    async with opened(engine) as pilot:
        app = app_of(pilot)
        await pilot.press("2", "down", "down")
        assert app.main.findings.current.code == "TI501"
        await pilot.press("g")
        await until(pilot, lambda: app.main.view == "registry")
        assert engine.loads == 2
        assert cursor_text(app.main.registry.tools) == "refund_now"


@SIZES
async def test_the_findings_say_when_and_which_are_not_in_this_scenario(size: tuple[int, int]) -> None:
    async with opened(flag_engine(), size=size) as pilot:
        app = app_of(pilot)
        await pilot.press("2", "down", "down")
        await until(pilot, lambda: "not in this scenario 1" in screen_text(app))
        line = app.main.findings.list.current
        assert "○ beta_refunds and plan in {pro, enterprise}" in line.cells
        assert set(line.styles) == {"muted"}
        await until(pilot, lambda: "not in the scenario shown" in app.main.findings.details.text)
        assert "acme" in app.main.findings.details.text
        await pilot.press("t")
        await until(pilot, lambda: "not in this scenario" not in screen_text(app))
        assert "● beta_refunds and plan in {pro, enterprise}" in app.main.findings.list.current.cells


async def test_n_walks_the_findings_of_the_scenario_shown() -> None:
    async with opened(flag_engine()) as pilot:
        app = app_of(pilot)
        seen = []
        for _ in range(3):
            await pilot.press("n")
            seen.append(app.main.findings.current.code)
        assert "TI501" not in seen


async def test_a_filter_of_its_own_and_folding() -> None:
    async with opened(flag_engine()) as pilot:
        app = app_of(pilot)
        await pilot.press("3", "slash", *"bulk", "enter")
        await until(pilot, lambda: len(app.main.flags.presence.lines) == 2)
        await pilot.press("escape")
        await until(pilot, lambda: len(app.main.flags.presence.lines) == 5)
        await pilot.press("home", "left")
        await until(pilot, lambda: cursor_text(app.main.flags.flags) == "Flags 4")
        assert all(line.cells[0] != "plan" for line in app.main.flags.flags.lines)


async def test_many_tenants_scroll_sideways() -> None:
    names = {f"tenant_{number:02}": {"beta_refunds": bool(number % 2)} for number in range(40)}
    made = flag_desk(config=flag_settings(tenants=names), found=())
    async with opened(flag_engine(make=lambda _scenario: made), size=SMALL) as pilot:
        app = app_of(pilot)
        await pilot.press("3", "tab")
        table = app.main.flags.presence
        await until(pilot, lambda: table.has_focus and "of 41" in screen_text(app))
        seen = set()
        for _ in range(100):
            seen |= {column.title for column in table.columns[3 : 3 + table.shown_scenarios]}
            if not table.shift(1):
                break
        assert seen == {"default", *names}
        await pilot.press("left")
        assert table.has_focus


async def test_nothing_that_depends_on_flags_is_said_in_words() -> None:
    made = flag_desk(exploration=explored_root(switches=()), found=())
    async with opened(flag_engine(make=lambda _scenario: made)) as pilot:
        app = app_of(pilot)
        await pilot.press("3")
        await until(pilot, lambda: "nothing is known to depend on flags" in screen_text(app))


@SIZES
async def test_without_flags_the_lines_to_add_are_shown(size: tuple[int, int]) -> None:
    async with opened(size=size) as pilot:
        app = app_of(pilot)
        await pilot.press("3")
        await until(pilot, lambda: "[tool.toolinspect.flags]" in app.main.flags.details.text)
        assert "no flags in the config" in screen_text(app)


async def test_what_is_sampled_says_so_in_its_row() -> None:
    made = flag_desk()
    sampled = msgspec.structs.replace(
        made.findings[2], exact=False, doubt="in a 3-wise sample", holds=one_of(made.space, "sso", True)
    )
    made = msgspec.structs.replace(made, findings=(*made.findings[:2], sampled, *made.findings[3:]))
    async with opened(flag_engine(make=lambda _scenario: made)) as pilot:
        app = app_of(pilot)
        await pilot.press("3", "right")
        await until(pilot, lambda: "in a 3-wise sample" in app.main.flags.details.text)
        rows = [line.cells[1] for line in app.main.flags.presence.lines]
        assert "≈ beta_refunds and plan in {pro, enterprise}" in rows


async def test_a_finding_that_may_hold_everywhere_is_in_the_matrix() -> None:
    made = flag_desk()
    doubted = msgspec.structs.replace(made.findings[2], exact=False, doubt="in a sample", holds=None)
    made = msgspec.structs.replace(made, findings=(*made.findings[:2], doubted, *made.findings[3:]))
    async with opened(flag_engine(make=lambda _scenario: made)) as pilot:
        app = app_of(pilot)
        await pilot.press("3")
        await until(pilot, lambda: "findings under conditions 1" in screen_text(app))
        rows = {line.cells[0]: line.cells for line in app.main.flags.presence.lines}
        assert rows["✗ TI501 refund_now"][2:] == ("✗",) * 4


async def test_what_was_not_explored_may_read_a_flag_that_nothing_read() -> None:
    root = msgspec.structs.replace(explored_root(), unfinished=("factory shop:build: late",))
    async with opened(flag_engine(make=lambda scenario: flag_desk(scenario, exploration=root))) as pilot:
        app = app_of(pilot)
        await pilot.press("3")
        await until(pilot, lambda: "Flags and tenants" in screen_text(app))
        flags = {line.cells[0]: line.cells for line in app.main.flags.flags.lines}
        assert (flags["plan"][2], flags["legacy_ui"][2]) == ("1", "?")
        await pilot.press("down", "down", "down")
        await until(pilot, lambda: "Not known yet" in app.main.flags.details.text)


async def test_a_row_can_be_chosen_with_the_mouse() -> None:
    async with opened(flag_engine()) as pilot:
        app = app_of(pilot)
        await pilot.press("3")
        await pilot.click("#presence", offset=(6, 6))
        await until(pilot, lambda: cursor_text(app.main.flags.presence) == "bulk_export")
        await until(pilot, lambda: "tool of Billing" in app.main.flags.details.text)
        assert app.main.flags.subject.tool is not None
        assert app.main.flags.subject.consumer.id == BILLING


async def test_what_was_explored_under_other_flags_is_not_shown_beside_new_ones() -> None:
    async with opened(flag_engine()) as pilot:
        app = app_of(pilot)
        await pilot.press("3")
        await until(pilot, lambda: "Flags and tenants" in screen_text(app))
        other = space_of({"region": ("us", "eu", "apac")}, (), {})
        inspection = msgspec.structs.replace(
            app.snapshot.inspection, space=other, scenario=Scenario(values={"region": "us"})
        )
        app.main.flags.show(dataclasses.replace(app.snapshot, inspection=inspection))
        assert app.main.flags.presence.lines == []
        assert [line.cells[0] for line in app.main.flags.flags.lines if line.depth] == ["region"]
