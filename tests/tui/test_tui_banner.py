"""What the banner says when a load went wrong, and when a config has come or gone."""

from collections.abc import Callable
from pathlib import Path

import msgspec
from app_driver import SMALL, WIDE, app_of, opened, reload, screen_lines, screen_text, until
from control_samples import BILLING, split_desk
from tui_samples import FakeEngine, findings, inspection, settings, support_desk

from inspector.controls import Join
from inspector.inspection import Inspection, Settings
from inspector.model import Controls
from inspector.tui.app import ToolInspectApp
from inspector.tui.banner_text import KEPT, LEFT_OUT, trouble
from inspector.tui.config_presence import ConfigPresence
from inspector.wire.messages import Message

PROJECT = Path("/srv/support_desk")
LONG = (
    "/srv/support_desk/config/approval.yaml:12: isn't valid YAML: while parsing a flow node did not find "
    "expected node content; correct the file (read for `sets.approval`)"
)


def configured(name: str = "", *, lines: bool = True) -> Settings:
    """Of a project whose config of that name says something, or nothing."""
    found = settings("/srv/support_desk", f"/srv/support_desk/{name}" if name else "")
    return msgspec.structs.replace(found, lines={(): 1} if name and lines else {})


class Configured(FakeEngine):
    """Each load goes by the next of its configs, the last one for ever."""

    configs: tuple[Settings, ...] = ()

    def load(self, on_message: Callable[[Message], None], *, number: int) -> Inspection:
        self.settings = self.configs[min(self.loads, len(self.configs) - 1)]
        return super().load(on_message, number=number)


def test_what_is_shown_comes_first_and_paths_are_relative() -> None:
    text = trouble(LONG, (), state=KEPT, project=PROJECT)
    assert text.startswith(f"{KEPT}. config/approval.yaml:12: isn't valid YAML")
    assert trouble("", (), state=KEPT, project=PROJECT) == ""


async def test_nothing_of_a_long_error_is_cut_at_any_width() -> None:
    for size in (SMALL, WIDE):
        engine = FakeEngine([inspection(support_desk(), findings()), OSError(LONG)])
        async with opened(engine, size=size, project=PROJECT) as pilot:
            app = app_of(pilot)
            await pilot.press("r")
            await until(pilot, lambda app=app: app.main.banner.display)
            banner = " ".join(line.strip() for line in screen_lines(app)[1 : 1 + app.main.banner.size.height])
            words = banner.replace("✗", "").replace("b traceback", "").split()
            assert " ".join(words) == trouble(f"OSError: {LONG}", (), state=KEPT, project=PROJECT)
            assert "b traceback" in banner


async def test_without_a_load_next_finding_says_that_nothing_is_loaded_and_why() -> None:
    engine = FakeEngine([OSError("no such interpreter")])
    app = ToolInspectApp(engine, PROJECT, watch=False)
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await until(pilot, lambda: app.main.banner.display)
        await pilot.press("n")
        await until(pilot, lambda: "Next finding: nothing is loaded: OSError: no such" in screen_text(app))


async def test_a_config_that_goes_is_told_until_it_returns_and_the_row_is_selected_again() -> None:
    whole = split_desk()
    bare = msgspec.structs.replace(whole, controls=Controls(), join=Join(), findings=())
    engine = Configured([whole, bare, bare, bare, whole])
    there, gone = configured("toolinspect.toml"), configured()
    engine.configs = (there, gone, gone, gone, there)
    async with opened(engine, project=PROJECT) as pilot:
        app = app_of(pilot)
        app.main.registry.go_to(BILLING, "ghost:send_bill")
        await reload(pilot)
        said = "toolinspect.toml is gone: its sets, ids and ignores no longer count"
        await until(pilot, lambda: said in screen_text(app))
        await reload(pilot)
        await reload(pilot)
        assert said in screen_text(app)
        assert app.main.registry.tools.current.key != "ghost:send_bill"
        await reload(pilot)
        await until(pilot, lambda: not app.main.banner.display)
        await until(pilot, lambda: "toolinspect.toml is back" in screen_text(app))
        assert app.main.registry.tools.current.key == "ghost:send_bill"


async def test_the_notice_of_a_config_that_went_can_be_dismissed() -> None:
    engine = Configured([split_desk()])
    engine.configs = (configured("pyproject.toml"), configured("pyproject.toml", lines=False))
    async with opened(engine, project=PROJECT) as pilot:
        app = app_of(pilot)
        await reload(pilot)
        await until(pilot, lambda: "Esc dismisses" in screen_text(app))
        await pilot.press("slash", *"bill", "enter", "escape")
        await until(pilot, lambda: not app.main.registry.filter)
        assert app.main.banner.display
        await pilot.press("escape")
        await until(pilot, lambda: not app.main.banner.display)
        await reload(pilot)
        assert not app.main.banner.display


def test_each_way_to_lose_a_config_is_told_apart(tmp_path: Path) -> None:
    shared, own = str(tmp_path / "pyproject.toml"), str(tmp_path / "toolinspect.toml")
    project = str(tmp_path)

    def of(path: str, *, says: bool = True) -> Settings:
        return msgspec.structs.replace(settings(project, path), lines={(): 1} if says else {})

    (tmp_path / "pyproject.toml").write_text("")
    presence = ConfigPresence()
    assert presence.look(of(shared, says=False)) == ""
    assert presence.look(of(shared)) == "pyproject.toml counts now: its sets, ids and ignores."
    presence.look(of(shared, says=False))
    assert presence.notice.startswith("pyproject.toml has no [tool.toolinspect] any more: its sets")
    assert presence.look(of(shared)).startswith("pyproject.toml is back")
    presence.look(of(own))
    assert presence.notice == "pyproject.toml counts no longer: toolinspect.toml takes its place"
    presence.look(of(shared))
    assert presence.notice == ""
    presence.look(of(own))
    presence = ConfigPresence()
    presence.look(of(own))
    presence.look(of(shared))
    assert presence.notice == "toolinspect.toml is gone: pyproject.toml counts in its place"


async def test_sets_that_cannot_be_read_leave_the_agents_on_the_screen() -> None:
    error = "/srv/support_desk/data.yaml:1: isn't valid YAML"
    without = msgspec.structs.replace(
        split_desk(suppressed=()), controls=Controls(), join=Join(), findings=(), suggestions=(), error=error
    )
    engine = FakeEngine([without, without, split_desk(suppressed=()), without])
    async with opened(engine, project=PROJECT) as pilot:
        app = app_of(pilot)
        text = screen_text(app)
        assert f"{LEFT_OUT}. data.yaml:1: isn't valid YAML" in text
        assert "2 Findings ?" in text
        assert "✓" not in [line.cells[2] for line in app.main.registry.consumers.lines]
        assert KEPT not in text
        assert "Triage · tools 7" in text
        await pilot.press("2")
        await until(pilot, lambda: "No findings; the declared sets are left out." in screen_text(app))
        await reload(pilot)
        await reload(pilot)
        await until(pilot, lambda: not app.main.banner.display)
        good = app.snapshot
        await pilot.press("r")
        await until(pilot, lambda: app.main.banner.text == f"{KEPT}. data.yaml:1: isn't valid YAML")
        assert app.snapshot is good
