"""Screen 4: the audit by batch, its details, and what its keys do."""

import shutil
from pathlib import Path

import pytest
from app_driver import SMALL, WIDE, app_of, opened, screen_lines, screen_text, until

from inspector.tui.app import ToolInspectApp

SAMPLE = Path(__file__).parents[2] / "sample_projects" / "legacy_overrides"
SIZES = pytest.mark.parametrize("size", [SMALL, WIDE], ids=["80x24", "140x45"])


@pytest.fixture
def project(tmp_path: Path) -> Path:
    shutil.copytree(SAMPLE, tmp_path / "shop", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "shop"


def to_change(app: ToolInspectApp) -> str:
    return str(app.main.audit.list.border_title)


@SIZES
async def test_batches_overrides_and_places(project: Path, size: tuple[int, int]) -> None:
    async with opened(project=project, size=size) as pilot:
        app = app_of(pilot)
        await pilot.press("4")
        await until(pilot, lambda: app.main.audit.audited is not None)
        await until(pilot, lambda: "Batch 1: approval first (7)" in screen_text(app))
        lines = screen_lines(app)
        assert "4 Audit" in lines[0]
        assert any("✗ refund_order_v2 → refund_order" in line and "F2" in line for line in lines)
        assert any("config/approval.toml:3" in line and "approval" in line for line in lines)
        assert "overrides 25 · to change 25, 23 by the fix · drift 1" in to_change(app)


async def test_a_place_is_shown_with_its_lines_and_the_reason(project: Path) -> None:
    async with opened(project=project) as pilot:
        app = app_of(pilot)
        await pilot.press("4")
        await until(pilot, lambda: app.main.audit.audited is not None)
        await pilot.press("down", "down")
        await until(pilot, lambda: "in `sets.approval` of the config" in app.main.audit.details.text)
        assert "writes `refund_order`" in app.main.audit.details.text
        assert '▶ 3 refund_order_v2 = "manager"' in app.main.audit.details.text
        place = app.main.audit.subject.location
        assert place is not None
        assert (place.path, place.line) == ("config/approval.toml", 3)


async def test_the_diff_of_a_batch(project: Path) -> None:
    async with opened(project=project) as pilot:
        app = app_of(pilot)
        await pilot.press("4")
        await until(pilot, lambda: app.main.audit.audited is not None)
        await pilot.press("D")
        await until(pilot, lambda: "Fix of batch 1" in screen_text(app))
        assert "+refund_order = " in screen_text(app)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is app.main)
        assert "refund_order_v2 =" in (project / "config" / "approval.toml").read_text()


async def test_accepting_writes_the_reason_and_keeps_the_rest_of_the_config(project: Path) -> None:
    async with opened(project=project) as pilot:
        app = app_of(pilot)
        await pilot.press("4")
        await until(pilot, lambda: app.main.audit.audited is not None)
        await pilot.press("down", "down", "a")
        await until(pilot, lambda: "`refund_order_v2` in config/approval.toml" in screen_text(app))
        await pilot.press(*"the old gate", "enter")
        await until(pilot, lambda: "to change 24" in to_change(app))
        await until(pilot, lambda: "the old gate" in app.main.audit.details.text)
        assert "all accepted" in screen_text(app)
    before, written = (place.joinpath("pyproject.toml").read_text() for place in (SAMPLE, project))
    added = '\n[tool.toolinspect.accepted]\n"config/approval.toml#refund_order_v2" = "the old gate"\n'
    assert written == before + added


async def test_giving_up_accepts_nothing(project: Path) -> None:
    async with opened(project=project) as pilot:
        app = app_of(pilot)
        await pilot.press("4")
        await until(pilot, lambda: app.main.audit.audited is not None)
        await pilot.press("a")
        await until(pilot, lambda: "Accept: no override or place is selected." in screen_text(app))
        await pilot.press("down", "a", "enter", "escape")
        await until(pilot, lambda: app.screen is app.main)
    assert (project / "pyproject.toml").read_text() == (SAMPLE / "pyproject.toml").read_text()


async def test_the_plan_is_exported_over_nothing(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "toolinspect-audit.md").write_text("mine")
    async with opened(project=project) as pilot:
        app = app_of(pilot)
        await pilot.press("4")
        await until(pilot, lambda: app.main.audit.audited is not None)
        await pilot.press("x")
        await until(pilot, lambda: "Wrote toolinspect-audit-2.md" in screen_text(app))
    assert (tmp_path / "toolinspect-audit.md").read_text() == "mine"
    assert "## Batch 1: approval first" in (tmp_path / "toolinspect-audit-2.md").read_text()


async def test_a_filter_keeps_what_matches(project: Path) -> None:
    async with opened(project=project) as pilot:
        app = app_of(pilot)
        await pilot.press("4")
        await until(pilot, lambda: app.main.audit.audited is not None)
        await pilot.press("slash", *"stops.json", "enter")
        await until(pilot, lambda: "3 of 54 lines" in to_change(app))
        assert "config/stops.json:2" in screen_text(app)


async def test_changed_files_are_audited_again_and_the_cursor_stays(project: Path) -> None:
    async with opened(project=project) as pilot:
        app = app_of(pilot)
        await pilot.press("4")
        await until(pilot, lambda: app.main.audit.audited is not None)
        await pilot.press("down", "down", "down")
        before = app.main.audit.list.current
        stops = project / "config" / "stops.json"
        stops.write_text(stops.read_text().replace("cancel_order_v2", "cancel_order"))
        app.audit.changed()
        await until(pilot, lambda: "to change 24" in to_change(app))
        assert before is not None
        assert app.main.audit.list.current is not None
        assert app.main.audit.list.current.key == before.key


async def test_a_config_that_cant_be_read_is_told(project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.toolinspect]\nnonsense = 1\n")
    async with opened(project=project) as pilot:
        app = app_of(pilot)
        await pilot.press("4")
        await until(pilot, lambda: "The audit could not be made" in app.main.audit.details.text)
        assert "nonsense" in app.main.audit.details.text


async def test_a_project_without_other_names_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("X = 1\n")
    async with opened(project=tmp_path) as pilot:
        app = app_of(pilot)
        await pilot.press("4")
        await until(pilot, lambda: "✓ No tool was given another name" in screen_text(app))
