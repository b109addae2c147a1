"""The scenario bar, and the two keys that change what it says from any screen."""

import msgspec
import pytest
from app_driver import SMALL, WIDE, app_of, cursor_text, opened, screen_lines, screen_text, until
from flag_samples import explored_root, flag_desk, flag_engine

from inspector.tui.flag_picker import FlagPicker

SIZES = pytest.mark.parametrize("size", [SMALL, WIDE], ids=["80x24", "140x45"])


@SIZES
async def test_says_which_scenario_is_shown(size: tuple[int, int]) -> None:
    async with opened(flag_engine(), size=size) as pilot:
        app = app_of(pilot)
        assert "Scenario  no tenant   4 flags at their default" in screen_lines(app)[1]
        await pilot.press("t")
        await until(pilot, lambda: "acme" in screen_lines(app)[1])
        assert "acme · beta_refunds · plan pro   2 other flags at their default" in screen_lines(app)[1]


async def test_the_palette_finds_tenants_and_values_of_flags() -> None:
    async with opened(flag_engine()) as pilot:
        app = app_of(pilot)
        await pilot.press("ctrl+p", *"tenant acme")
        await until(pilot, lambda: "Tenant acme  beta_refunds, plan pro" in screen_text(app))
        await pilot.press("down", "enter")
        await until(pilot, lambda: "Scenario  acme" in screen_lines(app)[1])
        await pilot.press("ctrl+p", *"flag plan = free")
        await until(pilot, lambda: "Flag plan = free  now pro" in screen_text(app))
        await pilot.press("down", "enter")
        await until(pilot, lambda: "Scenario  custom · beta_refunds " in screen_lines(app)[1])


async def test_is_not_there_without_flags_and_its_keys_say_why() -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        assert "Scenario" not in screen_text(app)
        await pilot.press("t")
        await until(pilot, lambda: "Tenant: no flags in the config." in screen_text(app))
        await pilot.press("f")
        await until(pilot, lambda: "Flip: no flags in the config." in screen_text(app))


async def test_tenants_come_in_turn_without_a_load() -> None:
    engine = flag_engine()
    async with opened(engine) as pilot:
        app = app_of(pilot)
        seen = []
        for key in ("t", "t", "t", "T"):
            before = app.snapshot
            await pilot.press(key)
            await until(pilot, lambda before=before: app.snapshot is not before)
            seen.append(app.snapshot.scenario.tenant)
        assert seen == ["acme", "globex", "", "globex"]
        assert engine.loads == 1


@pytest.mark.parametrize("view", ["1", "2", "3"])
async def test_works_from_every_screen(view: str) -> None:
    async with opened(flag_engine()) as pilot:
        app = app_of(pilot)
        await pilot.press(view, "t")
        await until(pilot, lambda: app.snapshot.scenario.tenant == "acme")


async def test_a_flip_keeps_cursor_and_filter_and_marks_what_changed() -> None:
    async with opened(flag_engine()) as pilot:
        app = app_of(pilot)
        table = app.main.registry.tools
        app.main.registry.go_to("support.agents:billing", "function:refund_now")
        await pilot.press("slash", *"re", "enter")
        assert cursor_text(table) == "refund_now"
        assert table.current.cells[-1] == "○ off"
        await pilot.press("t")
        await until(pilot, lambda: table.current.cells[-1] == "✗ sent TI501")
        assert cursor_text(table) == "refund_now"
        assert table.current.mark == "~"
        assert app.main.registry.filter == "re"
        unchanged = next(line for line in table.lines if line.cells[0] == "refund")
        assert unchanged.mark == ""
        await pilot.press("T")
        await until(pilot, lambda: table.current.cells[-1] == "○ off")


async def test_flags_are_flipped_from_the_list_over_the_screen() -> None:
    async with opened(flag_engine(), size=SMALL) as pilot:
        app = app_of(pilot)
        await pilot.press("f", *"beta", "enter")
        await until(pilot, lambda: app.snapshot.scenario.values["beta_refunds"] is True)
        assert isinstance(app.screen, FlagPicker)
        assert app.screen.flags.current.cells[1] == "false*  [true]"
        await pilot.press("space")
        await until(pilot, lambda: app.snapshot.scenario.values["beta_refunds"] is False)
        await pilot.press("left")
        await until(pilot, lambda: app.snapshot.scenario.values["beta_refunds"] is True)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is app.main)
        assert "custom · beta_refunds   3 other flags at their default" in screen_lines(app)[1]


async def test_a_forbidden_combination_is_told_with_its_line() -> None:
    async with opened(flag_engine(), size=SMALL) as pilot:
        app = app_of(pilot)
        await pilot.press("f", *"sso", "enter")
        await until(pilot, lambda: app.snapshot.scenario.values["sso"] is True)
        assert app.snapshot.scenario.values["plan"] == "pro"
        await until(pilot, lambda: "sso goes with plan pro" in screen_text(app))
        assert "forbids plan = free and sso = true" in " ".join(screen_text(app).split())


async def test_a_click_on_the_bar_acts() -> None:
    async with opened(flag_engine()) as pilot:
        app = app_of(pilot)
        await pilot.click("#scenario", offset=(13, 0))
        await until(pilot, lambda: app.snapshot.scenario.tenant == "acme")
        await pilot.click("#scenario", offset=(3, 0))
        await until(pilot, lambda: isinstance(app.screen, FlagPicker))
        await pilot.click("#picker-flags", offset=(8, 2))
        await pilot.click("#picker-flags", offset=(8, 2), times=2)
        await until(pilot, lambda: app.snapshot.scenario.values["plan"] == "enterprise")


async def test_names_from_the_config_are_no_markup() -> None:
    space = msgspec.structs.replace
    inspection = flag_desk()
    variables = (space(inspection.space.variables[0], name="[/x]\x1b[31m"), *inspection.space.variables[1:])
    hostile = space(inspection.space, variables=variables)
    values = {one.name: one.values[0] for one in variables[:-1]} | {"[/x]\x1b[31m": True}
    shown = space(inspection, space=hostile, scenario=space(inspection.scenario, values=values))
    async with opened(flag_engine(make=lambda _scenario: shown)) as pilot:
        app = app_of(pilot)
        assert "custom · [/x]\\x1b[31m" in screen_lines(app)[1]
        await pilot.press("f")
        await until(pilot, lambda: "[/x]\\x1b[31m" in screen_lines(app)[10] + screen_text(app))


async def test_what_is_in_doubt_is_never_called_proven() -> None:
    root = explored_root()
    sampled = msgspec.structs.replace(root.switches[0].decision, doubt="it changes by itself")
    root = msgspec.structs.replace(
        root, switches=(msgspec.structs.replace(root.switches[0], decision=sampled), *root.switches[1:])
    )
    async with opened(flag_engine(make=lambda scenario: flag_desk(scenario, exploration=root))) as pilot:
        app = app_of(pilot)
        assert "not all proven" in screen_lines(app)[1]
        await pilot.press("3")
        await until(pilot, lambda: "it changes by itself" in screen_text(app))
        assert "exact" not in screen_text(app)
