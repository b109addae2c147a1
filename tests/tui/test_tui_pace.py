"""Reloads that cause each other come to an end, and the app says why."""

import os
import time
from pathlib import Path

from app_driver import app_of, opened, screen_text, until
from tui_samples import FakeEngine, inspection, support_desk

from inspector.tui.following import FilesChanged
from inspector.tui.pace import Pace


def written(path: Path, ago: float = 0.0) -> str:
    """A file with that age in seconds."""
    path.write_text("a = 1\n")
    os.utime(path, (time.time() - ago,) * 2)
    return str(path)


def test_stops_when_each_load_writes_another_file(tmp_path: Path) -> None:
    pace = Pace()
    answers = []
    for number in range(5):
        if not answers or answers[-1]:
            pace.load_begins()
        answers.append(pace.wants_reload({written(tmp_path / f"made_{number}.json")}))
    assert answers == [True, True, True, False, False]
    assert pace.culprit.endswith("made_3.json")


def test_a_change_told_after_the_load_that_made_it_counts(tmp_path: Path) -> None:
    pace = Pace()
    for _load in range(4):
        pace.load_begins()
        path = written(tmp_path / "made.json")
        pace.load_ended()
        pace.wants_reload({path})
    assert pace.culprit


def test_a_save_while_no_load_runs_is_followed_again(tmp_path: Path) -> None:
    pace = Pace()
    for _load in range(4):
        pace.load_begins()
        pace.wants_reload({written(tmp_path / "made.json")})
    assert pace.culprit
    pace.load_ended()
    time.sleep(0.05)
    assert pace.wants_reload({written(tmp_path / "agents.py")})
    assert not pace.culprit


async def test_the_banner_names_the_file_until_the_user_reloads(tmp_path: Path) -> None:
    engine = FakeEngine([inspection(support_desk())])
    async with opened(engine, project=tmp_path) as pilot:
        app = app_of(pilot)
        while not app.loads.pace.culprit:
            assert engine.loads <= 4
            app.loads.pace.load_begins()
            app.post_message(FilesChanged(frozenset({written(tmp_path / "made.json")})))
            await pilot.pause()
            await until(pilot, lambda: not app.loads.running)
        assert engine.loads == 4
        await until(pilot, lambda: app.main.banner.display)
        assert app.main.banner.text == "importing the project writes made.json; r reloads"
        assert " ! importing the project writes made.json" in screen_text(app)
        await pilot.press("r")
        await until(pilot, lambda: engine.loads == 5 and not app.main.banner.display)
