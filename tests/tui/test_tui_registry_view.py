"""Screen 1, driven by keys at both sizes."""

import msgspec
import pytest
from app_driver import SMALL, WIDE, app_of, cursor_text, opened, screen_text, until
from tui_samples import many_tools, support_desk

SIZES = pytest.mark.parametrize("size", [SMALL, WIDE], ids=["80x24", "140x45"])


@SIZES
async def test_opens_on_the_first_consumer_with_an_error(size: tuple[int, int]) -> None:
    async with opened(size=size) as pilot:
        text = screen_text(app_of(pilot))
        assert "Billing · tools 6" in text
        assert "✗ shadowed TI101" in text
        assert "Details" in text


async def test_a_wide_screen_shows_every_column() -> None:
    async with opened(size=(180, 45)) as pilot:
        text = screen_text(app_of(pilot))
        for title in ("Visible", "Qualified", "Business id", "Stop", "Approval", "Enable", "Origin", "State"):
            assert title in text


async def test_the_header_leaves_out_facts_that_do_not_fit() -> None:
    async with opened(size=(80, 24)) as pilot:
        header = screen_text(app_of(pilot)).splitlines()[0]
        assert "support_desk/" in header
        assert "SDK 0.24.0" in header
        assert "…" not in header


async def test_a_project_without_errors_opens_on_a_consumer_that_has_tools() -> None:
    desk = support_desk()
    bare = msgspec.structs.replace(desk.consumers[0], id="support.agents:bare", tools=())
    registry = msgspec.structs.replace(desk, consumers=(bare, *desk.consumers[1:]))
    async with opened(registry=registry) as pilot:
        assert "Billing · tools 6" in screen_text(app_of(pilot))


async def test_a_small_screen_drops_the_least_important_columns() -> None:
    async with opened(size=SMALL) as pilot:
        text = screen_text(app_of(pilot))
        assert "Visible" in text
        assert "State" in text
        assert "Business id" not in text


@SIZES
async def test_the_tree_leads_the_table(size: tuple[int, int]) -> None:
    async with opened(size=size) as pilot:
        app = app_of(pilot)
        await pilot.press("shift+tab")
        await pilot.press("up")
        await until(pilot, lambda: "Triage · tools 7" in screen_text(app))
        await until(pilot, lambda: "gpt-5" in app.main.registry.details.text)


async def test_tools_stand_under_their_passthroughs_and_one_key_flattens_them() -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        app.main.registry.go_to("support.agents:triage")
        await until(pilot, lambda: "MCP server" in screen_text(app))
        table = app.main.registry.tools
        assert [line.cells[0] for line in table.lines][:2] == ["catalog", "find_product"]
        await pilot.press("u")
        await until(pilot, lambda: table.lines[0].cells[0] == "find_product")
        assert table.lines[0].cells[6] == "MCP · catalog"


async def test_a_group_closes_and_opens() -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        app.main.registry.go_to("support.agents:triage")
        table = app.main.registry.tools
        await until(pilot, lambda: len(table.lines) == 9)
        await pilot.press("home", "enter")
        await until(pilot, lambda: len(table.lines) == 6)
        assert cursor_text(table) == "catalog"
        await pilot.press("right")
        await until(pilot, lambda: len(table.lines) == 9)
        await pilot.press("left")
        await until(pilot, lambda: len(table.lines) == 6)


async def test_a_filter_keeps_rows_and_the_consumers_that_have_them() -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        await pilot.press("slash", *"invoice")
        await until(
            pilot, lambda: [line.key for line in app.main.registry.tools.lines] == ["function:send_invoice"]
        )
        names = [line.cells[0] for line in app.main.registry.consumers.lines]
        assert "Billing" in names
        assert "Triage" not in names
        await pilot.press("enter", "escape")
        await until(pilot, lambda: len(app.main.registry.tools.lines) == 7)


async def test_an_inverse_filter_keeps_the_other_rows() -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        await pilot.press("slash", *"!lookup")
        await until(pilot, lambda: len(app.main.registry.tools.lines) == 5)
        assert all("lookup" not in line.cells[0] for line in app.main.registry.tools.lines)


async def test_what_could_not_be_shown_is_in_the_tree_with_its_reason() -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        assert app.main.registry.consumers.select("issues:kind:Not inspected")
        await until(pilot, lambda: "needs argument 'db'" in screen_text(app))
        await until(pilot, lambda: "[tool.toolinspect.arguments]" in app.main.registry.details.text)


async def test_details_tell_what_shadows_a_tool() -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        app.main.registry.go_to("support.agents:billing", "function:lookup")
        await until(
            pilot, lambda: "support.orders.lookup, which runs instead" in app.main.registry.details.text
        )
        assert "support/orders.py:21" in app.main.registry.details.text
        assert "What the model is sent" in app.main.registry.details.text


async def test_details_grow_go_and_come_back() -> None:
    async with opened(size=SMALL) as pilot:
        app = app_of(pilot)
        details = app.main.registry.details
        height = details.size.height
        await pilot.press("d")
        await until(pilot, lambda: details.size.height > height)
        await pilot.press("d")
        await until(pilot, lambda: not details.display or details.size.height == 0)
        await pilot.press("d")
        await until(pilot, lambda: details.size.height == height)


async def test_the_mouse_moves_the_cursor() -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        table = app.main.registry.tools
        await pilot.click(table, offset=(6, 4))
        await until(pilot, lambda: cursor_text(table) == table.lines[2].cells[0])


async def test_ten_thousand_rows_paint_only_what_is_in_view() -> None:
    async with opened(registry=many_tools(10_000)) as pilot:
        app = app_of(pilot)
        table = app.main.registry.tools
        await pilot.press("end")
        await until(pilot, lambda: "tool_09999" in screen_text(app))
        assert cursor_text(table) == "tool_09999"
        await pilot.press("pageup")
        await until(pilot, lambda: cursor_text(table) < "tool_09990")


async def test_survives_a_terminal_resized_to_nothing_and_back() -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        for size in ((1, 1), (3, 2), (0, 0), (20, 5), WIDE):
            await pilot.resize_terminal(*size)
            await pilot.press("down")
        await until(pilot, lambda: "Billing · tools 6" in screen_text(app))
