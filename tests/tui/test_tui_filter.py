"""What a filter finds, and how one sees that it is set."""

from app_driver import SMALL, app_of, opened, screen_lines, screen_text, until
from control_samples import BILLING, split_desk
from tui_samples import FakeEngine


async def test_a_filter_finds_what_any_column_shows() -> None:
    for wanted, key in (
        ("ghost ti201", "ghost:refund_order_v2"),
        ("manager", "ghost:refund_order_v2"),
        ("✗ sent", "function:refund"),
        ("billing.refund", "function:refund"),
    ):
        async with opened(FakeEngine([split_desk()])) as pilot:
            app = app_of(pilot)
            app.main.registry.set_filter(wanted)
            assert BILLING in [line.key for line in app.main.registry.consumers.lines]
            app.main.registry.go_to(BILLING)
            app.main.registry.set_filter(wanted)
            assert key in [line.key for line in app.main.registry.tools.lines]


async def test_an_accepted_filter_stays_in_sight_with_the_key_that_clears_it() -> None:
    async with opened(FakeEngine([split_desk()]), size=SMALL) as pilot:
        app = app_of(pilot)
        await pilot.press("slash", *"xqzz", "enter")
        await until(pilot, lambda: "filter: xqzz  Esc clears" in screen_lines(app)[-1])
        assert "nothing matches; Esc clears the filter" in screen_text(app)
        await pilot.press("2")
        await until(pilot, lambda: "filter:" not in screen_lines(app)[-1])
        await pilot.press("1", "escape")
        await until(pilot, lambda: "Billing · tools 6" in screen_text(app))
        assert "filter:" not in screen_lines(app)[-1]


async def test_clearing_a_filter_that_matches_nothing_returns_to_the_row() -> None:
    async with opened(FakeEngine([split_desk()])) as pilot:
        app = app_of(pilot)
        app.main.registry.go_to(BILLING, "ghost:send_bill")
        await pilot.press("slash", *"xqzz", "enter", "escape")
        await until(pilot, lambda: len(app.main.registry.tools.lines) > 3)
        assert app.main.registry.tools.current.key == "ghost:send_bill"


async def test_the_page_of_a_module_counts_what_a_filter_keeps() -> None:
    async with opened(FakeEngine([split_desk()])) as pilot:
        app = app_of(pilot)
        assert app.main.registry.consumers.select("module:support.agents")
        await pilot.press("slash", *"ask_billing", "enter")
        app.main.registry.consumers.select("module:support.agents")
        await until(pilot, lambda: "support.agents 1 of 3" in screen_text(app))


async def test_flat_says_only_what_is_true() -> None:
    async with opened(FakeEngine([split_desk()])) as pilot:
        app = app_of(pilot)
        assert app.main.registry.consumers.select("module:support.agents")
        await until(pilot, lambda: "support.agents 3" in screen_text(app))
        await pilot.press("u")
        await until(pilot, lambda: "Flat: no tools of one consumer are shown." in screen_text(app))
