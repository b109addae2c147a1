"""The real program on a copied sample project, in a pseudo-terminal: open, live edit, broken save, repair."""

import shutil
from pathlib import Path

from terminal import REPOSITORY, Terminal


def test_lives_through_an_edit_a_broken_save_and_a_repair(tmp_path: Path) -> None:
    project = tmp_path / "travel"
    shutil.copytree(REPOSITORY / "sample_projects" / "travel_clean", project)
    trips = project / "src" / "travel" / "tools" / "trips.py"
    good = trips.read_text()
    with Terminal(project) as terminal:
        terminal.shows("Consumers 10")
        terminal.press("/plan_route\r")
        terminal.shows("travel.tools.trips.plan_route")

        trips.write_text(good.replace("@function_tool\n", '@function_tool(name_override="plan_trip")\n', 1))
        terminal.press("\x1b")
        terminal.shows("plan_trip")

        trips.write_text(good.replace("def plan_route(start: str", "def plan_route(start: str ="))
        terminal.shows("SyntaxError")
        terminal.shows("last good")
        terminal.shows("plan_trip")
        terminal.press("b")
        terminal.shows("What failed to load")
        terminal.press("\x1b")
        terminal.lacks("What failed to load")

        trips.write_text(good)
        terminal.lacks("SyntaxError")
        terminal.shows("plan_route")
        terminal.lacks("last good")
        terminal.press("q")
        assert terminal.ended() == 0
