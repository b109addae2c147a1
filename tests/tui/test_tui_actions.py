"""One list of actions feeds bindings, footer, help and palette."""

from pathlib import Path

import pytest
from app_driver import SMALL, app_of, opened, screen_text, until
from tui_samples import FakeEngine, inspection, support_desk

from inspector.tui.actions import ACTIONS, BY_ID, Situation
from inspector.tui.app import ToolInspectApp
from inspector.tui.bars import chosen


def test_no_key_means_two_things() -> None:
    keys = [key for action in ACTIONS for key in action.keys.split(",")]
    assert len(keys) == len(set(keys))
    assert len(BY_ID) == len(ACTIONS)


async def test_every_action_has_a_handler_and_a_binding() -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        assert set(app._handlers()) == set(BY_ID)
        bound = {
            binding.action for bindings in app._bindings.key_to_bindings.values() for binding in bindings
        }
        assert {f"act('{action.id}')" for action in ACTIONS} <= bound


async def test_help_lists_every_action() -> None:
    async with opened(size=(120, 60)) as pilot:
        app = app_of(pilot)
        await pilot.press("question_mark")
        await until(pilot, lambda: "Going around" in screen_text(app))
        text = screen_text(app)
        for action in ACTIONS:
            assert action.help in text


async def test_help_says_that_it_scrolls_where_it_does() -> None:
    async with opened(size=SMALL) as pilot:
        app = app_of(pilot)
        await pilot.press("question_mark")
        await until(pilot, lambda: "PgUp PgDn scroll · Esc closes" in screen_text(app))
        await pilot.resize_terminal(120, 80)
        await until(pilot, lambda: "Esc closes" in screen_text(app) and "scroll ·" not in screen_text(app))


async def test_an_action_that_cannot_be_done_says_why() -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        await pilot.press("l")
        await until(pilot, lambda: "Output: the project has written nothing." in screen_text(app))


async def test_edit_without_an_editor_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)
    async with opened() as pilot:
        app = app_of(pilot)
        await pilot.press("e")
        await until(pilot, lambda: "neither $VISUAL nor $EDITOR is set" in screen_text(app))


async def test_edit_where_the_terminal_cannot_be_handed_over_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", "vim")
    async with opened() as pilot:
        app = app_of(pilot)
        await pilot.press("e")
        await until(pilot, lambda: "can't be handed to an editor" in screen_text(app))


async def test_yank_copies_the_visible_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inspector.tui.clipboard.copy", lambda _text: False)
    async with opened() as pilot:
        app = app_of(pilot)
        await pilot.press("y")
        await until(pilot, lambda: app.clipboard == "lookup")


async def test_the_palette_jumps_to_a_tool() -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        await pilot.press("ctrl+p", *"stock_level")
        await until(pilot, lambda: "stock_level · Triage" in screen_text(app))
        await pilot.press("down", "enter")
        await until(pilot, lambda: app.main.registry.tools.current.cells[0] == "stock_level")


async def test_a_click_in_the_bars_acts() -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        await pilot.click("#header", offset=(app.size.width - 24, 0))
        await until(pilot, lambda: app.main.view == "findings")


def test_a_narrow_footer_keeps_help_and_quit() -> None:
    now = Situation(view="registry")
    assert {action.id for action in chosen(ACTIONS, 20, now)} >= {"help", "quit"}
    assert sum(len(action.shown) + len(action.label) + 3 for action in chosen(ACTIONS, 80, now)) <= 80


async def test_quits_at_once_while_a_load_hangs() -> None:
    engine = FakeEngine([inspection(support_desk())])
    engine.gate.clear()
    app = ToolInspectApp(engine, Path("/nowhere/support_desk"), watch=False)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: engine.loads == 1)
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running)
    engine.gate.set()
