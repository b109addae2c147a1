"""Screen 2, and going from finding to finding."""

import pytest
from app_driver import SMALL, WIDE, app_of, cursor_text, opened, screen_text, until

SIZES = pytest.mark.parametrize("size", [SMALL, WIDE], ids=["80x24", "140x45"])


@SIZES
async def test_lists_the_worst_first_with_why_and_fix(size: tuple[int, int]) -> None:
    async with opened(size=size) as pilot:
        app = app_of(pilot)
        await pilot.press("2")
        await until(pilot, lambda: "Findings 3" in screen_text(app))
        codes = [line.cells[0] for line in app.main.findings.list.lines]
        assert codes == ["✗ TI701", "✗ TI101", "▲ TI107"]
        await pilot.press("down")
        await until(pilot, lambda: "never runs" in app.main.findings.details.text)
        text = app.main.findings.details.text
        assert "Give one of them another name" in text
        assert "support/crm.py:8" in text
        assert "support/orders.py:21" in text


@pytest.mark.parametrize("key", ["enter", "g"])
async def test_goes_to_the_row_of_a_finding(key: str) -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        app.main.registry.go_to("support.realtime:voice")
        await pilot.press("2", "down", key)
        await until(pilot, lambda: app.main.view == "registry")
        await until(pilot, lambda: app.main.registry.tools.current.key == "function:lookup")


async def test_goes_to_the_reason_of_a_finding_about_the_project() -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        await pilot.press("2", "g")
        await until(pilot, lambda: app.main.view == "registry")
        await until(pilot, lambda: "No module named 'xero'" in app.main.registry.details.text)


async def test_n_walks_through_the_findings_from_the_registry() -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        await pilot.press("n")
        await until(pilot, lambda: app.main.registry.subject.issue is not None)
        await pilot.press("n")
        await until(pilot, lambda: app.main.registry.tools.current.key == "function:lookup")
        await pilot.press("n")
        await until(pilot, lambda: app.main.registry.tools.current.key == "function:crm.open_ticket")
        await pilot.press("N")
        await until(pilot, lambda: app.main.registry.tools.current.key == "function:lookup")


async def test_n_walks_through_the_list_on_its_own_screen() -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        await pilot.press("2", "n")
        await until(pilot, lambda: cursor_text(app.main.findings.list) == "✗ TI101")
        assert app.main.view == "findings"


async def test_a_filter_of_its_own() -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        await pilot.press("2", "slash", *"crossed", "enter")
        await until(pilot, lambda: len(app.main.findings.list.lines) == 1)
        assert "1 of 3" in screen_text(app)
        assert app.main.registry.filter == ""


async def test_a_clean_project_says_so() -> None:
    async with opened(found=()) as pilot:
        app = app_of(pilot)
        await pilot.press("2")
        await until(pilot, lambda: "No findings: every name agrees" in screen_text(app))
        assert "2 Findings ✓" in screen_text(app)
        await until(pilot, lambda: "4 consumers with 15 tools" in app.main.findings.details.text)
