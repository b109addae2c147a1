"""Screen 2, and going from finding to finding."""

import msgspec
import pytest
from app_driver import SMALL, WIDE, app_of, cursor_text, opened, screen_text, until
from control_samples import split_desk
from tui_samples import FakeEngine

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


@SIZES
async def test_suggested_sets_that_disagree_are_told_where_there_is_no_finding(size: tuple[int, int]) -> None:
    desk = msgspec.structs.replace(split_desk(), findings=(), suppressed=())
    async with opened(FakeEngine([desk]), size=size) as pilot:
        app = app_of(pilot)
        assert "2 Findings ≠1" in screen_text(app)
        tree = {line.key: line.cells for line in app.main.registry.consumers.lines}
        assert tree["suggested:"] == ("Suggested sets", "2", "≠1")
        await pilot.press("2")
        await until(pilot, lambda: "No findings; 1 suggested set disagrees." in screen_text(app))
        assert "every name agrees" not in screen_text(app)
        details = app.main.findings.details
        await until(pilot, lambda: "lookup_v2: nothing of that name; nearest: `lookup`" in details.text)
        assert "✓" not in details.text


@SIZES
async def test_suppressed_findings_come_last_muted_and_with_their_reason(size: tuple[int, int]) -> None:
    async with opened(FakeEngine([split_desk()]), size=size) as pilot:
        app = app_of(pilot)
        await pilot.press("2", "end")
        found = app.main.findings
        await until(pilot, lambda: "Findings 4 · suppressed 1" in screen_text(app))
        assert cursor_text(found.list) == "– TI301"
        assert set(found.list.current.styles) == {"muted"}
        await until(pilot, lambda: "the docstring is for developers" in found.details.text)
        await pilot.press("slash", *"developers", "enter")
        await until(pilot, lambda: [line.cells[0] for line in found.list.lines] == ["– TI301"])
        assert "2 Findings ✗3 ▲1" in screen_text(app)


async def test_a_wide_screen_has_the_reason_beside_the_suppressed_finding() -> None:
    async with opened(FakeEngine([split_desk()])) as pilot:
        await pilot.press("2", "end")
        await until(pilot, lambda: "– TI301" in screen_text(app_of(pilot)))
        row = next(line for line in screen_text(app_of(pilot)).splitlines() if "– TI301" in line)
        assert "the docstring is for developers" in row


async def test_n_passes_over_suppressed_findings() -> None:
    async with opened(FakeEngine([split_desk()])) as pilot:
        app = app_of(pilot)
        seen = []
        await pilot.press("2")
        for _ in range(5):
            seen.append(cursor_text(app.main.findings.list))
            await pilot.press("n")
            await pilot.pause()
        assert seen == ["✗ TI202", "✗ TI202", "✗ TI201", "▲ TI205", "✗ TI202"]


async def test_a_project_with_suppressed_findings_alone_lists_them() -> None:
    desk = msgspec.structs.replace(split_desk(), findings=())
    async with opened(FakeEngine([desk])) as pilot:
        app = app_of(pilot)
        await pilot.press("2")
        await until(pilot, lambda: cursor_text(app.main.findings.list) == "– TI301")
        assert "Findings 0 · suppressed 1" in screen_text(app)
