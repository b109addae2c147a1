"""The real program on a copied sample project, in a pseudo-terminal: open, live edit, broken save, repair."""

import shutil
from pathlib import Path

from terminal import REPOSITORY, Terminal

FUNCTION = "trips.plan_route"
"""The end of the function's name, which a narrow column keeps."""


def has_row(text: str, visible: str) -> bool:
    """Whether the table has that tool."""
    return any(visible in line.rpartition(FUNCTION)[0] for line in text.splitlines())


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
        terminal.until(lambda text: has_row(text, "plan_trip"), "the edited row")

        trips.write_text(good.replace("def plan_route(start: str", "def plan_route(start: str ="))
        terminal.shows("SyntaxError")
        terminal.shows("(stale)")
        assert has_row(terminal.text, "plan_trip")
        terminal.press("b")
        terminal.shows("What failed to load")
        terminal.press("\x1b")
        terminal.lacks("What failed to load")

        trips.write_text(good)
        terminal.lacks("SyntaxError")
        terminal.until(lambda text: has_row(text, "plan_route"), "the repaired row")
        terminal.lacks("(stale)")
        terminal.press("q")
        assert terminal.ended() == 0
